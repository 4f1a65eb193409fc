package several

import (
	"context"
	"errors"

	"flyby/internal/partition"
	"flyby/kernel"
)

// round is the pieces that a device does in one call: the one that it was given,
// and those that its driver takes more of. So a device's hits come together, and
// there are no more lists of them to put in order than devices.
type round struct {
	crew   *crew
	member *member
	pieces []piece // taken, in order
}

// run runs the round from its first piece on. It returns pieces that are to be
// done again, where hits outgrow the device: each of several alone, a single one in parts;
// and halves of the queries that the device has no room for.
func (r *round) run(ctx context.Context) ([]piece, error) {
	c, m := r.crew, r.member
	var found finding
	stats, err := r.pieces[0].run(ctx, c.residents[m.device], r, &found.hits)
	if err != nil {
		again := r.again(err)
		if len(again) == 0 {
			return nil, err
		}
		m.stats.Add(stats)
		c.progress.end(m.device, 0)
		return again, nil
	}
	found.stats = stats
	r.pieces[0].moveBack(&found)
	m.stats.Add(found.stats)
	m.hits.Lists = append(m.hits.Lists, found.hits.Lists...)
	c.progress.end(m.device, shareOf(r.pieces))
	return nil, nil
}

// shareOf is the share of all work that pieces are.
func shareOf(pieces []piece) (share float64) {
	for _, p := range pieces {
		share += p.share
	}
	return share
}

// again returns what to do of a round that outgrew its device; none after other
// errors, and where nothing smaller is left.
func (r *round) again(err error) []piece {
	overflow := partition.Overflows(err)
	switch {
	case overflow && len(r.pieces) == 1, errors.Is(err, kernel.ErrMemory) && r.pieces[0].halvesQueries():
		return r.pieces[0].parts()
	case !overflow:
		return nil
	}
	for i := range r.pieces {
		r.pieces[i].alone = true
	}
	return r.pieces
}

// more yields the boxes of the pieces that follow, as long as they are such as the
// round may have too.
func (r *round) more(yield func(query, entry kernel.Boxes) bool) {
	for {
		p, ok := r.crew.queues[r.member.device].takeIf(r.pieces[0].goesWith)
		if !ok {
			return
		}
		r.pieces = append(r.pieces, p)
		if w := p.work.(walk); !yield(w.Query, w.Entry) {
			return
		}
	}
}

// listener returns tell, nil where nobody listens.
func (r *round) listener() func(done, total float64) {
	if r.crew.progress.tell == nil {
		return nil
	}
	return r.tell
}

// tell says how much of the last piece is done.
func (r *round) tell(done, total float64) {
	last := len(r.pieces) - 1
	r.crew.progress.set(r.member.device, shareOf(r.pieces[:last])+r.pieces[last].share*done/total, 0)
}
