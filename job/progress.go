package job

import (
	"time"

	"flyby"
)

// A Unit is what a phase counts.
type Unit string

// Units of phases.
const (
	BytesUnit   Unit = "bytes"
	QueriesUnit Unit = "queries"
	hitsUnit    Unit = "hits"
	SlabsUnit   Unit = "slabs"
	NoUnit      Unit = ""
)

// Progress is how far a job has come. Phase is "read NAME", "index", "search" and the others of flyby.Progress, "cluster" or "write"; "": a phase has ended.
type Progress struct {
	Phase    string
	Unit     Unit
	Done     float64
	Total    float64       // 0: not known; -1: the phase begins
	Left     time.Duration // time that the phase is still expected to take; 0: not known
	Foretold bool          // Left is by the performance model of the device
}

// reads begins the phase of reading a data set, and returns the function that tells how far it has come.
func (j *Job) reads(name string) func(done, total int64) {
	tell := func(done, total int64) {
		j.ask.Progress(Progress{Phase: "read " + name, Unit: BytesUnit, Done: float64(done), Total: float64(total)})
	}
	tell(0, -1)
	return tell
}

// follow passes on the progress of a search with some queries: in queries, of slabs in slabs, otherwise in percent.
func (j *Job) follow(queries int) func(flyby.Progress) {
	return func(p flyby.Progress) {
		to := Progress{Phase: p.Phase, Unit: NoUnit, Left: p.Left, Foretold: true, Total: -1}
		total := 100.
		switch p.Phase {
		case "search":
			to.Unit, total = QueriesUnit, float64(queries)
			if j.points != nil {
				p.Done, p.Total = p.Done+float64(j.points.offset), total
			}
		case "slabs":
			to = Progress{Phase: "search", Unit: SlabsUnit, Done: p.Done, Total: p.Total}
			if p.Total == 0 { // all slabs are searched, and their results are merged
				to.Phase, to.Unit = "write", hitsUnit
			}
			j.ask.Progress(to)
			return
		case "cluster":
			if j.points == nil { // groups are found as they are read
				j.ask.Progress(Progress{Phase: "cluster", Total: -1})
				return
			}
		}
		if p.Total > 0 {
			to.Done, to.Total = p.Done/p.Total*total, total
		}
		j.ask.Progress(to)
	}
}
