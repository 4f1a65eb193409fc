//go:build !amd64

package host

// bestNear returns the fastest nearFunc that this processor runs.
func bestNear() nearFunc { return nearGeneric }
