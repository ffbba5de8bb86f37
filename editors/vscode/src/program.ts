import * as fs from "node:fs";
import * as path from "node:path";

/** What decides which program is run. */
export interface Search {
  /** The setting `handofflint.path`, "" for none. */
  setting: string;
  /** The environment variable PATH. */
  path: string;
  /** The folders of a workspace that is not trusted: nothing in them is run. */
  untrusted: string[];
}

/** Returns the full path of the program. The message of an error is for the user. */
export function findProgram({ setting, path: searched, untrusted }: Search): string {
  if (setting !== "" && !path.isAbsolute(setting)) {
    throw new Error(`The setting handofflint.path is ${JSON.stringify(setting)}, but it has to be a full path.`);
  }
  if (setting !== "" && !isProgram(setting)) {
    throw new Error(`The setting handofflint.path is ${setting}, which is not a program.`);
  }
  const found = setting !== "" ? [setting] : programsOn(searched);
  const program = found.find((file) => !untrusted.some((folder) => isInside(file, folder)));
  if (program !== undefined) {
    return program;
  }
  if (found.length > 0) {
    throw new Error(`${found[0]} is not run, because it is inside a workspace that is not trusted.`);
  }
  throw new Error("The program handofflint is not on the PATH.");
}

/**
 * Returns the programs on a PATH. Left to the operating system, the search would let a
 * repository choose the program: Windows looks in the current folder first, and a PATH
 * can have ".".
 */
function programsOn(searched: string): string[] {
  const name = process.platform === "win32" ? "handofflint.exe" : "handofflint";
  return searched
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder))
    .map((folder) => path.join(folder, name))
    .filter(isProgram);
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Reports whether a file, or a link that leads to it, is inside a folder. */
function isInside(file: string, folder: string): boolean {
  const places = [file, fs.realpathSync(path.dirname(file)), fs.realpathSync(file)];
  const folders = [folder, fs.realpathSync(folder)];
  return places.some((place) => folders.some((folder) => isBelow(place, folder)));
}

function isBelow(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return !path.isAbsolute(relative) && relative.split(path.sep)[0] !== "..";
}
