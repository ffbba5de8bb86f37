package schema

import "embed"

// Skeletons are handoffs to fill in, one per file in the folder skeletons. A file's name is the format's
// name, a dash and the profile if there are several, and the format's usual extension. Angle brackets mark
// what to fill in; the rule `placeholder` rejects them. In a report's skeleton, {1} to {5} are the minimums
// of its sections, which the rules know.
//
//go:embed skeletons
var Skeletons embed.FS
