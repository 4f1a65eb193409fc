// Package kernel is the contract of the drivers, which internal/engine calls: the work that they take, the hits and
// errors that they return, and the promises that a search may rely on. The packages below
// it are drivers for the host's cores (host), for OpenCL devices (opencl) and for several
// devices as one (several); kerneltest is the suite that each of them passes.
//
// The reasons for the contract are in docs/decisions/0016-the-contract-of-drivers.md.
package kernel
