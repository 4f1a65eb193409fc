// Package hitlist keeps the hits of a search on an OpenCL device: it has the buffer that
// kernels append hits to, orders the hits or joins them to encounters on the device, and
// reads hits and encounters back to the host.
//
//	hit.cl         a hit, and the places of the counters
//	hits.cl        how kernels collect hits
//	order.cl       hits in their defined order
//	encounters.cl  hits joined to encounters
//
// A list expects as many hits as the last search had, and reads that number of hits
// together with their count. Where it expects many, it reads the counters first, and then
// reads one part of the hits while the device orders the next.
package hitlist
