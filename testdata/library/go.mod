// A program of another module, as a user of the packages writes it. The test in
// internal/integration builds and runs it; by hand: go run -mod=mod . FILE
module example.com/gate

go 1.25.0

require github.com/handofflint/handofflint v0.0.0

replace github.com/handofflint/handofflint => ../..
