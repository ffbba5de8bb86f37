// Package hookconfig puts handofflint's hooks into the settings of coding
// agents and takes them out again.
//
// A settings file belongs to its user. It is edited in place, at the exact
// spans of the values concerned; every other byte stays. Install and Uninstall
// are pure functions over its text; a Target applies them to a file: under a
// lock, atomically, with a backup, and never to a file that cannot be parsed.
//
// What each host wants to find in which file is in the table of Hosts.
package hookconfig
