// Package scale measures the cost of a search slab by slab with the command flyby: planning, running and merging in
// processes of their own, beside one run in memory. docs/scale.md has the rows and their targets.
//
// Figures are processor time, the user's and the system's, of whole processes, unless a row says that it is by the clock.
// A row is the median of several turns, and the runs that it compares take turns, so that a machine whose speed drifts
// changes both sides.
package scale
