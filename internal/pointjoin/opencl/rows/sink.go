package rows

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
)

//go:embed sink.cl
var sinkText string

// The pairs that a row finds.
const (
	anyRow    = iota // a query: all entries
	higherRow        // a point: points of higher rows, so that each pair is found once
	eachSide         // a point: all others, where the lower row of the two is in range
	everyRow         // a point: all others and itself, which is not counted
)

// SinkFile returns sink.cl, which needs counters.cl before it.
func SinkFile() clrt.File {
	return clrt.File{Name: "sink.cl", Text: sinkText, Constants: []clrt.Constant{
		{Name: "ANY_ROW", Value: anyRow}, {Name: "HIGHER_ROW", Value: higherRow}, {Name: "EACH_SIDE", Value: eachSide}, {Name: "EVERY_ROW", Value: everyRow},
	}}
}

// Scope is scope_t of sink.cl.
type Scope struct{ first, last, mode, room, few, filling uint32 }

// Args are the parameters that all kernels that find pairs by row have (sink.cl).
type Args struct {
	scope                Scope
	rows, seconds, notes *cl.Buffer
}

// Filling reports whether the pass is the filling pass.
func (a Args) Filling() bool { return a.scope.filling == 1 }

// Finder is the search of a method on the device.
type Finder interface {
	// Parts returns the number of launches of a search, between which it may be cancelled.
	Parts() int
	// Find enqueues launch part.
	Find(part int, a Args) error
}
