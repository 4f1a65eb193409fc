// Package fused is the method fused of DBSCAN on an OpenCL device: which points are core, which of them are linked and what lies
// beside them, without a neighbour table.
//
//	cells.cl  points sorted into cells
//	near.cl   near cells, and which of their points are within the threshold
//	cores.cl  core points, counted up to as many as it takes
//	links.cl  linked core points as trees, joined by many work-items at once; points beside them
//
// In up to three dimensions cells are so small that their points are all within the threshold of each other. Where there would be too
// many of those, and in more dimensions, cells are those of the grid. docs/decisions/0067-dense-cells-on-devices.md
// says why it is made so, and docs/exactness.md, P8, why it is exact.
package fused
