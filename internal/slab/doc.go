// Package slab holds data sets that are searched an interval of time at a time, since all of them
// would not fit memory.
//
// A slab is what an interval [Start, End) of the time of a data set, the whole, holds of it: the
// segments that start in it, its own, and the overhang, those that start before it and end at
// its start or later. Segments are never cut, so a segment that lasts is in several slabs.
// A hit belongs to the one slab that holds the later of its segments' starts: see
// docs/decisions/0026-time-slabs.md for why that makes the hits and the encounters of
// slabs those of the whole, to the bit.
package slab
