// Package baseline is what the engine is measured against: brute force, and
// search-and-refine with an R-tree on CPU cores (paper §7.3).
//
// Both decide an interaction with interaction.Solve and interaction.Exact, so their hits
// are those of every other method, to the bit. How the R-tree came to be the
// one that it is, and what it costs, is measured in docs/baseline.md.
package baseline
