// Package partition is what is done where something does not fit a device: it is cut, the
// parts are run, and what they find is moved back to its place in the whole.
//
// A Part is a store of some of another's segments: trajectories that follow one another,
// or a slice of time. A Pair is a part of the queries against a part of the entries; it
// maps the rule of the whole to them, and their hits and encounters to the whole. Run
// and Hits run work, in parts where it does not fit.
package partition
