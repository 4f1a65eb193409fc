// Package hitlist is the hits of a search on an OpenCL device: the buffer that kernels
// put them in, their order, the way back to the host, and encounters, which are made of
// them there.
//
//	hit.cl         a hit, and the places of the counters
//	hits.cl        how kernels collect hits
//	order.cl       hits in their defined order
//	encounters.cl  hits joined to encounters
//
// A list expects as many hits as the search before had, and reads that number
// of them together with their count. Where these are many, the counters come first, and one part of the hits
// is read while the next is put in order.
package hitlist
