//go:build !amd64

package rowgrid

// kinds returns the functions that this processor supports, the fastest first.
func kinds(int) []vectors { return []vectors{noVectors()} }

// prefetch would load the memory at p ahead of its use; here it does nothing.
func prefetch(*uint32) {}
