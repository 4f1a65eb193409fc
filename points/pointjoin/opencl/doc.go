// Package opencl is the driver of points for every device that the system's OpenCL library lists and that computes in
// float64.
//
// Each kernel is a .cl file with its .go file beside it, as in kernel/opencl, and a program is several of them. A method
// is a package whose Load returns resident points; Methods has the table. points/internal/opencl has the parts that
// methods share.
//
//	internal/grid                the method grid
//	internal/tiles               the method tiles
//	internal/fused               the method fused of DBSCAN
//	points/papers/opencl/gpujoin the methods gpusj and gpujoin
//	points/papers/opencl/lss     the method lss
//
// docs/decisions/0064-points-on-devices.md gives the reasons for the design.
package opencl
