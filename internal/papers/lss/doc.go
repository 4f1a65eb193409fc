// Package lss joins points as in M. D. Lieberman, J. Sankaranarayanan and H. Samet, A Fast Similarity Join
// Algorithm Using Graphics Processing Units (ICDE 2008): one set of points is sorted along several space-filling
// curves; for each point of the other set, the curve with the shortest interval that has all its neighbours is
// taken, and the point is compared with the points in that interval. The three steps are called sort, search and
// walk.
//
// # Differences from the paper
//
// docs/points-methods.md has the table. The paper's form for a set with itself loses pairs, and its chunked
// output overflows at the edges: a test has sets on which the printed half intervals lose 15, 12 and 28 % of the
// pairs. docs/exactness.md, P3, proves that the form here loses none.
//
//   - Points are sorted as they are loaded, for all searches to come, whatever their eps. The paper sorts the
//     set of fewer points, which needs the queries before there is an index, and hides the sorting in the
//     search. Measured, the number of candidates is the same. Where candidates are few, so is the time in all;
//     where they are very many the smaller set is faster by half, as it fits the cache.
//   - A chunk of the output ends with the last interval that fits; an interval that fits no chunk is split.
//     Chunks are tasks. By walk "point" they have whole intervals, and pairs come in order; by "element" all
//     have equally many elements.
//   - Half intervals take one list for all points: the list on which half intervals are shortest in total. For
//     no more than half of the rows the shortest whole intervals are taken instead, since these rows have fewer
//     elements so.
//   - Nearest points: the points around a point's place on every list bound the distance of the k-th.
package lss
