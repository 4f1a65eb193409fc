// Package baseline holds two methods to measure the engine against: brute
// force, and search-and-refine with an R-tree on CPU cores (paper §7.3).
//
// Both decide an interaction with interaction.Window.Solve and interaction.Window.Exact, so
// they find the same hits as every other method, to the bit. docs/baseline.md
// has the measurements by which the R-tree was chosen, and its costs.
package baseline
