// VS Code in a browser: code-server with the packed extension, in Chromium.
import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { chromium } from "playwright-core";
import { broken, environment, until } from "./trial.mjs";

export const needs = ["code-server", "chromium", "pngquant"];
export const version = ["code-server", "--version"];

const extension = path.resolve(import.meta.dirname, "../../editors/vscode/handofflint.vsix");

export async function use(trial) {
  const settings = path.join(trial.home, ".local/share/code-server/User/settings.json");
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  fs.writeFileSync(settings, JSON.stringify({
    "chat.disableAIFeatures": true,
    "editor.minimap.enabled": false,
    "security.workspace.trust.banner": "never",
    "security.workspace.trust.startupPrompt": "never", // so it is not trusted
    "workbench.secondarySideBar.defaultVisibility": "hidden",
    "workbench.startupEditor": "none",
  }));
  // VS Code takes the PATH from a login shell.
  fs.writeFileSync(path.join(trial.home, ".profile"), `PATH='${path.dirname(trial.program)}':"$PATH"\n`);
  execFileSync("code-server", ["--install-extension", extension], { env: environment(trial) });
  const server = await serve(trial);
  const browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const page = await browser.newPage({ viewport: { width: 1100, height: 620 } });
  page.setDefaultTimeout(30_000);
  try {
    await fix(page, trial, server.address);
  } catch (error) {
    await page.screenshot({ path: path.join(trial.home, "failed.png") });
    throw error;
  } finally {
    await browser.close();
    server.process.kill();
  }
}

async function serve(trial) {
  const options = ["--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check"];
  const process = spawn("code-server", options, { env: environment(trial), cwd: trial.repository });
  let printed = "";
  process.stdout.on("data", (data) => (printed += data));
  process.stderr.on("data", (data) => (printed += data));
  const listens = () => printed.match(/listening on (http:\S+)/);
  await until(listens, () => `code-server does not listen:\n${printed}`);
  return { process, address: listens()[1] };
}

async function fix(page, trial, address) {
  const file = `vscode-remote://${new URL(address).host}${trial.report}:${broken.line}:${broken.column}`;
  const query = new URLSearchParams({
    folder: trial.repository,
    payload: JSON.stringify([["openFile", file], ["gotoLineMode", "true"]]),
  });
  await page.goto(`${address}?${query}`);
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("Control+Shift+m");
  const finding = page.locator(".markers-panel").getByText(broken.message);
  await finding.waitFor();
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+g");
  await page.keyboard.type(`${broken.line}:${broken.column}`);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+.");
  await page.locator(".action-widget").getByText(broken.action).first().waitFor();
  await draw(page, path.join(trial.pictures, "editor-vscode.png"));
  await page.keyboard.press("Enter");
  await finding.waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await until(() => fs.readFileSync(trial.report, "utf8").includes(broken.fixed), () => "the report is not saved");
}

async function draw(page, picture) {
  await page.screenshot({ path: picture });
  execFileSync("pngquant", ["--force", "--output", picture, "64", picture]);
}
