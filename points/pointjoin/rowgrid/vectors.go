package rowgrid

// vectors is the functions that have versions in vector instructions. They are given where a probe
// begins. nil: what they do is done in Go.
type vectors struct {
	name          string
	list, count   func(**float32)
	cell, degrees func(**float32) // nil: points are asked for one by one
}

// noVectors is everything in Go.
func noVectors() vectors { return vectors{name: "Go"} }
