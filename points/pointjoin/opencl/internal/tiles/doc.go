// Package tiles is the method tiles on an OpenCL device, for points of many dimensions: tiles of points that lie near each
// other are compared all with all, as matrices are multiplied (docs/exactness.md, P5).
//
//	set.cl      points in tiles
//	compare.cl  tiles compared
//
// The order of the tiles is the host's (tiling). There is no list of pairs of tiles: a group takes a tile and a span of
// others, and looks itself which of their boxes are near. Of those it compares the first dimensions of all pairs of points
// in float32, a block of pairs a work-item; the few that are left are shared out among the work-items, which look at all
// dimensions. Why it is made so is in docs/decisions/0063-tiles-on-devices.md.
package tiles
