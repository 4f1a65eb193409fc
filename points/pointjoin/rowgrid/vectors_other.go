//go:build !amd64

package rowgrid

// kinds returns the functions that this processor runs, the fastest first.
func kinds(int) []vectors { return []vectors{noVectors()} }
