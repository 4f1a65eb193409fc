package speed

import (
	"context"
	"fmt"
	"path/filepath"

	"flyby"
	"flyby/internal/output"
	"flyby/trajectory"
)

// The rates that writing hits is to reach, in rows a second on two cores.
const (
	wantedCSVRows     = 20e6
	wantedParquetRows = 15e6
)

// answer has hits in memory, to be written.
type answer struct {
	name    string
	queries *trajectory.Store
	hits    *flyby.Hits
}

// writes measures how fast the hits of gal-5 and of join-gal-0.5 are written to a file of an
// extension. The row's times are gal-5's.
func (l *lab) writes(ctx context.Context, extension string, wanted float64, r *Row) error {
	entries, err := l.store(gal())
	if err != nil {
		return err
	}
	db, err := l.database(ctx, gal().name, entries, flyby.Options{Method: flyby.MethodSpatiotemporal})
	if err != nil {
		return err
	}
	dir, err := l.folder()
	if err != nil {
		return err
	}
	some := gal().first(entries, l.Scale)
	for _, ask := range []struct {
		name    string
		queries *trajectory.Store
		search  flyby.Search
	}{
		{"gal-5", some, flyby.Search{Queries: some, Distance: 5, ExcludeSameID: true}},
		{"join-gal-0.5", entries, flyby.Search{Distance: 0.5}},
	} {
		hits, err := db.Hits(ctx, ask.search)
		if err != nil {
			return err
		}
		a := answer{ask.name, ask.queries, hits}
		all, err := repeat(ctx, l.Trials, a.writing(filepath.Join(dir, "hits"+extension), entries))
		hits.Release()
		if err != nil {
			return err
		}
		if r.Seconds == nil {
			r.take(all)
			l.claimTime(r, targets{})
		}
		r.Claims = append(r.Claims, l.claimRows(a.name, wanted, all))
	}
	return nil
}

// claimRows holds the rate at which hits were written against the rate wanted at full size.
func (l *lab) claimRows(name string, wanted float64, all trials) Claim {
	rows := float64(all.last.hits)
	c := Claim{What: "rate of " + name, Unit: "rows/s", Got: rows / median(all.seconds)}
	if cpu := median(all.cpu); cpu > 0 {
		c.Note = fmt.Sprintf("%.3g ns of processor time a row", cpu*1e9/rows)
	}
	if l.full() {
		c.Least = wanted
	}
	return c
}

// writing writes the hits to a file, from its creation to its rename.
func (a answer) writing(path string, entries *trajectory.Store) trial {
	return func(ctx context.Context) (outcome, error) {
		watch := startWatch()
		w, err := output.CreateHits(path, a.queries, entries, output.WriteOptions{})
		if err != nil {
			return outcome{}, err
		}
		defer w.Abort()
		for chunk, err := range a.hits.Chunks() {
			if err != nil {
				return outcome{}, err
			}
			if err := w.Write(chunk); err != nil {
				return outcome{}, err
			}
		}
		if err := w.Close(); err != nil {
			return outcome{}, err
		}
		o := watch.stop()
		o.hits = a.hits.Stats().Hits
		return o, ctx.Err()
	}
}
