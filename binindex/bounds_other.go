//go:build !amd64

package binindex

// bounds returns the bounds of the units' mid-points; there is at least one.
func bounds(u []unit) (lo, hi [4]float32) { return boundsGeneric(u) }
