package engine

import (
	"cmp"
	"context"
	"time"

	"flyby/internal/placement"
)

// Further is one more device for Auto, which is opened once a search is predicted to pay for that.
type Further struct {
	Open   func() (d Device, ok bool) // ok is false where there is no such device
	Beside uint64                     // bytes of the host that its buffers may grow to in searches
	Start  placement.Start
}

// Prepare chooses how the next search runs, opens the device for it and loads the entries there, unless that was done before. It returns the time that it took. Without
// it the search does the same.
func (e *Engine) Prepare(ctx context.Context, asked Task) (time.Duration, error) {
	a, ok := e.way.(*auto)
	if !ok || a.further == nil {
		return 0, nil
	}
	start := time.Now()
	t := task{Task: asked, pool: e.pool, pyramids: e.queries.of(asked.Queries).until(ctx), report: newReport(nil, "search")}
	defer e.queries.of(nil)
	err := cmp.Or(a.openAny(ctx, func() { a.choose(t) }), ctx.Err())
	a.prepared = err == nil
	return time.Since(start), err
}

// A bid is a way of auto with the predicted seconds of a search.
type bid struct {
	way     *parts // nil: the further device
	place   placement.Device
	seconds float64
}

// weigh sets the way of a search: the cores, unless the search is predicted to take less on the further device, its start included. The start counts less by what earlier
// searches lost on the cores, so that a database which is searched for long gets the device at last.
func (a *auto) weigh(t task) {
	index, err := a.indexes.pyramid()
	if err != nil { // opening the way returns it
		return
	}
	boxes, gpu := index.(*pyramidIndex), placement.GPU(a.further.Start)
	gpu.Start = max(0, gpu.Start-a.lost)
	bids := []bid{{way: a.ways[0], place: a.cores}, {place: gpu}}
	for i := range bids {
		b := &bids[i]
		b.seconds = b.place.Seconds(a.indexes.entries.Segments(), boxes.count(t, b.place.Walk.Stride))
	}
	if placement.Choose(bids[0].seconds, bids[1].seconds) == 0 {
		a.lost += max(0, bids[0].seconds-bids[1].seconds+gpu.Start)
		a.ways[0].device.Reason = placement.Why(bids[0].place, bids[1].place, bids[0].seconds, bids[1].seconds)
		return
	}
	a.openFurther(placement.Why(bids[1].place, bids[0].place, bids[1].seconds, bids[0].seconds))
}

// openFurther opens the further device, which becomes the default for a reason. Where it cannot be opened the cores stay, and it is not tried again.
func (a *auto) openFurther(reason string) {
	d, ok := a.further.Open()
	a.further = nil
	if !ok {
		a.ways[0].device.Reason = "no GPU here"
		return
	}
	d.Reason = reason
	way := newParts(spatiotemporal{}, d, a.indexes, a.ways[0].config)
	way.model = knownModel(d.Device(), a.ways[0].config.Logger)
	a.devices, a.ways = append([]Device{d}, a.devices...), append([]*parts{way}, a.ways...)
}
