// Package rowgrid joins points of few dimensions: the method grid. It is flyby's own.
//
// Points are sorted into cells of a grid, whose linear ids run fastest along the first dimension. A
// row is all cells at one place in the other dimensions: they lie side by side, and so do their
// points. Of the neighbour cells of a cell, the three of each row are one range of points. A point
// is compared with such ranges by offsets in float32, many at a time; pairs that float32 cannot
// decide are decided in float64, or exactly.
//
// docs/exactness.md, P4, proves that no pair is lost and bounds the decisions of float32.
//
// # Rows of cells
//
// For points of few dimensions a grid of cells of side eps beats every tree: all neighbours lie in
// the 3^k neighbour cells. Looking each of these up costs more than comparing the handful of points
// in it. Linear ids of cells run fastest in the first dimension, and a radix sort puts points in
// their order. So the three neighbour cells of a row are one range of points: 3^(k-1) ranges a cell
// in place of 3^k, and a point is compared with as many points of a range at a time as a vector
// holds. Cells are looked up in ascending order, each row by a cursor of its own that only moves
// forward. Where cells are at most four times the points, a table stands beside the sorted list, and
// two reads look a row up; a table alone was rejected, since most cells are empty in four dimensions
// and more.
//
// # Offsets
//
// Offsets are float32, columnar and in the order of cells. In the indexed dimensions they are from
// the corner of the point's own cell, but in the first from a corner that 64 cells in a row share,
// so that the three cells of a range need no offsets of their own; a range that crosses such a
// corner is cut in two. In the other dimensions they are from the least coordinate. The bound covers
// all three, whatever its size: where float32 says little, as with an outlier that makes cells
// large, more pairs go to float64, and none is decided otherwise. A corner for each of the three
// cells of a range was rejected: short ranges, cut in three.
//
// # The number of indexed dimensions
//
// The number is chosen by the cost that a sample predicts: for each two of 2^10 points, the number
// of first dimensions in which they are in the same or neighbour cells gives the candidates for
// every number of dimensions at once. Dimensions are in the order of decreasing variance, and ids
// have at most 62 bits.
//
// # Self-joins
//
// A self-join of all rows goes by cells, in one of two ways; the sample predicts the candidates and
// the pairs, and so the cheaper way. Both are finder.Followed tasks, which other tasks follow. The
// memory that they keep is of the budget of pairs: a join that outgrows it is cut, and its ranges go
// by rows.
//
//   - Half of the rows: a cell is compared with the rows of larger linear ids, and with the points
//     behind it in its own row. Pairs are found in the order of cells, so each thread puts them into
//     buckets of its own by the row of their first point, and once all are found each bucket is
//     sorted by radix, in the second-level cache. This way is for many candidates a pair: four
//     dimensions and more.
//   - Lists: a point is compared with all rows and keeps the points of higher rows, sorted; the
//     tasks that follow copy the lists in the order of rows. Where a cell has 24 points or more, the
//     points around it are put in the order of rows first, all at once: the neighbours of a point
//     are then behind it, half of all, and found in order. This way sorts no pair at all, and is for
//     many pairs: 1.6 s in place of 5.3 s for 156 million.
//
// Tasks of ranges of rows look at all rows of neighbour cells, so that pairs come in the order of
// the result. A task keeps its pairs until all of its rows are done, 4 bytes a pair, of the budget
// of pairs, too.
//
// # Vector instructions
//
// The comparing of a point with its ranges is generated assembly
// (docs/decisions/0020-generated-assembly.md), for AVX-512 and AVX2 and one to eight dimensions
// (internal/asm/sieve): 16 or 8 candidates at a time, and the rows within eps are packed next to
// each other without a branch. It equals the Go code to the bit, products unfused, so that the
// counts of pairs that reached float64 are the same everywhere, too. With AVX-512 one call lists the
// neighbours of all points of a cell of fewer than 24, or counts them for all points of any cell:
// for each point, a call and its setup took longer than the comparing. A list of 16 rows or fewer is
// sorted without a branch: each row goes where as many rows are below it, one vector comparison a
// row. A point with a candidate that float32 cannot decide is flagged, and searched again by itself.
package rowgrid
