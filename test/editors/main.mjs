// Opens a broken report in each editor that is installed: the finding is seen, its
// fix applied, and the finding gone. With --update the pictures in docs/pictures are
// drawn anew on the way.
//
// usage: node main.mjs [--update] PROGRAM [EDITOR...]
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { parseArgs } from "node:util";
import { environment, holdFixed, newTrial } from "./trial.mjs";

const editors = ["neovim", "vim", "helix", "emacs", "vscode"];

const { values, positionals } = parseArgs({ options: { update: { type: "boolean" } }, allowPositionals: true });
const [given, ...named] = positionals;
if (!given) throw new Error("usage: node main.mjs [--update] PROGRAM [EDITOR...]");
const program = path.resolve(given);
if (path.basename(program) !== "handofflint") throw new Error(`${program} has to be called handofflint: editors look for that name`);

const failed = [];
for (const name of named.length > 0 ? named : editors) {
  const editor = await import(`./${name}.mjs`);
  const lacking = lacks(editor);
  if (lacking) {
    console.log(`${name}: not tried, there is no ${lacking}`);
    if (named.length > 0) failed.push(name);
    continue;
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `handofflint-${name}-`));
  try {
    const trial = newTrial(folder, program, values.update);
    await editor.use(trial);
    holdFixed(trial);
    const [command, ...args] = editor.version;
    const version = execFileSync(command, args, { encoding: "utf8", env: environment(trial) }).split("\n")[0];
    console.log(`${name}: seen, fixed, gone (${version})`);
    fs.rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.log(`${name}: FAILED, its files are in ${folder}\n${error.stack}`);
    failed.push(name);
  }
}
process.exitCode = failed.length > 0 ? 1 : 0;

/** Returns what an editor needs and this machine does not have, "" for nothing. */
function lacks({ needs, library }) {
  const command = needs.find((command) => spawnSync("which", [command]).status !== 0);
  if (command) return command;
  if (library && spawnSync(library.test[0], library.test.slice(1)).status !== 0) return library.name;
  return "";
}
