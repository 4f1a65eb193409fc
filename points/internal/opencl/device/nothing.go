package device

import (
	"context"

	"flyby/points/pointjoin"
)

// Nothing reports whether there is nothing to do of a work on a number of points: it was cancelled, which is the error, or it has no
// rows or no points, and is done.
func Nothing(ctx context.Context, w pointjoin.Work, points int) (bool, error) {
	if ctx.Err() != nil {
		return true, context.Cause(ctx)
	}
	if points > 0 && w.First < w.Last {
		return false, nil
	}
	if w.Progress != nil {
		w.Progress(1, 1)
	}
	return true, nil
}
