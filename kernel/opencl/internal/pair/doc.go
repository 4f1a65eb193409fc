// Package pair decides pairs of segments, for all searches on an OpenCL device: it has
// the test of their boxes, the tests that rule a pair out, the solve, the rule of hits,
// and the solve on the host in place of a device without float64.
//
//	box.cl          the test of two boxes
//	reject.cl       tests that rule out a pair before the solve
//	interaction.cl  the solve
//	solve.cl        the solve alone, for tests
package pair
