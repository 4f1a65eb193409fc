// Package engine answers searches of one store: it indexes the entries, makes them
// resident on a device in parts that fit, runs a method on each part, settles the
// borderline hits that a device leaves open, and puts the hits in order or joins them
// to encounters.
//
// A method stands in one file: spatiotemporal, temporal, rtree, bruteforce. The method
// auto is spatiotemporal, on the device where the devices' performance models predict
// it to be fastest.
//
// Why an engine cuts and retries, and drivers do not, is in
// docs/decisions/0003-residents-and-borderline-hits.md.
//
// # Batches
//
// A method with candidate ranges hands all batches of a search to the driver in one
// kernel.RangeWork, each with its candidates as a kernel.Invocation. A driver for a
// device sends the query segments of the search once, enqueues one kernel for each
// invocation, and reads the hits of all together. The kernel is the paper's: one
// work-item for each entry segment, which loops over the query segments of the batch.
// The engine halves a work, by batches first, where the hits outgrow the device or the
// device has no room for the query segments. After a fixed number of interactions the
// host waits, checks whether the search was cancelled, and reports progress.
//
// With one batch at a time, each sent, run, counted and read before the next, an H200
// was idle for 9 of the 12 ms of S3, and the host's share of the time scattered by
// 20 %, more than the choice of a batch size is worth. T1 of the host in the performance
// model, its time beside the kernels, is measured on searches of one work; it hardly
// depends on the batch size s.
package engine
