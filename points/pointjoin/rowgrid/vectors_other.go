//go:build !amd64

package rowgrid

// kinds returns the functions that this processor runs, the fastest first.
func kinds(int) []vectors { return []vectors{noVectors()} }

// prefetch asks for the memory at p and behind it, which is read soon: here that is left to the processor.
func prefetch(*uint32) {}
