import { spawnSync } from "node:child_process";
import { Terminal } from "./terminal.mjs";
import { broken, environment } from "./trial.mjs";

export const needs = ["nvim", "tmux"];
export const library = {
  name: "vim.lsp.start in Neovim",
  test: ["nvim", "--headless", "-u", "NONE", "+lua if not vim.lsp.start then vim.cmd.cquit() end", "+qall!"],
};
export const version = ["nvim", "--version"];

export async function use(trial) {
  refuseOld(trial);
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

/** Fails unless a Neovim that says it is older than 0.8 names the version that it needs, and nothing else. */
function refuseOld(trial) {
  const args = ["--headless", "--cmd", "lua vim.fn.has = function() return 0 end", trial.report, "+qall"];
  const { stderr } = spawnSync("nvim", args, { encoding: "utf8", env: environment(trial) });
  if (stderr.trim() !== "handofflint: Neovim 0.8 or later is needed") throw new Error(`an old Neovim prints:\n${stderr}`);
}
