package job

import (
	"context"
	"math"

	"flyby/internal/reading/fileset"
	"flyby/internal/source"
)

// settleNow sets the one instant that is now of the states of two data sets, where nothing says it: the time of the newest row of both. It reads their files, of which each is read again then. A data set without times, or with a
// fault, is left to its reading.
func settleNow(ctx context.Context, inputs []source.Input) error {
	if len(inputs) < 2 || inputs[0].Same(&inputs[1]) || isOrigin(&inputs[1]) {
		return nil
	}
	if first := &inputs[0].Read; !first.States || first.Now != nil || first.NowOf != nil {
		return nil
	}
	newest := math.Inf(-1)
	for i := range inputs {
		in := &inputs[i]
		for _, file := range in.Files {
			if file.Size() == 0 {
				return wrong("Read.Now", "is missing: now is the newest row of all files, which are read twice to find it, and %s cannot be", file.Shown())
			}
		}
		t, units, times, err := fileset.Newest(ctx, in.Files, in.Read)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue
		}
		if newest = max(newest, t); i == 0 {
			into := inputs[1].Read
			into.IntoUnits(units, times)
			inputs[1].Read.Into = into.Into
		}
	}
	for i := range inputs {
		if !math.IsInf(newest, -1) {
			inputs[i].Read.Now = &newest
		}
	}
	return nil
}
