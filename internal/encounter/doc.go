// Package encounter joins hits to encounters, and encounters that were found in parts of a
// search to the encounters of the whole. How a device joins hits, and which hits it leaves to this
// package, is in package kernel/opencl/internal/hitlist; how the cores, which hand chains of
// hits to collectors, do so is in docs/decisions/0024-encounters-on-cores.md.
//
// # Encounters in parts
//
// Touching is associative. A list may have any part of an encounter's hits: the parts meet in
// instants, and of equal distances the earlier part's comes first. So a search may be cut anywhere,
// by boxes, devices or overflow. Join joins the hits of a list, Merge makes one list of all lists
// by joining encounters that touch at the seams, from the columns alone, and the result is the same
// to the bit however the search was cut. Engines, drivers of several devices and the code that
// splits works need not know of encounters: a driver that cannot join adds hits.
//
// One case cannot be decided from the columns: two hits of the same instant, the former at the end
// of a longer common span. A driver hands such a hit over as a hit if its list has no hit that
// touches it, and so it does with borderline hits. The encounters that Join makes of these hits are
// the first part of a Merge: of two parts of one instant the former hit is in the first part.
//
// # Memory of encounters
//
// A driver's columns arrive in pinned memory, which returns to its pool once Merge has copied them,
// on all threads, to memory that stays the caller's. That memory is asked for in large pages, since
// page faults of small pages took longer than everything else on the host. Where the previous
// search had many encounters, an Arena allocates and faults in memory for as many while the device
// works on the next search; unused memory is garbage. Pinned memory as the answer was rejected: no
// owner would keep it once its result is garbage.
package encounter
