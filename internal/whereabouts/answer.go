package whereabouts

import (
	"cmp"
	"context"
	"slices"

	"flyby/internal/slab"
)

// Answer reads the cells of a data set in order and answers the questions of sides, all of which
// must have the same cells. The error is a source's, the folder's, or ctx's.
func Answer(ctx context.Context, c Cells, sides ...*Side) error {
	cell := 0
	for i := range c.Borders[1:] {
		for b, err := range c.Slabs(c.Borders[i], c.Borders[i+1]) {
			if err = cmp.Or(err, ctx.Err()); err != nil {
				return err
			}
			for _, s := range sides {
				if err := s.answer(ctx, cell, b); err != nil {
					return err
				}
			}
			cell++
		}
	}
	return nil
}

// answer answers the questions of a cell.
func (s *Side) answer(ctx context.Context, cell int, b *slab.Slab) error {
	if s.places != nil {
		if err := s.places.answer(ctx, cell, b); err != nil {
			return err
		}
	}
	if s.speeds != nil {
		if err := s.speeds.answer(ctx, cell, b); err != nil {
			return err
		}
	}
	if s.ways != nil {
		return s.ways.answer(ctx, cell, b)
	}
	return nil
}

// gatheredRows is the number of questions that are answered at a time.
const gatheredRows = 1 << 13

// local returns the number in a slab of a trajectory of the whole.
func local(b *slab.Slab, traj uint32) (at int, ok bool) { return slices.BinarySearch(b.Traj, traj) }
