#!/bin/sh
# shellcheck disable=SC2044 # as people write it
# What people write to check handoffs without a linter: script.sh FOLDER
status=0
say() {
	echo "$1: $2"
	status=1
}

for report in $(find "$1" -path '*/agent-handoffs/*' -name '*-report.md'); do
	[ "$(head -n 1 "$report")" = "---" ] || say "$report" "no front matter"
	for key in agent_role task_id session_id sequence status created handoff_type summary; do
		grep -q "^$key:" "$report" || say "$report" "no $key"
	done
	grep -qE '^status: "?(written|verified)"?' "$report" || say "$report" "wrong status"
	grep -qE '^handoff_type: "?(full|summary)"?' "$report" || say "$report" "wrong handoff_type"
	session=$(basename "$(dirname "$report")")
	grep -q "^session_id: \"$session\"" "$report" || say "$report" "session_id is not the folder's name"
	for section in "1. What Was Done" "2. Output Artifacts" "3. Decisions" "4. Concerns" "5. Next Agent Actions"; do
		grep -q "^## $section" "$report" || say "$report" "no section $section"
	done
	grep -q '<!-- handoff-end -->' "$report" || say "$report" "no end marker"
	grep -nEi '^(tbd|todo|n/a|\.\.\.)$' "$report" && say "$report" "placeholder"
	[ -e "$report.done" ] || say "$report" "no .done marker"
	[ "$(wc -w <"$report")" -ge 200 ] || say "$report" "too short"
done

for context in $(find "$1" -path '*/docs/context/*' -name '*.json'); do
	jq -e '(.task_id | type == "string" and length > 0)
		and (.task_summary | type == "string" and length > 0)
		and ((.relevant_files // []) | type == "array" and all(type == "string"))
		and ((.key_findings // []) | type == "array" and all(type == "string"))
		and ((.constraints // []) | type == "array" and all(type == "string"))
		and (.previous_failure == null or (.previous_failure.attempt | type == "number"))
	' "$context" >/dev/null || say "$context" "not a context file"
	[ "$(jq -r .task_id "$context").json" = "$(basename "$context")" ] || say "$context" "task_id is not the file's name"
done
exit $status
