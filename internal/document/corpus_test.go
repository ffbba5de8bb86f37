package document

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus is a folder of files from other projects, which are not part of this one.
const corpus = "../../../shared/corpus"

func corpusFiles(t *testing.T, folder string) []string {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(corpus, folder, "*"))
	if len(files) == 0 {
		t.Skipf("there is no corpus at %s", corpus)
	}
	return files
}

func parseFound(t *testing.T, file string) *Document {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return Parse(Input{Path: filepath.Base(file), Data: data}, usualLimits)
}

func TestCorpusMetadata(t *testing.T) {
	files := corpusFiles(t, "metadata")
	table, err := os.ReadFile(filepath.Join(corpus, "metadata_expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]string{} // the line on which the object begins
	for _, row := range strings.Split(string(table), "\n")[1:] {
		if columns := strings.Split(row, "\t"); len(columns) > 1 {
			lines[columns[0]] = columns[1]
		}
	}
	for _, file := range files {
		d := parseFound(t, file)
		if d.Format != Metadata || d.Fatal {
			t.Errorf("%s: format %q, faults %v", file, d.Format, faultsOf(d))
			continue
		}
		got, _, _ := strings.Cut(place(d, d.Data().Value.Start), ":")
		if want := lines[filepath.Base(file)]; got != want {
			t.Errorf("%s: the block begins on line %s, want %s", file, got, want)
		}
	}
}

// Documentation shows blocks as examples; the other files have none.
func TestCorpusWithoutMetadata(t *testing.T) {
	for _, file := range append(corpusFiles(t, "metadata_docs"), corpusFiles(t, "metadata_noblock")...) {
		if d := parseFound(t, file); d.Format != Unknown || len(d.Faults) > 0 {
			t.Errorf("%s: format %q, faults %v", file, d.Format, faultsOf(d))
		}
	}
}

func TestCorpusReportTemplates(t *testing.T) {
	for _, file := range corpusFiles(t, "report") {
		d := parseFound(t, file)
		if d.Format != Report || d.Body == nil {
			t.Errorf("%s: format %q, faults %v", file, d.Format, faultsOf(d))
			continue
		}
		for i, s := range d.Body.Sections {
			if s.Number != i+1 || len(s.Leaves) == 0 {
				t.Errorf("%s: section %d is %+v", file, i, s)
			}
		}
	}
}
