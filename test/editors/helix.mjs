import { Terminal } from "./terminal.mjs";
import { broken } from "./trial.mjs";

export const needs = ["hx", "tmux"];
export const version = ["hx", "--version"];

export async function use(trial) {
  const helix = new Terminal(trial, ["hx", `${trial.report}:${broken.line}:${broken.column}`]);
  try {
    await helix.see(broken.message);
    helix.press("Space", "a");
    await helix.see(broken.action);
    helix.draw("helix", "Helix shows the finding at the top right, and its fix in a menu");
    helix.press("Enter");
    await helix.see(broken.fixed);
    await helix.seeNot(broken.message);
    helix.type(":wq");
    await helix.ended();
  } finally {
    helix.end();
  }
}
