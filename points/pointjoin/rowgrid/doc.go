// Package rowgrid joins points of few dimensions: the method grid. It is flyby's own.
//
// Points are sorted into cells of a grid, whose linear ids run fastest along the first dimension. A
// row is all cells at one place in the other dimensions: they lie side by side, and so do their
// points. Of the neighbour cells of a cell, the three of each row are one range of points. A point
// is compared with such ranges by offsets in float32, many at a time; pairs that float32 cannot
// decide are decided in float64, or exactly.
//
// docs/exactness.md, P4, proves that no pair is lost and bounds the decisions of float32;
// docs/decisions/0055-rows-of-cells.md gives the reasons for the design.
package rowgrid
