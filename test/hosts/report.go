package main

import (
	"path"
	"regexp"
	"strings"
	"time"
)

// folder is that of the session whose reports the tests write.
const (
	session = "20260531-170546-ad4f12aa"
	folder  = "agent-handoffs/" + session
	report  = folder + "/01-tester-report.md"
)

// returned is the line by which a prompt tells an agent where its report is.
var returned = regexp.MustCompile("Handoff written to `([^`]+)`")

// reportName is a report's number and role.
var reportName = regexp.MustCompile(`^0*(\d+)-(.+)-report\.md$`)

// good returns a report that passes at this path.
func good(file string) string {
	name := reportName.FindStringSubmatch(path.Base(file))
	return strings.NewReplacer("CREATED", time.Now().UTC().Format(time.RFC3339), "ROLE", name[2], "NUMBER", name[1], "SESSION", path.Base(path.Dir(file))).Replace(template)
}

// bad returns the same report with two faults: the status and the missing end marker.
func bad(file string) string {
	return strings.NewReplacer(`"written"`, `"done"`, "<!-- handoff-end -->\n", "").Replace(good(file))
}

// faults are the rules that bad breaks.
var faults = []string{"schema/not-allowed", "report/missing-end-marker"}

// template has no backticks: Gemini CLI refuses a heredoc that has some.
const template = `---
agent_role: "ROLE"
task_id: "session-expiry"
session_id: "SESSION"
sequence: NUMBER
status: "written"
created: "CREATED"
handoff_type: "full"
summary: "Nine cases of session expiry were tried: seven pass, two fail on every run"
tags: ["auth", "sessions"]
---

# Session expiry

## 1. What Was Done

Nine cases of session expiry were written as table tests in the package auth and
run one hundred times each. Seven of them pass on every run: plain expiry, renewal
in good time, a lifetime of zero, two renewals at once, a revoked session, a session
from another host, and a session that was restored from disk.

Two cases fail on every run. In the first one the clock goes back by five minutes
after the session was made. The age is then negative, the comparison takes it for
young, and the session stays valid until the clock has caught up and the lifetime
has passed once more. A laptop that wakes up with a wrong clock shows the same.

In the second one a token is renewed in the very second in which it expires. The
function asks whether the token has expired, gets the answer no, and reads the clock
again in order to set the new expiry. Between these two calls the second ends, and
the caller gets a token that is already worthless, without an error. Under load this
happened in three of one hundred runs; with a clock that the test sets it happens in
all of them.

No code outside of the tests was changed. Whether the renewal may read the clock only
once touches its signature, which fourteen callers use, and the next agent decides
that. The audit log reads the same age, three times in one request, and was not tried
here. All nine cases together take forty milliseconds and need no network.

## 2. Output Artifacts

- internal/auth/expiry_test.go: the nine cases
- internal/auth/clock_test.go: a clock that a test can set

## 3. Decisions and Trade-offs

The tests set the clock through an unexported field. A parameter of the constructor
was rejected: it would have changed fourteen callers for a fix that may not need it.

## 4. Concerns and Caveats

The audit log uses the same function and was not tested; it may show the same fault.

## 5. Next Agent Actions

1. Fix the age: a negative one counts as expired.
2. Fix the renewal: read the clock once and use that time for both steps.
3. Run the nine cases one hundred times with the race detector and verify that all pass.

<!-- handoff-end -->
`
