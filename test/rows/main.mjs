// Runs the SQL of docs/scale.md in DuckDB on rows of the sessions below some folders, and compares
// each answer with a count in JavaScript: node main.mjs PROGRAM FOLDER...
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

const [program, ...folders] = process.argv.slice(2).map((path) => resolve(path));
const page = readFileSync(new URL("../../docs/scale.md", import.meta.url), "utf8");
const queries = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map((m) => m[1]);

const printed = spawnSync(program, ["audit", "-f", "jsonl", ...folders], { encoding: "utf8", maxBuffer: 1 << 30 });
assert.ok(printed.status <= 2 && printed.stdout, printed.stderr);
const work = mkdtempSync(join(tmpdir(), "rows-"));
mkdirSync(join(work, "rows"));
// Two machines may have read the same.
for (const name of ["a.jsonl", "b.jsonl"]) writeFileSync(join(work, "rows", name), printed.stdout);
process.chdir(work);

// The latest of the rows with the same key. Rows without a time are the oldest.
const latest = (rows, key) =>
  [...rows.reduce((kept, row) => {
    const before = kept.get(row[key]);
    return before && (before.time ?? "") >= (row.time ?? "") ? kept : kept.set(row[key], row);
  }, new Map()).values()];
const turns = latest(printed.stdout.trim().split("\n").map((line) => JSON.parse(line)), "id");
const sessions = latest(turns.filter((row) => row.agent === ""), "session");
const tests = (row) => row.standings.find((s) => s.kind === "tests")?.state;
const tested = sessions.filter(tests);
const monday = (time) => {
  if (time === null) return null;
  const day = new Date(time);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return `${day.toISOString().slice(0, 10)} 00:00:00`;
};

// Groups items by a list of values, and appends what is counted of each group to it.
const count = (items, key, ...counts) => {
  const groups = new Map();
  for (const item of items) {
    const group = JSON.stringify(key(item));
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return [...groups].map(([group, members]) => [...JSON.parse(group), ...counts.map((of) => of(members))]);
};
const all = (members) => members.length;
const proved = (members) => members.filter((row) => tests(row) === "passed").length;
const each = (rows, list) => rows.flatMap((row) => row[list].map((item) => ({ ...item, row })));

const expected = [
  count(tested, (row) => [row.repository, monday(row.time)], all, proved),
  count(each(turns, "claims"), (c) => [c.row.repository, c.row.model, c.kind ?? null], all,
    (members) => members.filter((c) => c.verdict === "false").length).filter((row) => row.at(-1) > 0),
  count(each(sessions, "standings").filter((s) => s.state === "none"), (s) => [s.row.repository, s.kind, s.language ?? null], all),
  count(each(turns, "standings").filter((s) => s.state === "failed"), (s) => [s.row.repository, s.run.command],
    (members) => new Set(members.map((s) => `${s.row.session} ${s.run.line}`)).size),
];

const sorted = (rows) => rows.map((row) => JSON.stringify(row.map((value) => (typeof value === "bigint" ? Number(value) : value)))).sort();
const connection = await (await DuckDBInstance.create()).connect();
const answers = [];
for (const sql of queries) {
  const answer = await connection.runAndReadAll(sql);
  if (sql.startsWith("SELECT")) answers.push(answer.getRows().map((row) => row.map((v) => (v !== null && typeof v === "object" ? String(v) : v))));
}
assert.equal(answers.length, expected.length);
for (const [i, answer] of answers.entries()) {
  assert.ok(answer.length > 0, `query ${i + 1} has no row`);
  assert.deepEqual(sorted(answer), sorted(expected[i]), `query ${i + 1}`);
  console.log(`query ${i + 1}: ${answer.length} rows, as counted`);
}
rmSync(work, { recursive: true });
