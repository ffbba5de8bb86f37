import { Terminal } from "./terminal.mjs";
import { broken } from "./trial.mjs";

export const needs = ["vim", "tmux"];
export const library = {
  name: "ALE for Vim",
  test: ["vim", "-Nesu", "NONE", "-i", "NONE", "+packloadall", "+if exists(':ALECodeAction') != 2 | cquit | endif", "+qall!"],
};
export const version = ["vim", "--version"];

export async function use(trial) {
  const vim = new Terminal(trial, ["vim", `+${broken.line}`, trial.report]);
  try {
    await vim.see(broken.message);
    vim.type(":ALECodeAction");
    await vim.see(broken.action);
    vim.draw("vim", "Vim with ALE shows the finding of the current line, and asks which fix to apply");
    vim.type("1");
    await vim.see(broken.fixed);
    await vim.seeNot(broken.message);
    vim.type(":wq");
    await vim.ended();
  } finally {
    vim.end();
  }
}
