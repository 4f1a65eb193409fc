// Package opencl is the driver of points for every device that the system's OpenCL library lists and that computes in
// float64.
//
// Each kernel is a .cl file with its .go file beside it, as in kernel/opencl, and a program is several of them. A method
// is a package, which loads points and returns what is resident: Methods has the table. What methods share is in
// points/internal/opencl.
//
//	internal/grid                the method grid
//	internal/tiles               the method tiles
//	internal/fused               the method fused of DBSCAN
//	points/papers/opencl/gpujoin the methods gpusj and gpujoin
//	points/papers/opencl/lss     the method lss
//
// docs/decisions/0064-points-on-devices.md says why it is made so.
package opencl
