// Package kernel is the contract of the drivers: what they are asked, what they
// answer, and what a search may rely on. The packages below it are drivers for the
// host's cores (host), for OpenCL devices (opencl) and for several devices as one
// (several); kerneltest is the suite that each of them passes.
//
// Why it is as it is stands in docs/decisions/0016-the-contract-of-drivers.md.
package kernel
