// Package papers is the folder of methods for joins of points from published papers. They are kept so that they can be
// measured beside the papers' own figures: auto takes only a method that predicts its time, and a method of a paper
// predicts none.
//
//	gpujoin         GPU-SJ and GPU-Join on the cores of the host
//	lss             LSS on the cores of the host
//	zorder          the lists and intervals of LSS
//	opencl/gpujoin  GPU-SJ and GPU-Join on an OpenCL device
//	opencl/lss      LSS on an OpenCL device
//
// Each method is one line in the tables of internal/pointjoin/host and internal/pointjoin/opencl. docs/points-methods.md lists
// the differences from the papers.
package papers
