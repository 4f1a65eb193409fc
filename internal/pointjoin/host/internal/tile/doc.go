// Package tile joins points of many dimensions by comparing tiles: a tile is up to 256 points that lie near
// each other, and all of them are compared with all points of another tile.
//
// A set holds points in tiles, cut by median splits. Its frame puts the dimensions of most variance first and
// measures offsets from the centre of the data, which are kept in float32, dimension by dimension, a panel of
// points at a time: registers hold the sums of some points of one panel against a whole other panel. Tiles
// whose boxes are beyond eps are not compared. The float32 sums discard or accept only pairs for which a
// proven bound on their error allows it (docs/exactness.md, P5), and stop where no pair can be within eps any
// more; the other pairs are decided in float64, or else by the exact step.
//
// # Choices
//
// Beyond some ten dimensions no index prunes much, and nearly all points are compared with nearly all others.
// So a box tree over the tiles drops pairs of tiles beyond eps, and the remaining tiles are compared in
// registers: panels of 16 or 32 points stand dimension by dimension.
//
//   - Offsets take 4n bytes a point. Sums of squared differences discard and accept by limits that hold for
//     two tiles each; where the limits say too little, two tiles are compared in float64.
//   - internal/asm/tiles writes the loop for AVX-512 (8 points against 32, 16 sums in registers) and AVX2 (4
//     against 16), with a twin in Go (docs/decisions/0020-generated-assembly.md). Products are fused here:
//     sums need not be equal, since P5 holds for any of them.
//   - The dimensions stand by decreasing variance of a sample (REORDER), so that sums grow fast. After every 8
//     dimensions a kernel stops if none of its sums can still be within eps (SHORTC). For a single pair that
//     does not pay, since lanes go together.
//   - One index serves all thresholds: frame, tiles and boxes do not depend on eps. A range of rows keeps the
//     order of all tiles, so that a work that is cut is not split anew.
//   - Tasks are tiles of queries, each against some of the tiles of the entries. Pairs come in no order, and
//     the planner sorts them.
//
// # Nearest points
//
// A tile of queries searches the tiles of the entries by the distance of their boxes, its own first. A sum
// begins at minus its limit, which differs from query to query, so that one comparison with 0 serves a whole
// panel: with one limit for all, a query far out would have all others look at points that only it needs. The
// remaining points are compared in float64 and exactly: some 90 points of 20,000 for each query, where ten are
// wanted.
//
// Rejected alternatives. Sums as |p|² + |q|² - 2 p·q, half of the instructions, for now: their error grows
// with the square of offset to eps, not with its first power, and each sum needs two more terms wherever it is
// tested. A Z-order instead of median splits: a code of 4,096 dimensions decides by the first few of them
// only. Tiles with centres of their own: where tiles are compact, the boxes have done the work already.
package tile
