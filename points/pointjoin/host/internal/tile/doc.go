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
// docs/decisions/0056-tiles.md gives the reasons for the design.
package tile
