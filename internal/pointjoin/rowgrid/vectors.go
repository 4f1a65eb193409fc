package rowgrid

// vectors is the functions that exist in vector instructions; nil functions are done in Go. Each
// gets a pointer to the start of a probe.
type vectors struct {
	name          string
	list, count   func(**float32)
	cell, degrees func(**float32) // nil: points are compared one by one
}

// noVectors returns vectors with everything in Go.
func noVectors() vectors { return vectors{name: "Go"} }
