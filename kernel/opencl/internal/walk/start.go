package walk

import (
	_ "embed"

	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/kernel/opencl/internal/pair"
)

//go:embed start.cl
var startText string

// startWalk is the kernel of start.cl.
const startWalk clrt.Kernel[startArgs] = "start_walk"

// ranges is the two ranges that a walk starts from, and the items of a launch (start.cl).
type ranges struct {
	firstPair                                          uint64
	n                                                  uint32
	atQ, firstQ                                        uint32
	atE, firstE, countE                                uint32
	levelBetween, countBetween, levelBelow, countBelow uint32
}

// startArgs are the parameters of start_walk.
type startArgs struct {
	boxQ, boxE *cl.Buffer
	ranges     ranges
	reach      pair.Reach
	exclusionArgs
	pairs    *cl.Buffer
	out      output
	counters *cl.Buffer
}

// exclusion is exclusion_t of open.cl.
type exclusion struct{ flags, shiftQ, shiftE uint32 }

// exclusionArgs is an exclusion with its trajectories (excludedQ, trajE), as parameters.
type exclusionArgs struct {
	exclusion        exclusion
	excludedQ, trajE *cl.Buffer
}

// startFile is start.cl, which needs open.cl before it.
func startFile() clrt.File { return clrt.File{Name: "start.cl", Text: startText} }

// The flags of open.cl and start.cl besides the openings.
const (
	flagExclude = 1  // both levels are within the run levels, and some pairs are excluded
	flagSelf    = 2  // a join of boxes with themselves: each unordered pair once
	flagLater   = 64 // with flagExclude: entries before the excluded one are excluded, too
)

// startLists enqueues the test of the pairs [first, first+n) of the plan's ranges
// (start.cl), which fills list 0 with pairs of boxes at the levels of at.
func (w *walk) startLists(at plan, first, n uint64) error {
	q, e := w.plan.query, w.plan.entry
	below := at.entry.Level
	between := min(below+1, e.Level)
	return startWalk.Launch(w.d.walking, clrt.Over(n), &startArgs{
		boxQ: q.boxes.Buffer, boxE: e.boxes.Buffer,
		ranges: ranges{
			firstPair: first, n: uint32(n),
			atQ: uint32(q.level[q.Level] + q.First), firstQ: uint32(q.First),
			atE: uint32(e.level[e.Level] + e.First), firstE: uint32(e.First), countE: uint32(e.count()),
			levelBetween: uint32(e.level[between]), countBetween: uint32(e.counts[between]),
			levelBelow: uint32(e.level[below]), countBelow: uint32(e.counts[below]),
		},
		reach: w.reach, exclusionArgs: w.exclusion(q.Level, at.entry.Level, w.start&openTwice),
		pairs: w.d.Lists.Buffer, out: w.output(0), counters: w.d.list.Counters,
	})
}

// exclusion returns the excluded pairs of boxes of two levels as parameters, with the
// opening among the flags.
func (w *walk) exclusion(ql, el int, o opening) exclusionArgs {
	flags := uint32(o)
	if w.self {
		flags |= flagSelf
	}
	qShift, eShift := 2*(w.plan.query.Setting.RunLevels-ql), 2*(w.plan.entry.Setting.RunLevels-el)
	if (w.Join || w.Excluded != nil) && qShift >= 0 && eShift >= 0 {
		flags |= flagExclude
	}
	if w.Later {
		flags |= flagLater
	}
	return exclusionArgs{
		exclusion: exclusion{flags: flags, shiftQ: uint32(max(qShift, 0)), shiftE: uint32(max(eShift, 0))},
		excludedQ: w.plan.query.units.Buffer, trajE: w.plan.entry.units.Buffer,
	}
}
