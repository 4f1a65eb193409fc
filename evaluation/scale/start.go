package scale

import (
	"context"
	"fmt"
	"runtime"

	"flyby"
	"flyby/evaluation/measure"
	"flyby/evaluation/speed"
)

// startShare is the number of all segments as a multiple of the segments of the slab of the row start: 10⁷
// of 10⁵.
const startShare = 100

// start measures the row start: a process that runs one slab, and the same search in this process, in turn.
func (l *lab) start(ctx context.Context) ([]speed.Row, error) {
	s, err := disc(max(2*steps, l.Segments/startShare), steps)
	if err != nil {
		return nil, err
	}
	path, err := l.write(ctx, s, false)
	if err != nil {
		return nil, err
	}
	dir := l.path("start")
	if _, _, err = l.plan(ctx, path, s, dir, 1); err != nil {
		return nil, err
	}
	var process, search, beside turns
	for i := range l.Turns + 1 {
		if err := removeParts(dir); err != nil {
			return nil, err
		}
		alone, err := searched(ctx, s)
		if err != nil {
			return nil, err
		}
		c, err := l.slab(ctx, dir, 0)
		if err != nil {
			return nil, err
		}
		if i > 0 { // the first turn warms both up
			process.add(c.cpu)
			search.add(alone)
			beside.add(c.cpu - alone)
		}
	}
	c := l.claim("beside the search", "s", beside, 0.15, 0, fmt.Sprintf("%s, the search %s", seconds(process), seconds(search)))
	return []speed.Row{row("start", fmt.Sprintf("a process that runs a slab of %d segments, less the search", s.store.Segments()), 0, c)}, nil
}

// searched returns the processor time of a join in this process, with its index.
func searched(ctx context.Context, s set) (cpu float64, err error) {
	runtime.GC() // now rather than while the join is timed
	begun := measure.ProcessorTime()
	db, err := flyby.Open(ctx, s.store, flyby.Options{Device: "cpu"})
	if err != nil {
		return 0, err
	}
	hits, err := db.Hits(ctx, flyby.Search{Distance: s.distance})
	if err == nil {
		hits.Release()
		err = db.Close()
	}
	return (measure.ProcessorTime() - begun).Seconds(), err
}
