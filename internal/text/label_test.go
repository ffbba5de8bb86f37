package text

import "testing"

func TestIsLabel(t *testing.T) {
	for s, want := range map[string]bool{
		"": false, "Files:": true, "**Files:**": true, "**Files**:": true, "文件：": true,
		"**Next steps**": true, "__Next steps.__": true, "**完成。**": true, "**Done. And tested**": false, "**Done** and **tested**": false,
		"Files": false, "Files: a.go": false,
	} {
		if got := IsLabel(s); got != want {
			t.Errorf("IsLabel(%q) = %t", s, got)
		}
	}
}
