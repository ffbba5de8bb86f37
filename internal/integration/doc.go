// Package integration holds the tests of what runs handofflint in other
// places: the GitHub action, the hooks of pre-commit, the release, the recipes
// of docs/ci.md, the packages in a program of another module.
package integration
