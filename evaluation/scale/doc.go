// Package scale measures what it costs to search slab by slab with the command flyby: planning, running and merging in
// processes of their own, beside one run in memory. The rows, and what is wanted of them, are those of docs/scale.md.
//
// Figures are processor time, the user's and the system's, of whole processes, unless a row says that it is by the clock.
// A row is the median of several turns, and what it compares takes turns, so that a machine whose speed drifts changes
// both sides.
package scale
