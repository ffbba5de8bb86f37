package hook

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"testing/iotest"
)

// crashVariable makes this test binary crash while it checks an event, in a way that recover cannot catch.
const crashVariable = "HANDOFFLINT_TEST_CRASH"

var crashes = map[string]func(){
	"a stack that overflows": func() {
		debug.SetMaxStack(1 << 20)
		os.Exit(overflow(0))
	},
	"a panic in another goroutine": func() {
		go func() { panic("broken") }()
		select {}
	},
}

// overflow recurses until the stack overflows.
func overflow(n int) int {
	if n < 0 {
		return 0
	}
	return overflow(n+1) + 1
}

// A crash must not exit with 2, which a host takes for a verdict.
func TestACrashIsNoVerdict(t *testing.T) {
	if crash := crashes[os.Getenv(crashVariable)]; crash != nil {
		event := `{"hook_event_name":"PostToolUse","session_id":"s","cwd":"/x","tool_name":"Write","tool_input":{"file_path":"/x/docs/context/1717500000-a.json"}}`
		os.Exit(Run(Config{
			In: strings.NewReader(event), Out: os.Stdout, Err: os.Stderr, Getenv: func(string) string { return "" },
			Checker: func(string) (Checker, error) { crash(); return Checker{}, nil },
		}))
	}
	if runtime.GOOS == "windows" {
		t.Skip("such a crash ends with 2 there, whatever a program does")
	}
	for name := range crashes {
		cmd := exec.Command(os.Args[0], "-test.run=^TestACrashIsNoVerdict$")
		cmd.Env = append(os.Environ(), crashVariable+"="+name)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() >= 0 {
			t.Errorf("%s: %v, should end by a signal\n%.500s", name, err, out)
		}
	}
}

type badWriter struct{ io.Writer }

func (badWriter) Write([]byte) (int, error) { panic("broken") }

// An event that cannot be read is reported as such.
func TestAnUnreadEventIsTold(t *testing.T) {
	var out bytes.Buffer
	code := Run(Config{In: iotest.ErrReader(errors.New("the pipe is gone")), Out: &out, Err: &out, Getenv: func(string) string { return "" }})
	if code == 2 || !strings.Contains(out.String(), "the pipe is gone") {
		t.Errorf("%d: %s", code, out.String())
	}
}

// Even if the message cannot be written, the exit code does not block.
func TestAPanicWhileTellingIsNoVerdict(t *testing.T) {
	for _, exitCode := range []bool{false, true} {
		code := Run(Config{In: strings.NewReader("x"), Out: badWriter{}, Err: badWriter{}, Getenv: func(string) string { return "" }, ExitCode: exitCode})
		if code != exitNote {
			t.Errorf("exit code %d, want %d", code, exitNote)
		}
	}
}
