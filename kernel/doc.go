// Package kernel holds the interaction, the comparison of one query segment
// with one entry segment, and the contract of the drivers that run it.
//
// Solve is the float64 solve with its error bound, Exact the integer
// arithmetic that settles what the bound leaves open, Decide the two together:
// the definition of a hit for every method on every device. The equations
// E1 to E8 are in docs/equations.md.
package kernel
