// Package batching partitions a query set into the batches that a device works through one after
// another, for internal/queryset and perfmodel, by the algorithms of §6 of M. Gowanlock and H. Casanova,
// Parallel Distance Threshold Query Processing for Spatiotemporal Trajectory Databases on the GPU
// (arXiv:1405.7461; "the paper").
//
// Every query segment of a batch is compared with every candidate of the batch's temporal extent, so
// large batches waste interactions, while each batch costs a launch. A Profile is the whole input of the
// algorithms: the temporal extents of the query segments, sorted, and the number of candidates that the
// temporal bins hold for an extent.
//
//	Periodic           §6.1               batches of one size
//	SetSplitFixed      §6.2, Algorithm 2  n batches, cheapest merges first
//	setSplitMax        §6.2               the same under a largest size
//	setSplitMinMax     §6.2, Algorithm 3  the same, small batches merged afterwards
//	greedySetSplitMin  §6.3, Algorithm 4  free merges, then a smallest size
//	greedySetSplitMax  §6.3               free merges, then a largest size
//
// The paper's SetSplit takes O(n²) steps for n query segments; here the merges wait in a priority queue
// and the same batches come out in O(n log n). GreedySetSplit is one pass.
//
// An Algorithm is a small value: its fields are its parameters, String is its spec for a command line
// and Choose reads a spec back.
package batching
