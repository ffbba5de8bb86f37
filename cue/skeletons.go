package schema

import "embed"

// Skeletons are handoffs to fill in, one a file in the folder skeletons: the
// format's name, a dash and the profile where it has several, and the format's
// usual extension. What is to be filled in stands in angle brackets, which the
// rule `placeholder` refuses. In the report's, {1} to {5} are the minimums of its
// sections, which the rules know.
//
//go:embed skeletons
var Skeletons embed.FS
