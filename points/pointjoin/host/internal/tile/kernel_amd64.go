package tile

// kernels returns those that this processor runs, the fastest first.
func kernels() []kernel { return []kernel{genericKernel()} }
