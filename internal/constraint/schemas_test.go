package constraint_test

// schemas cover every construct that the compiler knows, and those that it
// leaves to CUE.
var schemas = []schema{
	{"top", `#S: _`, []string{`{"a":[1]}`, `null`}},
	{"kinds", `#S: {s: string, i: int, n: number, f: float, b: bool, z: null, l: [...], o: {...}, u: null | string, v: int | string | bool, ...}`,
		[]string{`{"s":"a","i":1,"n":1.5,"f":2.5,"b":true,"z":null,"l":[],"o":{},"u":null,"v":1}`}},
	{"marks", `#S: {a: int, b!: int, c?: int, d?: _|_, e: *1 | int, f?: *"x" | string, g?: *true | bool}`,
		[]string{`{"a":1,"b":2,"c":3,"e":4,"f":"y","g":false}`}},
	{"constants", `#S: {s: "a" | "b" | "complete", i: 1 | 2 | 3, x: 1.5, m?: "a" | 1 | null | true, n?: null, ne?: !=1, ns?: !="a", nn?: !=null, nb?: bool & !=null}`,
		[]string{`{"s":"a","i":1,"x":1.5,"m":"a","n":null,"ne":2,"ns":"b","nn":1,"nb":false}`}},
	{"bounds", `#S: {a?: >=1 & <=5, b?: int & >=1, c?: >0 & <2.5, d?: uint8, e?: int & >1.5 & <3.5, f?: >=2 & <=2, g?: >"b" & <"x", h?: number & !=2, i?: int8, j?: float & >1}`,
		[]string{`{"a":1,"b":2,"c":1.5,"d":255,"e":2,"f":2,"g":"c","h":1,"i":-1,"j":1.5}`}},
	{"strings", `import "strings"
#S: {a?: strings.MinRunes(1), b?: strings.MaxRunes(3), c?: strings.MinRunes(2) & strings.MaxRunes(4) & =~"^[a-z]", d?: =~"\\S", e?: !~"^x", f?: string & !="a" & =~"."}`,
		[]string{`{"a":"x","b":"日本語","c":"abc","d":" a","e":"a","f":"b"}`}},
	{"times", `import "time"
#S: {t: time.Time, d?: time.Format("2006-01-02"), u?: time.Time | time.Format("2006-01-02"), z?: null | time.Time}`,
		[]string{`{"t":"2026-05-31T12:21:29Z","d":"2026-05-31","u":"2026-05-31","z":null}`}},
	{"lists", `import "list"
#S: {a: [...string], b?: [int, string], c?: [int, ...bool], d?: [...string] & list.MinItems(1), e?: [...int] & list.MaxItems(2) & list.UniqueItems(), f?: [_, ...], g?: [...{n!: int}], h?: list.MinItems(2), i?: [...[...int]], j?: [], k?: [...] & [_, ...int]}`,
		[]string{`{"a":["x"],"b":[1,"a"],"c":[1,true],"d":["a"],"e":[1,2],"f":[1],"g":[{"n":1},{"n":2}],"h":[1,2],"i":[[1],[]],"j":[],"k":[1,2]}`}},
	{"unique", `import "list"
#S: {u: list.UniqueItems(), v?: list.UniqueItems}`, []string{`{"u":[1,"1",[1],{"a":1,"b":2},{"b":2,"a":3},null,true],"v":[1,2]}`, `{"u":[{"a":1,"b":[1.5]},{"b":[1.5],"a":1}]}`}},
	{"fields", `import "struct"
#S: {a?: struct.MinFields(1), b?: struct.MaxFields(2), c?: {x?: int, y?: int} & struct.MinFields(1), d?: {struct.MinFields(1), x?: int, ...}, e?: null | struct.MinFields(1)}`,
		[]string{`{"a":{"x":1},"b":{"x":1,"y":2},"c":{"x":1},"d":{"x":1,"z":2},"e":{"q":1}}`}},
	{"closed", `#S: {a: {x?: int, y?: {z?: int}}, b?: {x?: int, ...}, c?: close({x?: int}), d?: {...}, e?: null | {q?: {r?: int}}, f?: [...{k?: int}], g?: {h?: int} | [...int]}`,
		[]string{`{"a":{"x":1,"y":{"z":1}},"b":{"x":1,"extra":2},"c":{"x":1},"d":{"extra":1},"e":{"q":{"r":1}},"f":[{"k":1}],"g":{"h":1}}`}},
	{"open", `a: {x?: int, y?: {z?: int}}
b: {c!: close({q?: int}), d?: {...}, a}
#S: {b, ...}`, []string{`{"c":{"q":1},"x":1,"y":{"z":2}}`}},
	{"patterns", `#S: {a?: {[string]: int}, b?: {[=~"^x"]: int, xa?: >3, y?: string}, c?: {[_]: string}, d?: {["a" | "b"]: int, ...}, e?: {[!~"^x"]: int}, f?: {[=~"^x"]: int, [=~"a$"]: >2, ...}, g?: {[string]: {n!: int}}}`,
		[]string{`{"a":{"x":1},"b":{"xa":4,"xb":1,"y":"s"},"c":{"q":"s"},"d":{"a":1},"e":{"q":1},"f":{"xa":5},"g":{"q":{"n":1}}}`}},
	{"references", `#Status: "complete" | "blocked"
#Base: {status: #Status, note?: #Text, ...}
#Text: =~"\\S"
#Child: {name!: #Text, parent?: #Base}
#S: {base: #Base, child?: #Child, both?: #Base & #Child2, children?: [...#Child], maybe?: null | #Child}
#Child2: {name?: string, ...}`,
		[]string{`{"base":{"status":"complete","note":"a"},"child":{"name":"a","parent":{"status":"blocked"}},"both":{"status":"complete","name":"x"},"children":[{"name":"q"}],"maybe":{"name":"b"}}`}},
	{"embedded", `#Base: {a!: int, b?: {c?: int}}
#S: {#Base, d!: string, b?: {e?: int}, f?: {#Base}, g?: {#Base, h?: int}, i?: {string}}`,
		[]string{`{"a":1,"b":{"c":1,"e":2},"d":"x","f":{"a":1},"g":{"a":1,"h":2},"i":"x"}`}},
	{"conjunctions", `#Base: {status!: string, handoff?: null | #H, ...}
#H: {next?: null | string, context?: {...}, ...}
#S: #Base & {phase!: string, handoff!: null | {next?: "a" | null, ...}, ...}`,
		[]string{`{"status":"a","handoff":{"next":"a"},"phase":"x"}`, `{"status":"a","handoff":null,"phase":"x"}`}},
	{"closed conjunctions", `#A: {a?: int, s?: {x?: int}, e?: null | {p?: int}}
#B: {a?: >1, b?: int, ...}
#S: {c?: #A & {a?: <5}, d?: #A & #B, e?: #A & {s?: {y?: int}}, f?: #A & #A, g?: #A & {e?: null | {p?: >1}}, h?: #A & {a: int} & #B}`,
		[]string{`{"c":{"a":2},"d":{"a":2},"e":{"s":{"x":1}},"f":{"a":1,"s":{"x":2}},"g":{"e":{"p":2}},"h":{"a":2}}`}},
	{"closed patterns", `#P: {[=~"^x"]: int, xa?: >3, y?: string}
#Q: {[=~"a$"]: int, q?: int}
#S: {two?: #P & #Q, emb?: {#P, z?: int}, one?: {#P}, lit?: #P & {[=~"b$"]: >1}}`,
		[]string{`{"two":{"xa":4},"emb":{"xb":1,"z":1},"one":{"y":"a","xc":1},"lit":{"xb":2}}`}},
	{"twice", `#S: {a: {b?: 1}, a: {c?: 2}, e?: {x?: int}, e?: {y?: {z?: int}}, h?: null | {q?: int}}`,
		[]string{`{"a":{"b":1,"c":2},"e":{"x":1,"y":{"z":1}},"h":{"q":1}}`}},
	{"closing references", `foo: {a?: {c?: int}, n?: null | {k?: int}}
#S: {b?: foo, g?: {foo}, h?: null | foo, i?: [...foo], j?: foo & {z?: int}}`,
		[]string{`{"b":{"a":{"c":1},"n":{"k":1}},"g":{"a":{"c":1}},"h":{"a":{"c":1},"n":{"k":1}},"i":[{"a":{"c":1}}],"j":{"a":{"c":1},"z":1}}`}},
	{"disjunctions", `#S: {a?: {k!: "a", x!: int, ...} | {k!: "b", y!: int, ...}, b?: close({p!: int}) | close({q!: string}), c?: {a!: int, ...} | {b!: string, ...}, d?: int | [...int] | {n!: int}, e?: "x" | =~"^a" | int}`,
		[]string{`{"a":{"k":"a","x":1},"b":{"p":1},"c":{"a":1,"b":"x"},"d":[1],"e":"x"}`, `{"a":{"k":"b","y":1},"b":{"q":"a"},"c":{"a":"x"},"d":{"n":1},"e":"ab"}`}},
	{"ambiguous", `#S: {a?: {p?: int, ...} | {q?: string, ...}, b?: *{p?: int, ...} | {q?: string, ...}, c?: [...int] | [...number], d?: [...{p?: int, ...}] | [...{q?: int, ...}], e?: {p: 1, ...} | {q: 2, ...}, f?: {o?: {a?: int, ...}} | {o?: {b?: int, ...}}}`,
		[]string{`{"a":{"p":1,"q":"x"},"b":{"p":1},"c":[1],"d":[],"e":{"p":1,"q":3},"f":{"o":{"a":1,"b":2}}}`, `{"a":{"p":"x"},"b":{"p":"x"},"d":[{"p":1}],"e":{"q":2,"p":2},"f":{"o":{"a":"x"}}}`}},
	{"recursive", `#T: {v!: int, next?: null | #T, list?: [...#T], map?: {[string]: #T}, both?: #T & {z?: _, ...}, deep?: {t?: #T}}
#S: #T`,
		[]string{`{"v":1,"next":{"v":2,"next":null,"list":[{"v":3}]},"list":[{"v":1,"deep":{"t":{"v":2}}}],"map":{"q":{"v":1,"map":{"r":{"v":2}}}},"deep":{"t":{"v":5}}}`, `{"v":1,"both":{"v":1}}`}},
	{"mutual", `#A: {b?: #B, n!: int}
#B: {a?: null | #A, c?: [...#B]}
#S: {a?: #A, b?: #B}`, []string{`{"a":{"n":1,"b":{"a":{"n":1,"b":{}},"c":[{"a":null}]}},"b":{"c":[{"c":[]}]}}`}},
	{"self", `#N: null | #N | int
#S: {n?: #N, m?: #M}
#M: {#M2, x?: int}
#M2: {y?: #M}`, []string{`{"n":1,"m":{"x":1,"y":{"x":2}}}`, `{"n":null}`}},
	{"siblings", `#S: {a: int, b?: >a, o?: {p!: int, q?: p}, l?: {let X = 3, m?: >X}, s: string, if s == "a" {t!: int}}`,
		[]string{`{"a":1,"b":2,"o":{"p":1,"q":1},"l":{"m":4},"s":"b"}`, `{"a":1,"s":"a","t":1}`}},
	{"sibling in a part", `#S: {x!: int, o?: {p!: int, q?: >p, r?: {...}}, n?: null | {p!: int, q?: p}, k?: {[K=string]: {name!: K, ...}}}`,
		[]string{`{"x":1,"o":{"p":1,"q":2,"r":{"q":1}},"n":{"p":1,"q":1},"k":{"a":{"name":"a"}}}`}},
	{"hidden", `#S: {_min: 2, a?: >=_min, #D: {x!: int}, b?: #D, let Y = "a" | "b", c?: Y, _h: string, d?: {_i: int}}`,
		[]string{`{"a":2,"b":{"x":1},"c":"a","d":{}}`}},
	{"computed", `import "strings"
#list: ["a", "b"]
#max: 3
#S: {a?: or(#list), b?: <=#max, c?: <=(#max+1), d?: =~"^\(#list[0])", e?: and([>1, <5]), f?: strings.ToUpper("a"), g?: #list[1], h?: or([for x in #list {x + "x"}]), i?: _o.p, j?: len(#list)}
_o: {p: int & >=2, ...}`,
		[]string{`{"a":"a","b":2,"c":4,"d":"ab","e":3,"f":"A","g":"b","h":"ax","i":3,"j":2}`}},
	{"validators", `import ("strings", "list", "net")
#S: {a?: strings.HasPrefix("a"), b?: matchN(1, [{p!: int, ...}, {q!: string, ...}]), c?: list.Contains(1), d?: net.IPv4, e?: {x?: int, ...} & matchN(0, [{x!: 1, ...}]), f?: string & strings.HasSuffix("b"), g?: {x?: int} & matchN(1, [{x!: >1}, {x!: 1}])}`,
		[]string{`{"a":"ab","b":{"p":1},"c":[1,2],"d":"1.2.3.4","e":{"x":2},"f":"ab","g":{"x":1}}`}},
	{"comprehensions", `_strict: true
#S: {a?: int, if _strict {b!: int}, for k in ["c", "d"] {"\(k)"?: string}, l?: [for x in [1, 2] {x}], ("e")?: int}`,
		[]string{`{"a":1,"b":1,"c":"x","d":"y","l":[1,2],"e":1}`}},
	{"imports", `import (s "strings", l "list", t "time", st "struct")
#S: {a?: s.MinRunes(2), b?: [...] & l.MaxItems(1), c?: t.Time, d?: st.MaxFields(1)}`,
		[]string{`{"a":"ab","b":[1],"c":"2026-05-31T12:21:29Z","d":{"x":1}}`}},
	{"keys", `#S: {"a/b"?: int, "c~d"?: int, "#e"?: int, "_f"?: {"": int}, "g h": string}`,
		[]string{`{"a/b":1,"c~d":2,"#e":3,"_f":{"":1},"g h":"x"}`}},
	{"contradictions", `#S: {a?: int & string, b?: {c: 1 & 2}, d?: [...(int & string)], e?: "a" & "b", f?: >5 & <3, g?: ("a" | "b") & ("b" | "c"), h?: (1 | "a") & string}`,
		[]string{`{"d":[],"g":"b","h":"a"}`}},
	{"catalogue", `import "strings"
#Text: strings.MinRunes(1) & =~"\\S"
#Texts: [...#Text]
#Blocker: {type!: #Text, description!: #Text, ...}
#Handoff: {next_phase?: "review" | "complete", next_agent?: string | null, context?: _, blockers?: [...#Blocker], ...}
#Base: {agent!: #Text, status!: "complete" | "blocked" | "needs_review", skills!: #Texts, handoff?: null | #Handoff, ...}
#Phased: {#Base, phase!: "testing" | "review", summary!: #Text, handoff!: _, ...}
#Other: #Base & {phase!: "testing", handoff!: #Handoff, ...}
#S: {p?: #Phased, o?: #Other, b?: #Base, e?: {#Base, phase!: int}}`,
		[]string{`{"p":{"agent":"a","status":"blocked","skills":["x"],"handoff":null,"phase":"review","summary":"b"},"o":{"agent":"a","status":"complete","skills":[],"phase":"testing","handoff":{"next_agent":null,"blockers":[{"type":"a","description":"b"}]}}}`,
			`{"b":{"agent":"a","status":"blocked","skills":["x"],"handoff":{"next_phase":"review"}},"e":{"agent":"a","status":"complete","skills":[],"phase":1}}`}},
	{"rule", `#S: _ & {data: status: "blocked", data: handoff?: next_agent?: null, ...}`,
		[]string{`{"data":{"status":"blocked","handoff":{"next_agent":null}},"file":{}}`}},
	{"settled ties", `#S: {c?: {a?: {p?: int, ...} | {p?: number, ...}, ...} & {a?: {p?: int, ...}, ...}, d?: {a?: {p?: int, ...} | {q?: int, ...}} & {a?: {p!: 1, q?: 2, ...}}, f?: ({p?: int, ...} | {q?: int, ...}) & ({p?: int, ...} | {r?: int, ...})}`,
		[]string{`{"c":{"a":{"p":1}},"d":{"a":{"p":1,"q":2}},"f":{"p":"a","q":1,"r":1}}`}},
	{"mixed", `#S: {a?: (null | {x?: int}) & (null | {x?: >1, ...}), b?: ([...int] | {x!: int}) & ([...>1] | {...}), c?: (string | {x?: int}) & {...}, d?: {null | {e?: int}}, f?: {#D, g?: int}}
#D: {k!: 1, x?: int} | {k!: 2, y?: int}`,
		[]string{`{"a":{"x":2},"b":[2],"c":{"x":1},"d":{"e":1},"f":{"k":1,"g":1,"x":1}}`, `{"a":null,"b":{"x":1},"d":null,"f":{"k":2,"y":1}}`}},
	{"defaults", `#S: {a: *{p?: int, ...} | {q!: int, ...}, b?: *1 | 2 | string, c?: [...(*"a" | string)], d?: *null | {x!: int}}`,
		[]string{`{"a":{"p":1},"b":2,"c":["b"],"d":{"x":1}}`}},
	{"open struct", `#S: {x!: [...{a?: {b?: int}, c?: null | {d?: int}}], y?: {e?: {f?: int, ...}}, z?: [{g?: int}, ...{h?: int}]}`,
		[]string{`{"x":[{"a":{"b":1},"c":{"d":1}},{"c":null}],"y":{"e":{"f":1}},"z":[{"g":1},{"h":1}]}`}},
	{"regular", `#A: {k?: int, n?: {m?: int}, u?: null | {v?: int}}
S: {a: {b?: {c?: int}}, d?: #A, e?: #A & {k?: >1}, f?: null | {g?: int}, h?: {#A, i?: {j?: int}}, l?: [...{x!: int}] | null, w?: {null | #A}}`,
		[]string{`{"a":{"b":{"c":1}},"d":{"k":1,"n":{"m":1},"u":{"v":1}},"e":{"k":2},"f":{"g":1},"h":{"k":1,"i":{"j":1}},"l":[{"x":1}],"w":{"k":1}}`}},
	{"unified rule", `#Rule: {when?: _, must?: {...}, name: string}
rules: [string]: #Rule
rules: x: {name: "x", must: data: {status: "a", handoff?: {next?: null, list?: [_, ...]}}}
rules: x: must: data: role?: =~"^r"
S: rules.x.must`, []string{`{"data":{"status":"a","handoff":{"next":null,"list":[1]},"role":"r","extra":1}}`}},
	{"open conjunctions", `#D: {a?: int, s?: {t?: int}}
S: {x?: {p?: {q?: int}} & {p?: {r?: int}}, y?: #D & {s?: {u?: int}}, z?: (null | {a?: int}) & (null | {b?: int}), w?: #D & (null | {a!: int}), v?: {#D | {a!: "x"}, c?: int}, m?: {...} & close({a?: int})}`,
		[]string{`{"x":{"p":{"q":1,"r":1}},"y":{"s":{"t":1}},"z":{"a":1,"b":1},"w":{"a":1},"v":{"a":1,"c":1},"m":{"a":1}}`}},
	{"regular recursion", `S: {v?: int, next?: S, list?: [...S], null?: null | S}`,
		[]string{`{"v":1,"next":{"v":2,"next":{"v":3}},"list":[{"v":1}],"null":{"null":null}}`}},
	{"aliases", `S: {let L = {m?: int}, o?: L, q?: {r!: int}, s?: X={t!: int, u?: >X.t}, v?: [K=string]: {w?: K}}`,
		[]string{`{"o":{"m":1},"q":{"r":1},"s":{"t":1,"u":2},"v":{"a":{"w":"a"}}}`}},
	{"embedded open", `#O: {a?: int, n?: {m?: int}, ...}
#S: {x?: {#O, b?: {c?: int}}, y?: #E, z?: {#O, ...}, w?: {#O, n?: {k?: int}}, v?: #O & {b?: {c?: int}, ...}}
#E: {#O, b?: {c?: int}, d?: null | {e?: int}}`,
		[]string{`{"x":{"a":1,"b":{"c":1},"n":{"m":1}},"y":{"b":{"c":1},"d":{"e":1}},"z":{"q":1},"w":{"n":{"m":1,"k":1}},"v":{"b":{"c":1}}}`}},
	{"embedded in the open", `#O: {a?: int, n?: {m?: int}, ...}
#C: {a?: int, n?: {m?: int}}
o: {a?: int, n?: {m?: int}}
S: {x?: {#O, b?: {c?: int}}, y?: {#C, d?: null | {e?: {f?: int}}}, z?: {o, b?: {c?: int}}, w?: {#C, n?: {k?: int}}, v?: {#C, p?: [...{q?: int}]}}`,
		[]string{`{"x":{"a":1,"b":{"c":1},"n":{"m":1}},"y":{"a":1,"d":{"e":{"f":1}}},"z":{"b":{"c":1}},"w":{"n":{"m":1,"k":1}},"v":{"p":[{"q":1}]}}`}},
	{"matchN", `#A: {a!: int, s?: {t?: int}, ...}
#B: {b!: string}
#S: {x?: matchN(>=1, [{p!: int, ...}, {q!: string, ...}, {r: {s!: int, ...}, ...}]), y?: matchN(1, [#A, #B]), z?: matchN(0, [int, "a", {a: 1}]), w?: {a?: int, b?: int, ...} & matchN(1, [{a!: >1, ...}, {b!: int, ...}]), v?: matchN(>1 & <3, [int, >1, <5]), u?: matchN(1, [{a?: int}, {b?: int}, null])}`,
		[]string{`{"x":{"p":1,"r":{"s":1}},"y":{"a":1,"s":{"t":1}},"z":2.5,"w":{"a":2},"v":7,"u":null}`, `{"y":{"b":"x"},"u":{"a":1}}`}},
	{"matchN outside", `#A: {a!: int, s?: {t?: int}, ...}
S: matchN(>=1, [{phase!: "a" | "b", ...}, {summary!: _, ...}, {handoff!: {next!: _, ...}, ...}, #A])`,
		[]string{`{"phase":"a","summary":1,"handoff":{"next":1}}`, `{"a":1,"s":{"t":1}}`}},
}
