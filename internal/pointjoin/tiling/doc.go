// Package tiling orders points by tiles: a tile is a number of points that lie near each other, made by
// median splits. Drivers share it for the method tiles: the order of points, and the frame from which offsets
// are measured.
package tiling
