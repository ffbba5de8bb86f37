package hook

import "strings"

// The bounds of reading a command line.
const (
	// maxFrames is how deep subshells and substitutions may nest. What nests
	// deeper is taken to stand on the same level.
	maxFrames = 100
	// maxScripts is how deep `sh -c` may nest.
	maxScripts = 3
	// maxWrites is how many files a command may be known to write.
	maxWrites = 256
	// maxCopied is how much may be copied to fill in variables and to join paths,
	// in bytes: a few of a line can stand for any number. What comes behind that is
	// not known.
	maxCopied = 8 << 20
)

// A parser of the whole language, such as mvdan.cc/sh, recurses with the depth
// of its input: a few hundred KB of brackets end in a stack overflow, which no
// recover catches. What is needed here is less: the words of simple commands
// and their redirections. So this is a scanner with a stack of its own, which
// takes time in proportion to its input and never fails: of a line that no
// shell would run it makes something, and nothing is lost, for the files are
// looked at, not the line.

// writtenFiles are the paths that a command line writes to, as far as they can
// be told without running it: `>`, `>>`, `>|`, `&>` and their like, here
// documents, tee, cp, mv, touch, install and a few more, behind cd and sudo, in
// loops, subshells and `sh -c`. Relative paths are joined with cwd, behind
// `cd folder` with the folder. Words with what only the shell knows (globs,
// unknown variables) are left out. getenv looks up an environment variable.
func writtenFiles(command, cwd string, getenv func(string) string) []string {
	s := &shell{vars: map[string]string{"PWD": cwd}, getenv: getenv}
	s.run(command, cwd, 0)
	return s.writes
}

// shell scans one command line.
type shell struct {
	src     string
	pos     int
	frames  []frame
	vars    map[string]string
	getenv  func(string) string
	heredoc []heredoc
	scripts int
	writes  []string
	copied  int
}

// frame is a list of commands: the line itself, a subshell or a substitution.
type frame struct {
	words []word
	word  word
	// close is the byte that ends the frame, 0 for the line itself.
	close byte
	// quoted says that the frame is inside double quotes at the moment.
	quoted bool
	// redirect is the operator that the next word belongs to, "" for none.
	redirect string
	// dir is the folder that relative paths start at, "" where it is unknown.
	dir string
}

// word is a word of a command.
type word struct {
	text []byte
	// open says that the word has begun, be it with empty quotes.
	open bool
	// plain says that nothing of it was quoted.
	plain bool
	// unknown says that only the shell knows what the word stands for.
	unknown bool
}

// heredoc is a here document whose body begins on the next line.
type heredoc struct {
	end  string
	tabs bool // leading tabs do not count
}

func (s *shell) run(command, dir string, depth int) {
	outer := *s
	s.src, s.pos, s.heredoc, s.scripts = command, 0, nil, depth
	s.frames = []frame{{dir: dir, word: word{plain: true}}}
	for s.pos < len(s.src) {
		s.step()
	}
	for len(s.frames) > 0 {
		s.endFrame()
	}
	s.src, s.pos, s.frames, s.heredoc, s.scripts = outer.src, outer.pos, outer.frames, outer.heredoc, outer.scripts
}

func (s *shell) top() *frame { return &s.frames[len(s.frames)-1] }

// step reads a character, or what belongs together.
func (s *shell) step() {
	f, c := s.top(), s.src[s.pos]
	s.pos++
	switch {
	case f.quoted:
		s.stepQuoted(c)
	case c == '\'':
		s.literal(strings.IndexByte(s.src[s.pos:], '\''))
	case c == '"':
		f.quoted = true
		f.word.open, f.word.plain = true, false
	case c == '\\':
		s.escaped()
	case c == '$':
		s.dollar()
	case c == '`':
		s.backtick()
	case c == '#' && !f.word.open:
		s.skipTo(strings.IndexByte(s.src[s.pos:], '\n'))
	case c == ' ' || c == '\t' || c == '\r':
		s.endWord()
	case strings.IndexByte("\n;&|<>()", c) >= 0:
		s.operator(c)
	default:
		f.word.open = true
		if strings.IndexByte("*?[{", c) >= 0 && !s.loneBrace(c) {
			f.word.unknown = true
		}
		f.word.text = append(f.word.text, c)
	}
}

// loneBrace says whether c is a brace that is a word by itself.
func (s *shell) loneBrace(c byte) bool {
	return c == '{' && len(s.top().word.text) == 0 && (s.pos == len(s.src) || strings.IndexByte(" \t\n", s.src[s.pos]) >= 0)
}

func (s *shell) stepQuoted(c byte) {
	f := s.top()
	switch c {
	case '"':
		f.quoted = false
	case '$':
		s.dollar()
	case '`':
		s.backtick()
	case '\\':
		if s.pos < len(s.src) && strings.IndexByte("\"\\$`\n", s.src[s.pos]) >= 0 {
			s.escaped()
			return
		}
		f.word.text = append(f.word.text, c)
	default:
		f.word.text = append(f.word.text, c)
	}
}

