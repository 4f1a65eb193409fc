// Package pair is what all searches on an OpenCL device have in common about a pair of
// segments: the test of their boxes, what rules the pair out, the solve, the rule that
// makes it a hit, and what the host solves in place of a device without float64.
//
//	box.cl          the test of two boxes
//	reject.cl       what rules out a pair before the solve
//	interaction.cl  the solve
//	solve.cl        the solve alone, for tests
package pair
