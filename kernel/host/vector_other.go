//go:build !amd64

package host

// bestVectors returns the fastest functions that this processor runs.
func bestVectors() vectors { return noVectors() }
