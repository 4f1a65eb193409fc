// Package dense finds clusters of points without their neighbour table, by DBSCAN: the method fused. It is flyby's own.
//
// Points of up to three dimensions are sorted into cells so small that those of one cell are neighbours of each other: a cell of
// enough points is core as a whole, its core points are one cluster, and two cells are linked by the first pair that is found
// of them. Where that cannot be, as in more dimensions, or cells would hold few points, they are those of rowgrid, and their points are
// looked at one by one.
// Rows of cells lie side by side in memory, as in rowgrid.
//
// docs/exactness.md, P7, proves that cells are small enough and that none is missed; docs/decisions/0065-dense-cells.md says why it
// is made so.
package dense
