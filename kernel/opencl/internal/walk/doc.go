// Package walk walks two pyramids on an OpenCL device, from pairs of boxes to pairs of
// runs to hits.
//
//	start.cl     the first list of pairs of boxes
//	open.cl      from one list to the next
//	refine.cl    from pairs of runs to hits, where segments have no boxes
//	segments.cl  from pairs of runs to pairs of segments to hits, on a GPU
//	queries.cl   the runs and boxes of a query set
//
// All pairs of a list are of one query level and one entry level, so a plan made on the
// host says which side each step opens. The lists stay on the device: the host enqueues
// all steps and reads all counts once at the end. Where a list outgrew its room, the
// list before it, which stands complete, is gone through again in chunks; a chunk of one
// pair fits always.
//
// A query set that comes without a pyramid is sent as it is, through pinned memory, and
// the device makes its lowest boxes. A walk of one that is expected to find many hits is
// done in waves: the hits of one are read while the next is walked.
package walk
