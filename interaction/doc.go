// Package interaction compares one query segment with one entry segment, for drivers such as
// kernel/host and for internal/engine: the definition of a hit for every method on every device.
//
// Solve is the float64 solve with its error bound, Exact the integer
// arithmetic that settles the pairs that the bound leaves open, Decide the two together. The
// equations E1 to E8 are in docs/equations.md, the bounds in docs/exactness.md. Why
// membership is exact is in docs/decisions/0019-membership-is-exact.md.
//
// # Ties in integers of fixed width
//
// In random data pairs at exactly d are rare; lattices, convoys and repeated rows have
// little else. 1,500 objects against 1,500 at exactly d (BenchmarkBorderline) took 13.8 s on
// two cores by math/big alone, 6 µs and 90 allocations a pair, and 0.12 s at 0.999 d. So a
// step in integers of 128 bits, whose squares have 256, on the stack, stands between float64
// and big integers; a test on lengths says which pairs fit. A step of 64 bits, whose squares
// have 128, comes before it, on the differences of positions where these are exact: it
// decides most ties. Times are the nearest float64: a root is compared with the middle of
// two neighbours, in integers. A fixed width of 512 bits is wrong for crossings that can be
// constructed (docs/exactness.md).
//
// The driver of the host decides a borderline pair where it meets it, on all its threads:
// such pairs are part of the walk and of its progress, and Stats.Exact counts them. Other
// drivers leave their borderline pairs to the engine
// (docs/decisions/0003-residents-and-borderline-hits.md), which decides them in a phase of
// its own, "settle", with progress and time left. Ordering and joining the hits takes
// seconds where millions of pairs are at d; they are the phases "order" and "join".
//
// Rejected alternatives. Double-doubles to decide membership: they decide near misses, as
// the integers do, but no tie, and two filters would need a proof in place of one; they are
// used for times, where an error bound settles nearly all. Expansions of float64 (Shewchuk):
// exact too, but a test on lengths is simpler than a proof that nothing overflows or
// underflows. Reusing the memory of big.Int: 0.6 to 1 µs a pair at best. Integers of 128
// bits in OpenCL C: a second implementation, for pairs that take the host 0.2 µs.
package interaction
