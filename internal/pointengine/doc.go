// Package pointengine plans joins of points: a driver indexes them for the threshold that is asked for,
// joins that outgrow memory are cut into ranges of rows, and pairs are put in order. With any budget the
// pairs come in the same order: see docs/decisions/0052-joins-of-points.md.
//
// # Nearest points in slabs
//
// One index of all points took 43 bytes a point of the tree in 2-D beside the coordinates, whatever the
// memory allowed. So the slabs of docs/decisions/0058-slabs-of-points.md find nearest points, too: each is
// loaded as a pointjoin.Nearer where the method is one. The queries are sorted in the same order, in
// companies of 1,024.
//
//   - Slabs are visited forwards, each asked by its own queries and the queries before it, and then
//     backwards, by the queries behind it. On the way back every query knows k neighbours near it; on the
//     way there the queries before the slab do. So a query is asked of another slab only where its k-th
//     neighbour so far is not surely nearer than the slab, along the coordinate of slabs, and a slab without
//     queries is not indexed again.
//   - The table of the answer holds, from the first slab on, the nearest points so far of each query, in
//     order. The neighbours in a slab are merged into it by the exact comparison of two points (P1). A
//     slab's points are numbered by ascending rows: of equal distances it keeps the lower rows, as the whole
//     does.
//   - A slab is asked by queries, of its own points, too, for one neighbour more; the query itself is left
//     out as lists are merged.
//   - A table may have half of the memory that the process may still take, since its rows become columns of
//     a file, and beside slabs a fourth. A table that outgrows it is an error of the API; flyby knn then
//     searches one range of queries after another and writes each table, with the same bytes.
//
// 400,000 even points in 2-D, k = 6, two threads of a busy AMD EPYC, to Parquet, took these user seconds of
// the process: one index 1.4; with 50 MB, two tables and four slabs, 3.1; with 40 MB, hardly enough for the
// runtime and the file, 5.3.
//
// Rejected alternatives. A first bound from a sample: it takes one pass, but is far from the k-th neighbour
// in clumps. Both directions at once, with the slab before and the slab behind in memory: a third of the
// slab for each. Results by slab, sorted into rows through files: the table is at most a few bytes a
// neighbour, and goes in ranges.
package pointengine