// literal takes the next n bytes and the quote behind them; all that is left
// where the quote never comes.
func (s *shell) literal(n int) {
	f := s.top()
	f.word.open, f.word.plain = true, false
	if n < 0 {
		n = len(s.src) - s.pos
	}
	f.word.text = append(f.word.text, s.src[s.pos:s.pos+n]...)
	s.pos = min(s.pos+n+1, len(s.src))
}

// escaped takes the byte behind a backslash; a line break is left out with it.
func (s *shell) escaped() {
	if s.pos == len(s.src) {
		return
	}
	if c := s.src[s.pos]; c != '\n' {
		f := s.top()
		f.word.open, f.word.plain = true, false
		f.word.text = append(f.word.text, c)
	}
	s.pos++
}

func (s *shell) skipTo(n int) {
	if n < 0 {
		n = len(s.src) - s.pos
	}
	s.pos += n
}

// push opens a frame within the word or list that is being read.
func (s *shell) push(closing byte) {
	if len(s.frames) >= maxFrames {
		return
	}
	s.frames = append(s.frames, frame{close: closing, dir: s.top().dir, word: word{plain: true}})
}

// endFrame ends the last command of the innermost frame, and the frame.
func (s *shell) endFrame() {
	s.endCommand()
	s.frames = s.frames[:len(s.frames)-1]
}

func (s *shell) backtick() {
	for i := len(s.frames) - 1; i > 0; i-- {
		if s.frames[i].close == '`' {
			for len(s.frames) > i {
				s.endFrame()
			}
			return
		}
	}
	s.markUnknown()
	s.push('`')
}

// markUnknown says that a part of the word is not known.
func (s *shell) markUnknown() {
	f := s.top()
	f.word.open, f.word.unknown = true, true
}

// operator reads what separates words and commands.
func (s *shell) operator(c byte) {
	switch c {
	case '<', '>':
		s.redirection(c)
	case '&':
		if s.follows(">") {
			s.endWord()
			s.redirection('>')
			return
		}
		s.endCommand()
	case '(':
		s.endWord()
		if s.follows(")") { // the name of a function stands before it
			s.top().words = nil
			return
		}
		s.push(')')
	case ')':
		s.endCommand()
		if len(s.frames) > 1 && s.top().close == ')' {
			s.frames = s.frames[:len(s.frames)-1]
		}
	case '\n':
		s.endCommand()
		s.skipHeredocs()
	default:
		s.endCommand()
	}
}

// follows takes what stands next where it is that.
func (s *shell) follows(what string) bool {
	ok := strings.HasPrefix(s.src[s.pos:], what)
	if ok {
		s.pos += len(what)
	}
	return ok
}

// redirection reads an operator that begins with < or >. Digits before it are
// a descriptor, not a word.
func (s *shell) redirection(c byte) {
	f := s.top()
	if f.word.open && f.word.plain && isNumber(string(f.word.text)) {
		f.word = word{plain: true}
	}
	s.endWord()
	switch {
	case s.follows("("):
		s.markUnknown()
		s.push(')')
	case c == '<' && s.follows("<<"), c == '<' && s.follows("&"):
		f.redirect = "<"
	case c == '<' && s.follows("<-"):
		f.redirect = "<<-"
	case c == '<' && s.follows("<"):
		f.redirect = "<<"
	case c == '<' && s.follows(">"):
		f.redirect = ">"
	case c == '<':
		f.redirect = "<"
	case s.follows("&"):
		f.redirect = ">&"
	default:
		_ = s.follows(">") || s.follows("|")
		f.redirect = ">"
	}
}

// endWord adds the word to its command, or gives it to the redirection before
// it.
func (s *shell) endWord() {
	f := s.top()
	if !f.word.open {
		return
	}
	done, op := f.word, f.redirect
	f.word, f.redirect = word{plain: true}, ""
	text := string(done.text)
	switch op {
	case "":
		f.words = append(f.words, done)
	case "<<", "<<-":
		s.heredoc = append(s.heredoc, heredoc{end: text, tabs: op == "<<-"})
	case ">":
		s.write(f, done)
	case ">&":
		if !isNumber(strings.TrimSuffix(text, "-")) {
			s.write(f, done)
		}
	}
}

// skipHeredocs passes over the bodies of the here documents that were
// announced on the line.
func (s *shell) skipHeredocs() {
	for _, h := range s.heredoc {
		for s.pos < len(s.src) {
			line, _, found := strings.Cut(s.src[s.pos:], "\n")
			s.pos += len(line)
			if found {
				s.pos++
			}
			line = strings.TrimSuffix(line, "\r")
			if h.tabs {
				line = strings.TrimLeft(line, "\t")
			}
			if line == h.end {
				break
			}
		}
	}
	s.heredoc = nil
}

func isNumber(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}
