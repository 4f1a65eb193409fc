// Package dense finds clusters of points without their neighbour table, by DBSCAN: the method fused. It is flyby's own.
//
// Points of up to three dimensions are sorted into cells so small that the points of one cell are neighbours of each other: a cell with
// enough points is core as a whole, its core points are in one cluster, and the first neighbouring pair of core points of two cells
// links the cells. In more dimensions, where this is impossible, and where cells would hold few points, the cells are rowgrid's, and
// their points are compared one by one. Rows of cells lie side by side in memory, as in rowgrid.
//
// docs/exactness.md, P7, proves that cells are small enough and that no neighbour is missed; docs/decisions/0065-dense-cells.md gives
// the reasons for the design.
package dense
