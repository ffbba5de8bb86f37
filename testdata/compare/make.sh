#!/bin/sh
# Writes 2,000 reports in 40 sessions, and 2,000 context files, for docs/benchmarks.md:
# make.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/docs/context"
cd "$1"
for session in $(seq 10 49); do
	id="20260531-1705$session-ad4f12aa"
	folder="agent-handoffs/$id"
	mkdir -p "$folder"
	for number in $(seq 1 50); do
		report=$(printf '%s/%02d-architect-report.md' "$folder" "$number")
		sed "s/@SESSION@/$id/; s/@SEQUENCE@/$number/" "$here/report.md.tmpl" >"$report"
		: >"$report.done"
		task=$(printf '17175%s%03d-fix-auth-race' "$session" "$number")
		sed "s/@TASK@/$task/" "$here/context.json.tmpl" >"docs/context/$task.json"
	done
done
