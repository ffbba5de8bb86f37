package hook

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shellEnv is the environment of the tests' shell.
func shellEnv(name string) string { return map[string]string{"HOME": "/home/dev"}[name] }

func TestWrittenFiles(t *testing.T) {
	tests := []struct {
		name, command string
		want          []string
	}{
		{"redirection", `echo x > a.md`, []string{"/w/a.md"}},
		{"append", `echo x >> a.md`, []string{"/w/a.md"}},
		{"clobber", `echo x >| a.md`, []string{"/w/a.md"}},
		{"both streams", `make &> a.md`, []string{"/w/a.md"}},
		{"both streams, append", `make &>> a.md`, []string{"/w/a.md"}},
		{"both streams, old form", `make >& a.md`, []string{"/w/a.md"}},
		{"errors", `make 2> a.md`, []string{"/w/a.md"}},
		{"descriptors", `make 2>&1 1>&- >&2`, nil},
		{"no space", `echo x>a.md`, []string{"/w/a.md"}},
		{"before the command", `>a.md echo x`, []string{"/w/a.md"}},
		{"reading", `cat < a.md`, nil},
		{"here string", `cat <<< a.md > b.md`, []string{"/w/b.md"}},
		{"double quotes", `echo x > "my dir/a b.md"`, []string{"/w/my dir/a b.md"}},
		{"single quotes", `echo x > 'my $dir/a.md'`, []string{"/w/my $dir/a.md"}},
		{"escapes", `echo x > my\ dir/a\"b.md`, []string{`/w/my dir/a"b.md`}},
		{"joined quotes", `echo x > "a"'b'c.md`, []string{"/w/abc.md"}},
		{"quoted operator", `echo ">" a.md '> b.md'`, nil},
		{"comment", "echo x # > a.md\necho y > b.md", []string{"/w/b.md"}},
		{"no comment", `echo x#y > a.md`, []string{"/w/a.md"}},
		{"several commands", `echo 1 > a.md; echo 2 > b.md && echo 3 > c.md || true | tee d.md & touch e.md`,
			[]string{"/w/a.md", "/w/b.md", "/w/c.md", "/w/d.md", "/w/e.md"}},
		{"continued line", "echo x > \\\n a.md", []string{"/w/a.md"}},
		{"cd", `cd sub && echo x > a.md`, []string{"/w/sub/a.md"}},
		{"cd absolute", `cd "/other dir"; touch a.md`, []string{"/other dir/a.md"}},
		{"cd in a subshell", `(cd sub && touch a.md); touch b.md`, []string{"/w/sub/a.md", "/w/b.md"}},
		{"cd to nobody knows where", `cd "$X" && touch a.md /b.md`, []string{"/b.md"}},
		{"tee", `x | tee -a a.md b.md > /dev/null`, []string{"/dev/null", "/w/a.md", "/w/b.md"}},
		{"touch", `touch -d "2 days ago" a.md b.md`, []string{"/w/a.md", "/w/b.md"}},
		{"cp", `cp -f x/a.md out`, []string{"/w/out", "/w/out/a.md"}},
		{"cp several", `cp a.md b.md out/`, []string{"/w/out", "/w/out/a.md", "/w/out/b.md"}},
		{"cp -t", `cp -t out a.md`, []string{"/w/out/a.md"}},
		{"cp --target-directory", `cp --target-directory=out a.md`, []string{"/w/out/a.md"}},
		{"mv", `mv draft.md "final report.md"`, []string{"/w/final report.md", "/w/final report.md/draft.md"}},
		{"install", `install -m 644 a.md out/b.md`, []string{"/w/out/b.md", "/w/out/b.md/a.md"}},
		{"sed in place", `sed -i 's/a/b/' a.md`, []string{"/w/s/a/b", "/w/a.md"}},
		{"sed", `sed 's/a/b/' a.md`, nil},
		{"dd", `dd if=x of=a.md`, []string{"/w/a.md"}},
		{"sudo and env", `sudo -n env A=b tee a.md`, []string{"/w/a.md"}},
		{"loop", `for i in 1 2; do echo $i > a.md; done`, []string{"/w/a.md"}},
		{"condition", `if true; then touch a.md; else touch b.md; fi`, []string{"/w/a.md", "/w/b.md"}},
		{"group", `{ echo x; } > a.md`, []string{"/w/a.md"}},
		{"function", `f() { touch a.md; }; f`, []string{"/w/a.md"}},
		{"case", "case x in a) touch a.md;; *) touch b.md;; esac", []string{"/w/a.md", "/w/b.md"}},
		{"substitution", `echo "$(echo x > a.md)" > b.md`, []string{"/w/a.md", "/w/b.md"}},
		{"backticks", "echo `touch a.md` > b.md", []string{"/w/a.md", "/w/b.md"}},
		{"process substitution", `tee >(cat > a.md) < x`, []string{"/w/a.md"}},
		{"sh -c", `bash -lc 'cd sub; echo "x" > a.md'`, []string{"/w/sub/a.md"}},
		{"eval", `eval "touch a.md"`, []string{"/w/a.md"}},
		{"variable", `D=out/x; cat > "$D/a.md"; touch ${D}/b.md`, []string{"/w/out/x/a.md", "/w/out/x/b.md"}},
		{"exported", `export D=out && touch $D/a.md`, []string{"/w/out/a.md"}},
		{"unknown variable", `touch $D/a.md "$(pwd)/b.md" ${E:-x}/c.md`, nil},
		{"home", `touch ~/a.md $HOME/b.md '~/c.md'`, []string{"/home/dev/a.md", "/home/dev/b.md", "/w/~/c.md"}},
		{"working folder", `touch $PWD/a.md`, []string{"/w/a.md"}},
		{"glob", `touch *.md a?.md {a,b}.md`, nil},
		{"ansi quotes", `touch $'it\'s.md'`, []string{"/w/it's.md"}},
		{"here document", "cat > a.md <<'EOF'\n# > b.md\n$(touch c.md)\nEOF\ntouch d.md", []string{"/w/a.md", "/w/d.md"}},
		{"here document with tabs", "cat <<-\tEOF > a.md\n\t> b.md\n\tEOF\ntouch c.md", []string{"/w/a.md", "/w/c.md"}},
		{"two here documents", "cat <<A > a.md; cat <<B > b.md\nx > 1\nA\ny > 2\nB\ntouch c.md", []string{"/w/a.md", "/w/b.md", "/w/c.md"}},
		{"here document in a substitution", "x=\"$(cat <<'E'\nit's > n.md\nE\n)\"; touch a.md", []string{"/w/a.md"}},
		{"here document without end", "cat <<E > a.md\nx > b.md", []string{"/w/a.md"}},
		{"open quote", `echo "x > a.md`, nil},
		{"windows line ends", "echo x > a.md\r\ntouch b.md\r\n", []string{"/w/a.md", "/w/b.md"}},
		{"empty", ``, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := writtenFiles(tt.command, "/w", shellEnv)
			for i := range got {
				got[i] = filepath.ToSlash(got[i])
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s\n got %q\nwant %q", tt.command, got, tt.want)
			}
		})
	}
}

// TestShellIsBounded gives the scanner what makes a parser recurse.
func TestShellIsBounded(t *testing.T) {
	for _, piece := range []string{"(", "$(", "`", "((", "$((", "{ ", "if ", "\"$(", "${", "<(", "case x in (", "'", "\\", "<<E ", "bash -c ", "a=(", "eval "} {
		command := "touch a.md; " + strings.Repeat(piece, maxKept/len(piece))
		if got := writtenFiles(command, "/w", shellEnv); len(got) == 0 || filepath.ToSlash(got[0]) != "/w/a.md" {
			t.Errorf("%q: %q", piece, got)
		}
	}
}

func FuzzWrittenFiles(f *testing.F) {
	for _, seed := range []string{"cat <<E > a\nx\nE", `bash -c "cd 'a b'; touch x"`, "`$(${(", "a=(b);>&2 2>&1", "x | tee -a \"$A\" >(b)", "cp -t", "$'", "eval eval eval"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, command string) {
		for _, file := range writtenFiles(command, "/w", shellEnv) {
			if !isAbs(file) {
				t.Errorf("%q is not absolute", file)
			}
		}
	})
}
