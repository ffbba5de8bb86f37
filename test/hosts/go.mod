module github.com/handofflint/handofflint/test/hosts

go 1.25.0
