// Package interaction compares one query segment with one entry segment: the
// definition of a hit for every method on every device.
//
// Solve is the float64 solve with its error bound, Exact the integer
// arithmetic that settles the pairs that the bound leaves open, Decide the two together. The
// equations E1 to E8 are in docs/equations.md, the bounds in docs/exactness.md. Why
// membership is exact is in docs/decisions/0019-membership-is-exact.md, how its integers
// came to have a fixed width in docs/decisions/0009-exact-step-in-fixed-width.md.
package interaction
