package cli

import (
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// isConfigured says whether there is a configuration for a folder, right or not.
func isConfigured(folder string) bool {
	path, err := config.Find(folder)
	return path != "" || err != nil
}

// hookJudge makes what judges for a hook: by the configuration of the session's
// folder. A broken one must neither stop the agent's every call nor switch
// anything off: what is built in holds then, and the user is told so each time.
func hookJudge(cwd string) (hook.Judge, error) {
	settings, broken := configFor(cwd)
	judge, err := hookJudgeBy(settings)
	if err != nil && settings != nil {
		broken = err
		judge, err = hookJudgeBy(nil)
	}
	if broken != nil {
		judge.Notice = "handofflint: the configuration is broken, so handoffs are judged by the built-in rules: " + text.Escape(broken.Error())
	}
	return judge, err
}

func hookJudgeBy(settings *config.Config) (hook.Judge, error) {
	engines, err := enginesFor(settings, rules.Options{})
	if err != nil {
		return hook.Judge{}, err
	}
	judge := hook.Judge{Linter: linterFor(settings, engines)}
	judge.Excluded = func(path string) bool { return settings.Excluded(path) != "" }
	judge.Log, judge.NoLog = settings.FailureLog()
	judge.Exempt = settings.Exempt()
	judge.Seal = func(path string) error { return sealQuietly(settings, path) }
	judge.Reports = settings.ReportsFolder()
	return judge, nil
}
