package rows

import (
	_ "embed"

	"flyby/internal/clrt"
	"flyby/kernel/cl"
)

//go:embed sink.cl
var sinkText string

// What rows find.
const (
	anyRow    = iota // a query all entries
	higherRow        // a point those of higher rows: each pair is found once
	eachSide         // a point all others, where the lower row of the two is in range
	everyRow         // a point all others and itself, which is not counted
)

// SinkFile is sink.cl, which wants counters.cl before it.
func SinkFile() clrt.File {
	return clrt.File{Name: "sink.cl", Text: sinkText, Constants: []clrt.Constant{
		{Name: "ANY_ROW", Value: anyRow}, {Name: "HIGHER_ROW", Value: higherRow}, {Name: "EACH_SIDE", Value: eachSide}, {Name: "EVERY_ROW", Value: everyRow},
	}}
}

// Scope is scope_t of sink.cl.
type Scope struct{ first, last, mode, room, few, filling uint32 }

// Args are parameters of every kernel that finds pairs by row (sink.cl).
type Args struct {
	scope                Scope
	rows, seconds, notes *cl.Buffer
}

// Filling reports whether the pass is that which fills in.
func (a Args) Filling() bool { return a.scope.filling == 1 }

// Finder is the search of a method on the device.
type Finder interface {
	// Parts is how many launches it is cut into, so that it may be cancelled between them.
	Parts() int
	// Find enqueues one of them.
	Find(part int, a Args) error
}
