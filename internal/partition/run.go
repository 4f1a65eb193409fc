package partition

import (
	"errors"

	"flyby/kernel"
)

// Overflows reports whether hits outgrew a device's buffer, so that the work must be
// cut.
func Overflows(err error) bool {
	var overflow *kernel.OverflowError
	return errors.As(err, &overflow)
}

// Run runs work. Where it fails, and smaller returns parts of it for the error, these are
// run in its place, one after another and each in parts in turn; where smaller returns
// none, the error stands.
func Run[W any](work W, run func(W) error, smaller func(W, error) []W) error {
	err := run(work)
	if err == nil {
		return nil
	}
	parts := smaller(work, err)
	for _, part := range parts {
		if err := Run(part, run, smaller); err != nil {
			return err
		}
	}
	if len(parts) == 0 {
		return err
	}
	return nil
}

// Hits is Run for work that adds hits to out. Hits that work added before it failed
// are given back, and their counts dropped.
func Hits[W any](work W, out *kernel.Hits, run func(W) (kernel.Stats, error), smaller func(W, error) []W) (stats kernel.Stats, err error) {
	err = Run(work, func(w W) error {
		before := len(out.Lists)
		s, err := run(w)
		if err != nil && len(out.Lists) > before {
			out.Truncate(before)
			s = kernel.Stats{}
		}
		stats.Add(s)
		return err
	}, smaller)
	return stats, err
}
