package several

import (
	"context"
	"errors"

	"flyby/kernel"
)

// round is the pieces that a device does in one call: the one that it was given,
// and those that its driver takes more of. So a device's hits come together, and
// there are no more lists of them to put in order than devices.
type round struct {
	crew   *crew
	member *member
	pieces []piece // taken, in order
	share  float64 // of all work, of the pieces before the last
}

// run runs the round from its first piece on. It returns pieces that are to be
// done again, where hits outgrow the device: each of several alone, a single one in parts.
func (r *round) run(ctx context.Context) ([]piece, error) {
	c, m := r.crew, r.member
	var found finding
	stats, err := r.pieces[0].run(ctx, c.residents[m.device], r, &found.hits)
	var overflow *kernel.OverflowError
	if errors.As(err, &overflow) {
		if again := r.again(); len(again) > 0 {
			m.stats.Add(stats)
			c.progress.end(m.device, 0)
			return again, nil
		}
	}
	if err != nil {
		return nil, err
	}
	found.stats = stats
	if settle := r.pieces[0].settle; settle != nil {
		settle(&found)
	}
	m.stats.Add(found.stats)
	m.hits.Pieces = append(m.hits.Pieces, found.hits.Pieces...)
	c.progress.end(m.device, r.share+r.last().share)
	return nil, nil
}

// last is the piece that is being done.
func (r *round) last() piece { return r.pieces[len(r.pieces)-1] }

// again returns the pieces of a round that outgrew its device.
func (r *round) again() []piece {
	if len(r.pieces) == 1 {
		return r.pieces[0].parts()
	}
	for i := range r.pieces {
		r.pieces[i].alone = true
	}
	return r.pieces
}

// more hands out the boxes of the next piece, if it is one that the round may
// have too.
func (r *round) more() (query, entry kernel.Boxes, ok bool) {
	p, ok := r.crew.queues[r.member.device].takeIf(r.pieces[0].goesWith)
	if !ok {
		return query, entry, false
	}
	r.share += r.last().share
	r.pieces = append(r.pieces, p)
	w := p.work.(walk)
	return w.Query, w.Entry, true
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
	r.crew.progress.set(r.member.device, r.share+r.last().share*done/total, 0)
}
