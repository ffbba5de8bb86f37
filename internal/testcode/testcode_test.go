package testcode

import (
	"slices"
	"strings"
	"testing"
)

func TestAdded(t *testing.T) {
	const script = `describe("expiry", () => {
	test("a", () => {
		expect(test("x")).toBe(1);
	});
	it.only('b', async () => {});
	describe("inner", () => {
		test(
			"c",
			() => {},
		);
	});
	test("d", () => {});
});
test("e", () => {});
`
	for name, tt := range map[string]struct {
		file, was, is string
		want          []int
		ok            bool
	}{
		"a new file":                    {"a.test.ts", "", script, []int{1, 1, 3}, true},
		"one more in a group":           {"a.test.ts", "describe(\"a\", () => {\n\ttest(\"a\")", "describe(\"a\", () => {\n\ttest(\"a\")\n\ttest(\"b\")", []int{1}, true},
		"one beside another":            {"a.test.ts", "\ttest(\"a\")", "\ttest(\"a\")\n\n\ttest(\"b\")\n\ttest(\"c\")", []int{1, 1}, true},
		"a group before another":        {"a.test.ts", "describe(\"z\", () => {", "describe(\"a\", () => {\n  it(\"a\")\n  it(\"b\")\n})\ndescribe(\"z\", () => {", []int{2}, true},
		"a body":                        {"a.test.ts", "\texpect(1)", "\texpect(2)", nil, true},
		"one removed":                   {"a.test.ts", "test(\"a\")\ntest(\"b\")", "test(\"a\")", nil, false},
		"cases":                         {"a.test.ts", "", "test.each([1, 2])(\"%s\", () => {})", nil, false},
		"some that are left out":        {"a.test.ts", "", "test(\"a\", f)\ntest.todo(\"b\")", nil, false},
		"subtests":                      {"a.test.ts", "", "test(\"a\", async (t) => {\n\tawait t.test(\"b\", f)", nil, false},
		"a loop":                        {"a.test.ts", "", "for (const c of all) {\n\ttest(\"c\", () => {});\n}", nil, false},
		"a function of the project":     {"a.test.ts", "", "dbTest(\"a\", () => {})", nil, false},
		"a name of its own":             {"a.test.ts", "", "test(`a ${b}`, () => {})", nil, false},
		"go":                            {"store_test.go", "", "func TestA(t *testing.T) {\n}\n\nfunc TestB(t *testing.T) {\n}\n", []int{1, 1}, true},
		"a table in go":                 {"store_test.go", "", "func TestA(t *testing.T) {\n\tfor _, tt := range all {\n\t\tt.Run(tt.name, nil)\n", nil, false},
		"go that is tested":             {"store.go", "", "func TestA() {}", nil, false},
		"python":                        {"test_a.py", "", "class TestA:\n    def test_a(self):\n        pass\n\n    def test_b(self):\n        pass\n\ndef test_c():\n    pass\n", []int{1, 2}, true},
		"python with cases":             {"test_a.py", "", "@pytest.mark.parametrize('a', [1])\ndef test_a(a):\n", nil, false},
		"rust":                          {"lib.rs", "", "    #[test]\n    fn a() {}\n    #[tokio::test]\n    async fn b() {}\n", []int{1, 1}, true},
		"java":                          {"ATest.java", "", "class ATest {\n    @Test\n    void a() {}\n    @Test\n    void b() {}\n}\n", []int{2}, true},
		"a page":                        {"README.md", "", "test(\"a\")", nil, true},
		"a language that nobody knows":  {"a_test.rb", "", "test \"a\" do", nil, false},
		"a text that is longer than is": {"a.test.ts", "", strings.Repeat("test(\"a\")\n", maxText/8), nil, false},
	} {
		got, ok := Added(tt.file, tt.was, tt.is)
		if !slices.Equal(got, tt.want) || ok != tt.ok {
			t.Errorf("%s: %v, %v; want %v, %v", name, got, ok, tt.want, tt.ok)
		}
	}
}

// What an edit adds has no group without a test.
func FuzzAdded(f *testing.F) {
	f.Add("a.test.ts", "test(\"a\")", "describe(\"b\", () => {\n\ttest(\"c\")")
	f.Add("test_a.py", "", "class A:\n\tdef test_a(self): pass")
	f.Fuzz(func(t *testing.T, name, was, is string) {
		groups, ok := Added(name, was, is)
		if slices.ContainsFunc(groups, func(count int) bool { return count <= 0 }) || !ok && groups != nil {
			t.Errorf("%v, %v", groups, ok)
		}
	})
}
