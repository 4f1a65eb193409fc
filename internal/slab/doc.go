// Package slab holds data sets that are searched an interval of time at a time, since all of them
// would not fit memory.
//
// A slab is the part of a data set, the whole, in an interval [Start, End) of its time: its own
// segments, which start in the interval, and the overhang, segments that start before it and end
// at its start or later. Segments are never cut, so a segment that lasts is in several slabs. A
// hit belongs to the one slab that holds the later of its segments' starts:
// docs/decisions/0026-time-slabs.md says why the hits and the encounters of all slabs are
// therefore the whole's, to the bit.
package slab
