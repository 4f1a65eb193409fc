// Package spool reads files of trajectories that need not fit memory, and makes slabs of time of
// them: see flyby/internal/slab.
//
// A file is read once. Read holds each row to the rules, knows of each trajectory where it was
// last, and so has each segment as soon as it is certain how it ends. Segments fill a buffer.
// A full one is sorted by the times at which they start and written as a reel, page by page, to a
// file without a name; if all segments fit the buffer, nothing is written. Then edges are
// chosen such that slabs fit (Plan), and each slab is gathered from those pages of all reels that
// hold some of it.
//
// A Parquet file whose row groups tell times apart is read twice instead, and nothing is written: its
// ids and times, then for each slab the row groups that have some of it
// (docs/decisions/0029-slabs-from-row-groups.md).
//
// What a file is as a whole stays as input.Read has it, to the bit: ids and their order, radii,
// gaps, splits of long segments on the Earth, bad rows. docs/decisions/0027-spools.md says what
// takes how much memory.
package spool
