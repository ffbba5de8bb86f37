package hook

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// endCommand ends a simple command and notes what it writes.
func (s *shell) endCommand() {
	s.endWord()
	f := s.top()
	words := f.words
	f.words, f.redirect = nil, ""
	words = s.assign(words)
	words = unwrapCommand(words)
	if len(words) == 0 || words[0].unknown {
		return
	}
	name := strings.TrimSuffix(path.Base(filepath.ToSlash(string(words[0].text))), ".exe")
	if run := effectOf(name); run != nil {
		run(s, f, words[1:])
	}
}

// effect is what a command does with its arguments.
type effect = func(s *shell, f *frame, args []word)

// effectOf is the effect of a command that writes to files which its arguments
// name, or that says where or what to run; nil for any other.
func effectOf(name string) effect {
	switch name {
	case "cd", "pushd":
		return (*shell).changeDir
	case "popd":
		return func(_ *shell, f *frame, _ []word) { f.dir = "" }
	case "tee":
		return (*shell).writeAll
	case "touch":
		return (*shell).touch
	case "cp", "mv", "install", "ln", "rsync":
		return (*shell).copyTo
	case "sed", "perl":
		return (*shell).editInPlace
	case "dd":
		return (*shell).dd
	case "sh", "bash", "zsh", "dash", "ksh":
		return (*shell).script
	case "eval":
		return (*shell).eval
	case "export", "local", "declare", "readonly":
		return (*shell).export
	}
	return nil
}

// reserved are words that stand before a command without being one.
var reserved = set("{", "}", "if", "then", "else", "elif", "fi", "do", "done", "while", "until", "!", "time",
	"sudo", "command", "builtin", "exec", "nohup", "env", "doas", "setsid", "stdbuf", "nice", "ionice")

// unwrapCommand leaves out what only says how a command is run: reserved words,
// and programs that run another one, with their options and assignments.
func unwrapCommand(words []word) []word {
	for len(words) > 0 && words[0].plain && reserved[string(words[0].text)] {
		words = words[1:]
		for len(words) > 0 && !words[0].unknown && isPrefix(string(words[0].text)) {
			words = words[1:]
		}
	}
	return words
}

func isPrefix(text string) bool {
	_, _, assigns := assignment(text)
	return assigns || strings.HasPrefix(text, "-")
}

// assign takes note of the assignments that a command begins with. Those that
// stand alone hold for what follows; before a command they hold for it alone,
// which makes no difference here.
func (s *shell) assign(words []word) []word {
	for len(words) > 0 {
		name, value, ok := assignment(string(words[0].text))
		if !ok {
			return words
		}
		s.setVariable(name, value, words[0].unknown)
		words = words[1:]
	}
	return words
}

func (s *shell) setVariable(name, value string, unknown bool) {
	if unknown || tooLong(value) {
		value = ""
	}
	if len(s.vars) < maxWrites {
		s.vars[name] = value
	}
}

func assignment(text string) (name, value string, ok bool) {
	name = variableName(text)
	value, ok = strings.CutPrefix(text[len(name):], "=")
	return name, value, ok && name != ""
}

func (s *shell) export(_ *frame, args []word) { s.assign(args) }

// write notes a file that is written.
func (s *shell) write(f *frame, w word) { s.writePath(f, s.resolve(f, w)) }

func (s *shell) writePath(_ *frame, file string) {
	if file != "" && len(s.writes) < maxWrites && !slices.Contains(s.writes, file) {
		s.writes = append(s.writes, file)
	}
}

// resolve is the path that a word means, "" where it is not known.
func (s *shell) resolve(f *frame, w word) string {
	file := string(w.text)
	if w.unknown || file == "" {
		return ""
	}
	if rest, ok := strings.CutPrefix(file, "~/"); ok && w.plain {
		file = filepath.Join(s.getenv("HOME"), rest)
	}
	if isAbs(file) {
		return s.copy(file)
	}
	if f.dir == "" || s.copied > maxCopied {
		return ""
	}
	return s.copy(filepath.Join(f.dir, file))
}

