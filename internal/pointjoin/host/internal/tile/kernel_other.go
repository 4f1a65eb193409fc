//go:build !amd64

package tile

// kernels returns the kernels that this processor supports, the fastest first.
func kernels() []kernel { return []kernel{genericKernel()} }
