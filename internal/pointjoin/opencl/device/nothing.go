package device

import (
	"context"

	"flyby/internal/pointjoin"
)

// Nothing reports whether a work on a number of points has nothing to do: because it was cancelled, with the cause as the error, or
// because there are no rows or no points.
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
