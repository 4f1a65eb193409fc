package walk

import (
	"slices"

	"flyby/internal/cl"
	"flyby/internal/clrt"
)

// streams reports whether each wave of the queries is worth sending by itself, while
// the device walks the one before: where the queries are many, and in pinned memory.
// Copying other memory by ranges costs more than it gains.
func (d *Walker) streams() bool {
	q := d.flat
	return q.size() >= d.Tuning.Streamed && !slices.ContainsFunc(q.planes(), func(plane []byte) bool { return d.dev.Pool.Holder(plane) == nil })
}

// streamQueries sends a wave of the queries, on a separate queue, and enqueues the making
// of its query side after that. Before the first wave it sends the tail.
func (d *Walker) streamQueries(entries *pyramid, c wave) error {
	if q := d.flat; c.firstRun == 0 {
		if err := clrt.WriteEach(d.dev.Queues, q.samples.Buffer, q.planesSize(), q.tail); err != nil {
			return err
		}
	}
	sent, err := d.sendSamples(c)
	if err != nil {
		return err
	}
	return d.makeQueries(entries, c, sent)
}

// sendSamples sends the samples of a wave, and returns the event of the last copy. The
// last segment of a wave ends at the first sample of the next wave, so it sends that too.
func (d *Walker) sendSamples(c wave) (sent *cl.Event, err error) {
	q, n := d.flat, d.flat.Store.Samples()
	first, last := c.firstRow, min(c.lastRow+1, n)
	if first > 0 {
		first++
	}
	for k, plane := range q.planes() {
		if sent, err = d.dev.Queues.WriteAhead(q.samples.Buffer, 8*(k*n+first), plane[8*first:8*last]); err != nil {
			return nil, err
		}
	}
	return sent, d.dev.Queues.FlushAhead()
}
