// Package discover turns the paths that a user names into the files and
// session folders to check, and reads one file within a bound.
//
// A path that names a file is always yielded, even if nothing is there:
// reading it then gives a fault, so nothing that the user asked about passes
// in silence. A path that names a folder is walked. A walk yields
//
//   - regular files whose name ends in .md, .markdown or .json, in any case,
//     and those that Options.Also names;
//   - whatever else stands where only a handoff stands, such as a link that
//     leads nowhere under agent-handoffs/, so that it is reported;
//   - session folders, empty ones too.
//
// Hidden folders are walked, for .claude is where handoffs live. Folders named
// .git, .hg, .svn and node_modules are not, unless the user names one.
//
// A .gitignore hides nothing: handoffs are ignored by git by design. A
// .handofflintignore (gitignore syntax, in any folder from Options.Base down)
// and Options.Exclude hide files and folders from a walk. They hide nothing
// that the user named, unless Options.ForceExclude is set.
//
// A symbolic link that the user names is followed. In a walk a link to a
// folder is never followed, and a link to a file only where it stays inside
// the walked folder and the walk does not yield its target anyway.
//
// What was found can be narrowed to what has changed, and to one of several
// parts. Both keep session folders whole.
package discover
