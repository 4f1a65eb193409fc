package host

// vectors is the functions that have versions in vector instructions.
type vectors struct {
	name     string
	near     nearFunc
	solve    solveFunc
	approach approachFunc
	gather   gatherFunc // nil: pairs are gathered one by one
	fetch    fetchFunc  // nil: no prefetching
	ask      askFunc    // nil: no prefetching
}

// noVectors is the functions in Go.
func noVectors() vectors {
	return vectors{"Go", nearGeneric, solveGeneric, approachGeneric, nil, nil, nil}
}
