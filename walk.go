package flyby

import (
	"context"
	"errors"
	"time"

	"flyby/binindex"
	"flyby/kernel"
	"flyby/perfmodel"
)

// walk is a search by MethodSpatiotemporal on one part.
func (g *deviceEngine) walk(ctx context.Context, t task, p *part, out *kernel.Hits) (kernel.Stats, error) {
	w := kernel.WalkWork{Rule: t.Rule, Entry: kernel.Root(p.Pyramid), Progress: t.report.tell, Encounters: t.encounters, Crew: t.crew}
	if t.Join {
		w.Queries, w.Query = p.Pyramid, w.Entry
	} else {
		if err := g.needQueries(t, p); err != nil {
			return kernel.Stats{}, err
		}
		w.Store, w.Pyramid = t.queries, func() *binindex.Pyramid { return t.pyramids.in(p.Pyramid) }
	}
	before := len(out.Pieces)
	if g.model != nil && t.report.wanted() {
		count := perfmodel.CountWalk(w.Prepared().Queries, p.Pyramid, t.Rule, g.model.Walk.Stride, 0, 1)
		t.report.predict(g.model.PredictWalk(count).Time() * time.Duration(len(g.parts)))
	}
	stats, err := g.walkSplit(ctx, w, p, out)
	if errors.Is(err, kernel.ErrMemory) && !t.Join && t.queries.Trajectories() > 1 {
		out.Truncate(before)
		return g.walkHalves(ctx, t, p, out)
	}
	return stats, err
}

// needQueries refuses queries of which a driver on the cpu makes a pyramid that does not
// fit.
func (g *deviceEngine) needQueries(t task, p *part) error {
	if g.driver.Device().Kind != kernel.CPU {
		return nil
	}
	return t.pyramids.need(p.Pyramid)
}

// walkHalves searches for one half of the query trajectories after the other:
// the device has no room for them all.
func (g *deviceEngine) walkHalves(ctx context.Context, t task, p *part, out *kernel.Hits) (stats kernel.Stats, err error) {
	n := t.queries.Trajectories()
	for _, half := range [][2]int{{0, n / 2}, {n / 2, n}} {
		sub := t
		sub.queries = t.queries.Slice(half[0], half[1])
		if t.Excluded != nil {
			sub.Excluded = t.Excluded[half[0]:half[1]]
		}
		sub.pyramids = newPyramids(sub.queries, t.crew)
		from := len(out.Pieces)
		s, err := g.walk(ctx, sub, p, out)
		if err != nil {
			return stats, err
		}
		stats.Add(s)
		shift(out.Pieces[from:], placeOf(t.queries, half[0]), place{})
	}
	return stats, nil
}

// walkSplit runs a walk, in parts where its hits outgrow the device's buffer; two
// runs whose hits do meet here.
func (g *deviceEngine) walkSplit(ctx context.Context, w kernel.WalkWork, p *part, out *kernel.Hits) (kernel.Stats, error) {
	stats, err := p.resident.Walk(ctx, w, out)
	var overflow *kernel.OverflowError
	if !errors.As(err, &overflow) {
		return stats, err
	}
	w = w.Prepared()
	pieces := w.Split(p.Pyramid)
	if len(pieces) == 0 {
		return w.Meet(p.Pyramid, out), ctx.Err()
	}
	for _, piece := range pieces {
		s, err := g.walkSplit(ctx, piece, p, out)
		stats.Add(s)
		if err != nil {
			return stats, err
		}
	}
	return stats, nil
}