// copy counts what a path costs, and gives "" where it is none or too much was
// copied before.
func (s *shell) copy(file string) string {
	s.copied += len(file)
	if s.copied > maxCopied || tooLong(file) {
		return ""
	}
	return file
}

// isAbs takes a path with a leading slash for absolute on Windows as well,
// where agents often run a Unix shell.
func isAbs(file string) bool { return filepath.IsAbs(file) || strings.HasPrefix(file, "/") }

func (s *shell) changeDir(f *frame, args []word) {
	args = operands(args, "")
	if len(args) != 1 || string(args[0].text) == "-" {
		f.dir = ""
		return
	}
	f.dir = s.resolve(f, args[0])
}

// operands are the arguments that are no options. valued are the options of
// one letter whose value is the next argument.
func operands(args []word, valued string) []word {
	var out []word
	for i := 0; i < len(args); i++ {
		text := string(args[i].text)
		switch {
		case text == "--":
			return append(out, args[i+1:]...)
		case len(text) < 2 || text[0] != '-':
			out = append(out, args[i])
		case text[1] != '-' && strings.IndexByte(valued, text[len(text)-1]) >= 0:
			i++
		}
	}
	return out
}

func (s *shell) writeAll(f *frame, args []word) {
	for _, w := range operands(args, "") {
		s.write(f, w)
	}
}

func (s *shell) touch(f *frame, args []word) {
	for _, w := range operands(args, "rdt") {
		s.write(f, w)
	}
}

// copyTo notes the last operand, as a file, and as a folder with each of the
// others in it: which of the two it is, only the file system knows.
func (s *shell) copyTo(f *frame, args []word) {
	files := operands(args, "tSmog")
	folder, ok := s.targetFolder(f, args)
	if !ok {
		if len(files) < 2 {
			return
		}
		folder = s.resolve(f, files[len(files)-1])
		files = files[:len(files)-1]
		s.writePath(f, strings.TrimRight(folder, `/\`))
	}
	for _, w := range files {
		if folder != "" && !w.unknown && s.copied <= maxCopied {
			s.writePath(f, s.copy(filepath.Join(folder, path.Base(filepath.ToSlash(string(w.text))))))
		}
	}
}

// targetFolder is the folder that -t or --target-directory names.
func (s *shell) targetFolder(f *frame, args []word) (string, bool) {
	for i, w := range args {
		text := string(w.text)
		if rest, ok := strings.CutPrefix(text, "--target-directory="); ok {
			w.text = []byte(rest)
			return s.resolve(f, w), true
		}
		if text == "-t" && i+1 < len(args) {
			return s.resolve(f, args[i+1]), true
		}
	}
	return "", false
}

// editInPlace notes all operands of sed or perl with -i.
func (s *shell) editInPlace(f *frame, args []word) {
	for _, w := range args {
		text := string(w.text)
		if strings.HasPrefix(text, "--in-place") || len(text) > 1 && text[0] == '-' && text[1] != '-' && strings.Contains(text, "i") {
			s.writeAll(f, args)
			return
		}
	}
}

func (s *shell) dd(f *frame, args []word) {
	for _, w := range args {
		if rest, ok := strings.CutPrefix(string(w.text), "of="); ok {
			s.write(f, word{text: []byte(rest), unknown: w.unknown})
		}
	}
}

// script scans the command line that `sh -c` runs.
func (s *shell) script(f *frame, args []word) {
	for i, w := range args {
		text := string(w.text)
		if !strings.HasPrefix(text, "-") {
			return
		}
		if strings.HasSuffix(text, "c") && text[1] != '-' && i+1 < len(args) {
			s.runInner(f, string(args[i+1].text))
			return
		}
	}
}

func (s *shell) eval(f *frame, args []word) {
	var line []string
	for _, w := range args {
		line = append(line, string(w.text))
	}
	s.runInner(f, strings.Join(line, " "))
}

func (s *shell) runInner(f *frame, command string) {
	if s.scripts < maxScripts && f.dir != "" {
		s.run(command, f.dir, s.scripts+1)
	}
}
