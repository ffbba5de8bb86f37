import * as assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { after, test } from "node:test";
import { findProgram } from "./program";

const windows = process.platform === "win32"; // links need a privilege there, and every file can be run
const name = windows ? "handofflint.exe" : "handofflint";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "handofflint-"));
after(() => fs.rmSync(root, { recursive: true }));
for (const folder of ["installed", "workspace/links", "work", "empty", "links", "data", `folder/${name}`]) {
  fs.mkdirSync(path.join(root, folder), { recursive: true });
}
const installed = path.join(root, "installed", name);
const inWorkspace = path.join(root, "workspace", name);
fs.writeFileSync(installed, "", { mode: 0o755 });
fs.writeFileSync(inWorkspace, "", { mode: 0o755 });
fs.writeFileSync(path.join(root, "data", name), "", { mode: 0o644 });
if (!windows) {
  fs.symlinkSync(inWorkspace, path.join(root, "links", name));
  fs.symlinkSync(installed, path.join(root, "workspace/links", name));
}

interface Case {
  name: string;
  setting?: string;
  path?: string[];
  untrusted?: string[];
  want: string | RegExp;
  skip?: boolean;
}

const cases: Case[] = [
  { name: "on the PATH", path: ["empty", "installed"], want: installed },
  { name: "the first on the PATH", path: ["workspace", "installed"], want: inWorkspace },
  { name: "the setting wins", setting: inWorkspace, path: ["installed"], want: inWorkspace },
  { name: "nowhere", path: ["empty"], want: /is not on the PATH/ },
  { name: "an empty PATH", want: /is not on the PATH/ },
  { name: "a folder of that name", path: ["folder"], want: /is not on the PATH/ },
  { name: "a file that cannot be run", path: ["data"], want: /is not on the PATH/, skip: windows },
  { name: "a setting that is not a full path", setting: name, path: ["installed"], want: /has to be a full path/ },
  { name: "a setting that names nothing", setting: installed + "2", path: ["installed"], want: /is not a program/ },
  { name: "untrusted, the next on the PATH", path: ["workspace", "installed"], untrusted: ["workspace"], want: installed },
  { name: "untrusted, no other on the PATH", path: ["workspace"], untrusted: ["workspace"], want: /is not trusted/ },
  { name: "untrusted, the setting", setting: inWorkspace, path: ["installed"], untrusted: ["workspace"], want: /is not trusted/ },
  { name: "untrusted, the second folder", path: ["workspace"], untrusted: ["empty", "workspace"], want: /is not trusted/ },
  { name: "untrusted, a link into it", path: ["links"], untrusted: ["workspace"], want: /is not trusted/, skip: windows },
  { name: "untrusted, a link out of it", path: ["workspace/links"], untrusted: ["workspace"], want: /is not trusted/, skip: windows },
  { name: "untrusted, a folder whose name begins alike", path: ["workspace"], untrusted: ["work"], want: inWorkspace },
];

for (const c of cases) {
  test(c.name, { skip: c.skip }, () => {
    const inRoot = (folder: string) => path.join(root, folder);
    const find = () =>
      findProgram({
        setting: c.setting ?? "",
        path: (c.path ?? []).map(inRoot).join(path.delimiter),
        untrusted: (c.untrusted ?? []).map(inRoot),
      });
    if (c.want instanceof RegExp) {
      assert.throws(find, { message: c.want });
    } else {
      assert.equal(find(), c.want);
    }
  });
}

test("the current folder is not searched", () => {
  const before = process.cwd();
  process.chdir(path.join(root, "workspace"));
  try {
    for (const searched of ["", ".", path.delimiter]) {
      assert.throws(() => findProgram({ setting: "", path: searched, untrusted: [] }), { message: /is not on the PATH/ });
    }
  } finally {
    process.chdir(before);
  }
});
