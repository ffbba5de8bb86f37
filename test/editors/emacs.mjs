import { Terminal } from "./terminal.mjs";
import { broken } from "./trial.mjs";

export const needs = ["emacs", "tmux"];
export const library = {
  name: "eglot or markdown-mode in Emacs",
  test: ["emacs", "-q", "--batch", "--eval", "(progn (package-initialize) (require 'eglot) (require 'markdown-mode))"],
};
export const version = ["emacs", "--version"];

export async function use(trial) {
  const emacs = new Terminal(trial, ["emacs", "-nw", `+${broken.line}:${broken.column}`, trial.report]);
  try {
    command(emacs, "flymake-show-buffer-diagnostics");
    await emacs.see(broken.message);
    command(emacs, "eglot-code-actions");
    await emacs.see(broken.action);
    emacs.draw("emacs", "Emacs marks the finding, lists it below, and asks which fix to apply");
    emacs.press("Enter");
    await emacs.see(broken.fixed);
    await emacs.seeNot(broken.message);
    emacs.press("C-x", "C-s", "C-x", "C-c");
    await emacs.ended();
  } finally {
    emacs.end();
  }
}

function command(emacs, name) {
  emacs.press("M-x");
  emacs.type(name);
}
