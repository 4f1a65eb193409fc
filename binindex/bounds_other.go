//go:build !amd64

package binindex

// bounds returns the bounds of the units' mid-points; there is at least one unit.
func bounds(u []unit) (lo, hi [4]float32) { return boundsGeneric(u) }

// hasVectors reports whether the processor runs boxesOf.
func hasVectors() bool { return false }

// boxesOf makes the boxes of the first runs, as many as it can, and returns their number.
func boxesOf(*maker, []Run, []Box) int { return 0 }
