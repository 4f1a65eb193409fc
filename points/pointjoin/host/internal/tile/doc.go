// Package tile joins points of many dimensions by comparing tiles: up to 256 points that lie near each
// other, all against all of another tile.
//
// A set holds points in tiles, cut by median splits. Its frame puts the dimensions of most variance
// first and measures offsets from the centre of the data, which are kept in float32, dimension by dimension, a
// panel of points at a time: registers hold the sums of some points of one panel against
// a whole other panel. Tiles whose boxes are beyond eps are not compared. The float32 sums only discard, or
// accept, what a proven bound on their error allows (docs/exactness.md, P5), and stop
// where none of them can come back; what is left goes to float64, and from there to the exact step.
//
// Why it is made so is in docs/decisions/0056-tiles.md.
package tile
