// Package device is an OpenCL device as methods that join points use it: how their kernels are launched, the
// coordinates of points there, what decides a pair in float64, and the counters that kernels count in.
//
//	judge.cl     which points are within a threshold, in float64
//	counters.cl  what kernels count
//	starts.cl    counts turned into where lists begin
package device
