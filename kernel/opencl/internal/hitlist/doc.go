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
//
// # Encounters on the device
//
// A search for encounters that sent all hits to the host, 24 bytes each, spent 1.5 of 1.9 s of an H200 on
// joining them there (10⁸ hits, 1.8·10⁷ encounters), and a second device did not help. So the device joins
// hits, once order.cl has them in order of (query row, entry row).
//
// Segments of a trajectory follow each other in time, and so do the spans of a pair's hits. The only hit
// that can touch hit (q, e) from before is (q, e-1), directly before it in the list, or (q-1, e) or (q-1,
// e-1), found by a search among the hits of row q-1. Hits without such a neighbour are the heads: a scan
// lists them, they are sorted by (query trajectory, entry row, place), and a work-item follows the hits of
// each head to the end of its encounter.
//
// The host joins three kinds of hits: an encounter of more than 16,384 hits (LongestJoin), which would keep
// one work-item busy for long; distances whose squares need other units (interaction.Window.Closest); and all hits
// where the device has no room for the encounters. Package encounter has the contract: touching encounters,
// and hits that no list can join.
//
// Rejected alternatives. Whole query trajectories as the unit of work: boxes of a pyramid do not hold whole
// trajectories, and cutting by trajectories would double the box tests. A segmented reduction over hits:
// chains are short, and following them is 5 % of the time of the join.
package hitlist
