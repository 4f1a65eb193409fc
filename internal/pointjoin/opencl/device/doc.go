// Package device has the parts of an OpenCL device that all methods for joins of points share: launches of
// their kernels, the coordinates of points, the float64 decision about a pair, and the counters of kernels.
//
//	judge.cl     which points are within a threshold, in float64
//	counters.cl  the counters of kernels
//	starts.cl    counts turned into the starts of lists
package device
