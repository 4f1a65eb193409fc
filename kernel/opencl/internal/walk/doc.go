// Package walk walks two pyramids on an OpenCL device, from pairs of boxes to pairs of
// runs to hits.
//
//	start.cl     the first list of pairs of boxes
//	open.cl      from one list to the next
//	refine.cl    from pairs of runs to hits, where segments have no boxes
//	segments.cl  from pairs of runs to pairs of segments to hits, on a GPU
//	queries.cl   the runs and boxes of a query set
//
// All pairs of a list have the same query level and the same entry level, so a plan made
// on the host determines which side each step opens. The lists stay on the device: the
// host enqueues all steps and reads all counts once at the end. Where a list outgrew its
// room, the host processes the list before it, which is complete, again in chunks; a
// chunk of one pair always fits.
//
// A query set without a pyramid is sent as it is, through pinned memory, and the device
// makes its lowest boxes. If its walk is expected to find many hits, the walk is done in
// waves: the hits of one wave are read while the device walks the next.
package walk
