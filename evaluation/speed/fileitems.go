package speed

import (
	"context"
	"fmt"
	"strings"
)

// fileItems returns a row for each format and size: a join from file to answer, by the phases of its summary.
func fileItems() (all []item) {
	for _, extension := range []string{".parquet", ".csv", ".arrows"} {
		for exponent := 5; exponent <= 8; exponent++ {
			t := joinTask(fmt.Sprintf("%s-1e%d", strings.TrimSuffix(extension[1:], "s"), exponent), exponent, extension)
			all = append(all, item{
				name: t.name, group: fileGroup, what: "whole program: " + t.what, extra: t.huge, large: exponent == 7,
				measure: func(ctx context.Context, l *lab, r *Row) error { return l.whole(ctx, t, r) },
			})
		}
	}
	return all
}

// whole measures a question from file to answer on the lab's device.
func (l *lab) whole(ctx context.Context, t wholeTask, r *Row) error {
	args, skip, err := l.argumentsOf(ctx, t)
	if r.Skipped = skip; skip != "" || err != nil {
		return err
	}
	least := fewest
	if t.huge {
		least = 1
	}
	var all []process
	err = l.repeatProcess(ctx, least+1, func() error {
		p, err := l.flyby(ctx, args...)
		all = append(all, p)
		return err
	})
	if err != nil {
		return err
	}
	all = all[min(1, len(all)-1):] // the first has the file read into the system's cache
	r.take(outcomes(all))
	l.claimTime(r, targets{})
	for _, c := range []struct {
		phase string
		of    func(process) float64
	}{
		{"read", func(p process) float64 { return p.LoadS }}, {"index", func(p process) float64 { return p.IndexS }},
		{"search", func(p process) float64 { return p.SearchS }}, {"write, at work", func(p process) float64 { return p.WriteS }},
	} {
		var seconds []float64
		for _, p := range all {
			seconds = append(seconds, c.of(p))
		}
		r.Claims = append(r.Claims, Claim{What: c.phase, Unit: "s", Got: median(seconds)})
	}
	r.Claims = append(r.Claims, Claim{What: "rate", Unit: "rows/s", Got: float64(scaled(t.stars, l.Scale)*(galSteps+1)) / r.Claims[1].Got})
	l.claimPeak(r, 0, all...)
	return nil
}
