// Package engine answers searches of one store: it indexes the entries, makes them
// resident on a device in parts that fit, runs a method on each part, settles what a
// device leaves open, and puts the hits in order or joins them to encounters.
//
// A method stands in one file: spatiotemporal, temporal, rtree, bruteforce. The
// method auto chooses among a list of them by what the devices' performance models
// predict.
package engine
