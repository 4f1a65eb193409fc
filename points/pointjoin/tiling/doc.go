// Package tiling orders points by tiles: a tile is a number of points that lie near each other, cut by
// median splits. It is what drivers share of the method tiles, and where offsets of points are measured from.
package tiling
