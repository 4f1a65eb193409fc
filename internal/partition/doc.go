// Package partition cuts work that does not fit a device: it cuts stores into parts, runs
// the parts, and moves their results back to their places in the whole.
//
// A Part is a store of some of another's segments: consecutive trajectories, or a slice
// of time. A Pair is a part of the queries against a part of the entries; it maps the
// rule of the whole to them, and their hits and encounters to the whole. Run and Hits run
// work, in parts where it does not fit.
package partition
