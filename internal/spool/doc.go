// Package spool reads files of trajectories that need not fit memory, and makes slabs of time of
// them: see flyby/internal/slab.
//
// A file is read once. Read holds each row to the rules and keeps the last sample of each trajectory,
// so that it has each segment as soon as its end is certain. Segments fill a buffer. A full buffer is
// sorted by start times and written as a reel, page by page, to a file without a name; if all
// segments fit the buffer, nothing is written. Then edges are chosen such that slabs fit (Plan), and
// each slab is gathered from the pages of all reels that hold segments of it.
//
// A Parquet file whose row groups tell times apart is read twice instead, and nothing is written:
// first its ids and times, then for each slab the row groups with rows of it
// (docs/decisions/0029-slabs-from-row-groups.md).
//
// The whole of a file stays as input.Read has it, to the bit: ids and their order, radii, gaps,
// splits of long segments on the Earth, bad rows. docs/decisions/0027-spools.md lists the memory of
// each part.
package spool
