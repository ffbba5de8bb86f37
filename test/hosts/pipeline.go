package main

import (
	"fmt"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// testPipeline plays three agents, each of which works in the background, writes
// a broken report, is held, repairs and seals it; the next one reads it.
func testPipeline(t *trial) {
	t.installHooks()
	roles := []string{"tester", "auditor", "verifier"}
	play, files := scripts{}, make([]string, len(roles))
	for i, role := range roles {
		reserve := fmt.Sprintf("handofflint dispatch %s session-expiry --session %s", role, session)
		send := func(turn model.Turn) model.Action {
			if found := returned.FindStringSubmatch(turn.News); found != nil {
				files[i] = found[1]
			}
			return t.background(fmt.Sprintf("[[script:%s]] Continue the work on the expiry of sessions.\n\n%s", role, turn.News))(turn)
		}
		previous := func(turn model.Turn) model.Action {
			if i == 0 {
				return t.shell(reserve)(turn)
			}
			return t.shell(reserve + " --reads " + files[i-1])(turn)
		}
		play["main"] = append(play["main"], previous, send, model.Say("I wait for the agent."))
		play[role] = t.pipelineAgent(i, files)
	}
	play["main"] = append(play["main"], done)
	t.run(play)
	for i, role := range roles {
		t.told(role, 3, role+" is told of the broken report", faults...)
		t.told(role, 4, role+" is held", faults[1])
		t.check(t.turns(role) == 7, role+" may end once the report is sealed", t.news(role, 7))
		t.check(files[i] != "" && t.exists(files[i]+".done"), "the report of "+role+" is sealed", t.news(role, 6))
		t.told(role, 1, role+" reads what the last agent left", map[bool]string{true: "A project", false: "Nine cases of session expiry"}[i == 0])
	}
	t.check(t.turns("main") == 3*len(roles)+1, "the turn ends, never held", fmt.Sprint(t.turns("main"), " requests"))
}

// pipelineAgent returns the script of agent i. It reads the file at its path before
// it writes there, as Claude Code wants it of a file that exists.
func (t *trial) pipelineAgent(i int, files []string) []model.Step {
	read := func(name func() string) model.Step {
		return func(turn model.Turn) model.Action {
			return model.Call("Read", input{"file_path": t.at(name())})(turn)
		}
	}
	write := func(text func(string) string) model.Step {
		return func(turn model.Turn) model.Action { return t.write(t.at(files[i]), text(files[i]))(turn) }
	}
	back := func(turn model.Turn) model.Action { return t.back(handback(files[i]))(turn) }
	return []model.Step{
		read(func() string {
			if i == 0 {
				return "README.md"
			}
			return files[i-1]
		}),
		func(turn model.Turn) model.Action {
			t.model.Await("main", 3*i+2) // the main agent has ended its turn
			return read(func() string { return files[i] })(turn)
		},
		write(bad), back, write(good),
		func(turn model.Turn) model.Action { return t.shell("handofflint seal " + files[i])(turn) },
		back,
	}
}
