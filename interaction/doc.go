// Package interaction compares one query segment with one entry segment: the
// definition of a hit for every method on every device.
//
// Solve is the float64 solve with its error bound, Exact the integer
// arithmetic that settles what the bound leaves open, Decide the two together. The
// equations E1 to E8 are in docs/equations.md, the bounds in docs/exactness.md.
package interaction
