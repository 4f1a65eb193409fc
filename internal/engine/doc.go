// Package engine answers searches of one store: it indexes the entries, makes them
// resident on a device in parts that fit, runs a method on each part, settles the
// borderline hits that a device leaves open, and puts the hits in order or joins them
// to encounters.
//
// A method stands in one file: spatiotemporal, temporal, rtree, bruteforce. The method
// auto chooses among a list of them by the predictions of the devices' performance
// models.
//
// Why an engine cuts and retries, and drivers do not, is in
// docs/decisions/0003-residents-and-borderline-hits.md; why a search hands over all its
// batches at once in docs/decisions/0006-batches-enqueued.md.
package engine
