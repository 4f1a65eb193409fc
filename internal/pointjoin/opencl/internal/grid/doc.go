// Package grid is the method grid on an OpenCL device: points are sorted into cells by counting, and each work-item
// compares a point with the points of its neighbour cells, by offsets in float32, and in float64 where these do not
// decide (docs/exactness.md, P4).
//
//	cells.cl  points sorted into cells
//	near.cl   the points near each point
//
// Cells are looked up in a table by their linear ids where it is small enough, else by a hash of the ids; ids tell
// the points of cells with the same hash apart.
package grid
