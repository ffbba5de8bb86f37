// An editor in a terminal: a window of tmux that nobody looks at.
import { execFileSync, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { drawing } from "./drawing.mjs";
import { environment, until } from "./trial.mjs";

const columns = 100;
const rows = 28;

export class Terminal {
  constructor(trial, command) {
    this.pictures = trial.pictures;
    this.options = { encoding: "utf8", env: environment(trial) };
    this.socket = path.join(trial.home, "tmux");
    fs.writeFileSync(this.socket + ".conf", "set -g default-terminal tmux-256color\nset -g status off\nset -g escape-time 0\n");
    this.tmux("new-session", "-d", "-x", columns, "-y", rows, "-c", trial.repository, ...command);
  }

  tmux(...args) {
    return execFileSync("tmux", ["-S", this.socket, "-f", this.socket + ".conf", ...args.map(String)], this.options);
  }

  /** Presses keys by the names of tmux: `Enter`, `Escape`, `M-x`. */
  press(...keys) {
    this.tmux("send-keys", ...keys);
  }

  /** Types a text, and Enter. */
  type(text) {
    this.tmux("send-keys", "-l", text);
    this.press("Enter");
  }

  screen() {
    return this.tmux("capture-pane", "-p");
  }

  /** Waits until a text is on the screen. */
  see(pattern) {
    return until(() => this.screen().match(pattern), () => `${pattern} is not on the screen:\n${this.screen()}`);
  }

  /** Waits until a text is gone from the screen. */
  seeNot(pattern) {
    return until(() => !this.screen().match(pattern), () => `${pattern} is still on the screen:\n${this.screen()}`);
  }

  draw(name, title) {
    fs.writeFileSync(path.join(this.pictures, `editor-${name}.svg`), drawing(this.tmux("capture-pane", "-peN"), columns, title));
  }

  /** Waits until the editor has ended: tmux ends with its last window. */
  ended() {
    return until(() => !this.runs(), () => `the editor does not end:\n${this.screen()}`);
  }

  runs() {
    return spawnSync("tmux", ["-S", this.socket, "list-sessions"], this.options).status === 0;
  }

  end() {
    if (this.runs()) this.tmux("kill-server");
  }
}
