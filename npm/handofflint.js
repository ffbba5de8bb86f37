#!/usr/bin/env node
// Runs the program, which is in the package of this platform: an optional dependency.
"use strict";

const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");
const { name, version } = require("./package.json");

// 1 and not 2: to a coding agent whose hook this is, 2 is a verdict.
const cannotRun = 1;

function program() {
  const platform = `@${name}/${process.platform}-${process.arch}`;
  const repair = `Reinstall both: npm install --include=optional ${name}@${version}`;
  let found;
  try {
    found = require(`${platform}/package.json`);
  } catch {
    throw new Error(`the package ${platform} is missing: this platform has none, or optional dependencies were left out. ${repair}`);
  }
  if (found.version !== version) {
    throw new Error(`${platform} is version ${found.version}, and ${name} is version ${version}. ${repair}`);
  }
  return require.resolve(`${platform}/${found.files[0]}`);
}

try {
  const { status, signal, error } = spawnSync(program(), process.argv.slice(2), { stdio: "inherit" });
  if (error) throw error;
  process.exitCode = signal ? 128 + constants.signals[signal] : status;
} catch (error) {
  console.error(`${name}: ${error.message}`);
  process.exitCode = cannotRun;
}
