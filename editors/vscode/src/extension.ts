import * as vscode from "vscode";
import { CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn } from "vscode-languageclient/node";
import { findProgram } from "./program";

const installation = vscode.Uri.parse("https://github.com/handofflint/handofflint#install");

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const output = vscode.window.createOutputChannel("handofflint", { log: true });
  // One start at a time, in the order of what asked for them.
  let last = Promise.resolve();
  const restart = () => (last = last.then(() => start(output)));
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("handofflint.restart", restart),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("handofflint.enable") || event.affectsConfiguration("handofflint.path")) {
        void restart();
      }
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

/** Ends the server and starts it with the settings as they are now. Never fails. */
async function start(output: vscode.LogOutputChannel): Promise<void> {
  await deactivate().catch((error) => output.error(error));
  const settings = vscode.workspace.getConfiguration("handofflint");
  if (!settings.get("enable", true)) {
    return;
  }
  let command: string;
  try {
    command = findProgram({
      setting: settings.get("path", ""),
      path: process.env.PATH ?? "",
      untrusted: vscode.workspace.isTrusted ? [] : workspaceFolders(),
    });
  } catch (error) {
    // Waiting for the user's answer would hold up the next start.
    void report(error instanceof Error ? error.message : String(error));
    return;
  }
  output.info(`starting ${command} lsp`);
  client = newClient(command, output);
  await client.start().catch(() => undefined); // the client has told the user why
}

function newClient(command: string, output: vscode.LogOutputChannel): LanguageClient {
  const server = { command, args: ["lsp"] };
  return new LanguageClient("handofflint", "handofflint", server, {
    documentSelector: [
      { scheme: "file", language: "markdown" },
      { scheme: "file", language: "json" },
      { scheme: "file", pattern: "**/.handofflint.yaml" },
    ],
    outputChannel: output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    // A server that ends is reported when it has, and not started again and again.
    initializationFailedHandler: () => false,
    errorHandler: {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => ({ action: CloseAction.DoNotRestart, message: "The server of handofflint has ended." }),
    },
  });
}

function workspaceFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}

async function report(message: string): Promise<void> {
  const install = "How to Install";
  const settings = "Open Settings";
  const chosen = await vscode.window.showErrorMessage(message, install, settings);
  if (chosen === install) {
    await vscode.env.openExternal(installation);
  } else if (chosen === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "handofflint");
  }
}
