package opencl

import (
	"runtime"

	"flyby/internal/parallel"
	"flyby/kernel/cl"
)

// makeAll enqueues makeQueries of a chunk with the emptying of all that a walk counts.
func (d *Driver) makeAll(entries *pyramid, c chunk) error {
	rows, count := cl.Mem(nil), 0
	if d.orders() {
		_, rows = d.orderArgs()
		count = d.order.count
	}
	return d.makeQueries(entries, c, counterWords, rows, count)
}

// streamQueries sends chunk k of the queries, on a queue of its own, and enqueues the
// making of its query side, which waits for that.
func (d *Driver) streamQueries(entries *pyramid, k int, c chunk) error {
	q, s := d.flat, d.stream
	at, data := q.samplesOf(c)
	if k == 0 {
		at, data = append(at, 8*q.Store.Samples()*(1+q.Store.Dim())), append(data, cl.Bytes(q.pieces))
		at, data = append(at, at[len(at)-1]+len(q.tail[0])), append(data, q.tail[1])
	}
	sent, err := q.staging.sendAhead(s, q.samples.buffer, d.pool, at, data)
	if err != nil {
		return err
	}
	s.after = sent
	if k == 0 {
		return d.makeAll(entries, c)
	}
	return d.makeQueries(entries, c, 0, cl.Mem(nil), 0)
}

// samplesOf returns the samples of a chunk, column by column, and where each goes. The
// last segment ends at the first sample of the next chunk.
func (q *flatSide) samplesOf(c chunk) (at []int, data [][]byte) {
	last := min(c.lastRow+1, q.Store.Samples())
	for k, plane := range q.planes() {
		at = append(at, 8*(k*q.Store.Samples()+c.firstRow))
		data = append(data, plane[8*c.firstRow:8*last])
	}
	return at, data
}

// sendAhead enqueues copies of data to a buffer, each from its byte at on, on the
// queue for what is sent ahead of the commands. It returns the event of the last.
func (s *staging) sendAhead(stream *stream, b *cl.Buffer, p *pool, at []int, data [][]byte) (*cl.Event, error) {
	from := data
	if s.block != nil {
		from = s.stage(p, at, data)
	}
	var sent *cl.Event
	for i, d := range from {
		if len(d) == 0 {
			continue
		}
		var err error
		if sent, err = stream.writeAhead(b, at[i], d); err != nil {
			return nil, err
		}
	}
	return sent, stream.ahead.Flush()
}

// stage copies what is not pinned to where it goes in the pinned memory, on several
// threads where that is soon enough, and returns where all is.
func (s *staging) stage(p *pool, at []int, data [][]byte) (from [][]byte) {
	type stretch struct{ dst, src []byte }
	var parts []stretch
	total := 0
	for i, d := range data {
		if len(d) == 0 || p.holds(d) {
			from = append(from, d)
			continue
		}
		staged := s.bytes[at[i] : at[i]+len(d)]
		from = append(from, staged)
		total += len(d)
		for first := 0; first < len(d); first += copiedAlone {
			last := min(first+copiedAlone, len(d))
			parts = append(parts, stretch{staged[first:last], d[first:last]})
		}
	}
	threads := min(total/copiedAlone, runtime.GOMAXPROCS(0))
	if threads < 4 {
		threads = 1
	}
	parallel.Share(len(parts), threads, func(_, first, last int) {
		for _, c := range parts[first:last] {
			copy(c.dst, c.src)
		}
	})
	return from
}
