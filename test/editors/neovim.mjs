import { Terminal } from "./terminal.mjs";
import { broken } from "./trial.mjs";

export const needs = ["nvim", "tmux"];
export const library = {
  name: "vim.lsp.start in Neovim",
  test: ["nvim", "--headless", "-u", "NONE", "+lua if not vim.lsp.start then vim.cmd.cquit() end", "+qall!"],
};
export const version = ["nvim", "--version"];

export async function use(trial) {
  const nvim = new Terminal(trial, ["nvim", `+${broken.line}`, trial.report]);
  try {
    await nvim.see(broken.message);
    nvim.type(":lua vim.lsp.buf.code_action()");
    await nvim.see(broken.action);
    nvim.draw("neovim", "Neovim shows the finding beside its line, and asks which fix to apply");
    nvim.type("1");
    await nvim.see(broken.fixed);
    await nvim.seeNot(broken.message);
    nvim.type(":wq");
    await nvim.ended();
  } finally {
    nvim.end();
  }
}
