// Package rowgrid joins points of few dimensions: the method grid. It is flyby's own.
//
// Points are sorted into cells of a grid, of which the first dimension runs fastest: the cells of a
// row, all of one place in the other dimensions, lie side by side, and so do their points. Of the
// neighbour cells of a cell, the three of each row are one range of points. A point is compared with
// such ranges by offsets in float32, many at a time, and what that cannot tell is decided in float64
// and exactly.
//
// docs/exactness.md, P4, proves that no pair is lost and bounds what float32 may decide;
// docs/decisions/0055-rows-of-cells.md says why it is made so.
package rowgrid
