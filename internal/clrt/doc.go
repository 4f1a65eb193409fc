// Package clrt is the OpenCL runtime under the driver: an open device with its
// queues by role, its buffers, a pool of pinned memory of the host, programs and
// the cache that they are kept in. It knows no type of flyby's.
//
// Errors begin with "opencl:", the package that users see.
package clrt
