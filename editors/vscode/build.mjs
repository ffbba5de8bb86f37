// Bundles the extension into dist, with the licences of what is bundled, and copies
// what the repository has elsewhere.
import * as esbuild from "esbuild";
import * as fs from "node:fs";

fs.rmSync("dist", { recursive: true, force: true });
const { metafile } = await esbuild.build({
  entryPoints: ["src/extension.ts"],
  outdir: "dist",
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  external: ["vscode"],
  metafile: true,
});

const bundled = new Set();
for (const input of Object.keys(metafile.inputs)) {
  const inPackage = input.match(/.*node_modules\/(@[^/]+\/)?[^/]+/);
  if (inPackage) bundled.add(inPackage[0]);
}
const licences = [...bundled].sort().map((folder) => {
  const file = fs.readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (!file) throw new Error(`no licence in ${folder}`);
  return `${folder.replace(/.*node_modules\//, "")}\n\n${fs.readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
});
fs.writeFileSync("dist/licences.txt", licences.join("\n---\n\n"));

fs.copyFileSync("../../LICENSE", "LICENSE");
fs.copyFileSync("../../docs/schemas/config.schema.json", "dist/config.schema.json");
