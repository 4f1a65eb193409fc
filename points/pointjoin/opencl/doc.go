// Package opencl is the driver of points for every device that the system's OpenCL library lists and that computes in
// float64.
//
// Each kernel is a .cl file with its .go file beside it, as in kernel/opencl, and a program is several of them. A method
// is a package in internal, which loads points and returns what is resident: Methods has the table.
//
//	internal/device  the device as methods use it, and what decides a pair in float64
//	internal/rows    pairs found row by row: counted, then filled in
//	internal/grid    the method grid
//	internal/tiles   the method tiles
//	internal/gpujoin the methods gpusj and gpujoin
//
// docs/decisions/0064-points-on-devices.md says why it is made so.
package opencl
