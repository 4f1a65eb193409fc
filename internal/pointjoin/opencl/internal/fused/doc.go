// Package fused is the method fused of DBSCAN on an OpenCL device: it finds core points, the links between them, and border points,
// without a neighbour table.
//
//	cells.cl  points sorted into cells
//	near.cl   near cells, and the points in them that are within the threshold
//	cores.cl  core points: neighbours are counted until there are enough
//	links.cl  linked core points as trees, joined by many work-items concurrently; border points
//
// In up to three dimensions cells are so small that their points are all within the threshold of each other. Where there would be too
// many such cells, and in more dimensions, cells are the grid's. docs/decisions/0067-dense-cells-on-devices.md gives the reasons for
// the design, and docs/exactness.md, P8, the proof that it is exact.
package fused
