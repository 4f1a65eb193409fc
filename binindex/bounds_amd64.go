package binindex

//go:generate go -C ../internal/asm run ./bounds -out ../../binindex/bounds_amd64.s -stubs ../../binindex/bounds_stubs_amd64.go -pkg binindex

// bounds returns the bounds of the units' mid-points; there is at least one.
func bounds(u []unit) (lo, hi [4]float32) {
	boundsSSE(&u[0].mid[0], len(u), &lo[0], &hi[0])
	return lo, hi
}
