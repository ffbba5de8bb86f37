// What each editor is tried on: a home of its own with the settings that
// docs/editors.md shows, and a repository with a broken report.
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const session = ".claude/agent-handoffs/20260531-170546-ad4f12aa";

/** What is broken in the report, and what the fix makes of it. */
export const broken = {
  line: 8,
  column: 15,
  text: 'handoff_type: "Full"',
  message: /handoff_type is "Full"/,
  action: /write "full"/i,
  fixed: 'handoff_type: "full"',
  rule: "schema/not-allowed",
};

/** Makes the folder of a trial, and returns its places. */
export function newTrial(folder, program, update) {
  const trial = {
    home: path.join(folder, "home"),
    pictures: update ? path.join(root, "docs/pictures") : folder,
    repository: path.join(folder, "repository"),
    report: path.join(folder, "repository", session, "01-architect-report.md"),
    program,
  };
  fs.mkdirSync(path.dirname(trial.report), { recursive: true });
  execFileSync("git", ["init", "--quiet", trial.repository]);
  const whole = fs.readFileSync(path.join(root, "testdata/examples", session, "01-architect-report.md"), "utf8");
  fs.writeFileSync(trial.report, whole.replace(broken.fixed, broken.text));
  writeSettings(trial.home);
  return trial;
}

/** Writes the files that the page shows as `~/NAME`: followed by a block of code. */
function writeSettings(home) {
  const page = fs.readFileSync(path.join(root, "docs/editors.md"), "utf8");
  for (const [, name, text] of page.matchAll(/^`~\/(\S+)`:\n\n```\w*\n([^]*?)^```$/gm)) {
    fs.mkdirSync(path.join(home, path.dirname(name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), text);
  }
}

/** The environment of an editor: its own home, and the program on the PATH. */
export function environment(trial) {
  const { PATH, LD_LIBRARY_PATH } = process.env;
  return {
    HOME: trial.home,
    PATH: [path.dirname(trial.program), PATH].join(path.delimiter),
    ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }),
    LANG: "C.UTF-8",
    SHELL: "/bin/bash",
    COLORTERM: "truecolor",
  };
}

/** Fails unless the saved report has the fix, and its finding is gone by `check`. */
export function holdFixed(trial) {
  const saved = fs.readFileSync(trial.report, "utf8");
  if (!saved.includes(broken.fixed)) throw new Error("the report was saved without the fix");
  let printed = "";
  try {
    printed = execFileSync(trial.program, ["check", "--no-failure-log", "-f", "concise", trial.report], { encoding: "utf8" });
  } catch (error) {
    printed = error.stdout; // a warning is left: the report is not sealed
  }
  if (printed.includes(broken.rule) || !printed.includes("report/missing-done-marker")) {
    throw new Error(`check prints after the fix:\n${printed}`);
  }
}

/** Calls a function until it returns a true value, for half a minute at most. */
export async function until(probe, problem) {
  const end = Date.now() + 30_000;
  while (!(await probe())) {
    if (Date.now() > end) throw new Error(problem());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
