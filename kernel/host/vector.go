package host

// vectors is the functions that have versions in vector instructions.
type vectors struct {
	name     string
	near     nearFunc
	solve    solveFunc
	approach approachFunc
	gather   gatherFunc // nil: segments meet one by one
	fetch    fetchFunc  // nil: nothing is asked for beforehand
	ask      askFunc    // nil: as fetch
}

// noVectors is the functions in Go.
func noVectors() vectors {
	return vectors{"Go", nearGeneric, solveGeneric, approachGeneric, nil, nil, nil}
}
