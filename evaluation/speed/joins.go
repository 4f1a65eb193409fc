package speed

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"flyby"
	"flyby/evaluation/measure"
)

// largeData is the number of segments from which a row first checks the memory, and afterwards keeps
// nothing for the next row.
const largeData = 5_000_000

// prepare opens a workload for a join. Before it loads large data, it drops all others; skip says why
// the data do not fit.
func (l *lab) prepare(ctx context.Context, w workload) (db *flyby.Database, skip string, err error) {
	if w.segments(l.Scale) >= largeData {
		if skip = l.fits(w); skip != "" {
			return nil, skip, nil
		}
		if l.stores[w.name] == nil {
			err = l.forget()
		}
	}
	if err != nil {
		return nil, "", err
	}
	entries, err := l.store(w)
	if err != nil {
		return nil, "", err
	}
	db, err = l.database(ctx, w.name, entries, flyby.Options{Method: flyby.MethodSpatiotemporal})
	return db, "", err
}

// join measures the join of a workload with itself.
func (l *lab) join(ctx context.Context, w workload, d float64, t targets, r *Row) error {
	db, skip, err := l.prepare(ctx, w)
	if r.Skipped = skip; skip != "" || err != nil {
		return err
	}
	if err := r.run(ctx, l.Trials, joining(db, d, false)); err != nil {
		return err
	}
	l.claimTime(r, t)
	if w.segments(l.Scale) >= largeData {
		return nil
	}
	return l.claimPeer(ctx, w, scaled(w.trajectories, l.Scale), d, t.peer, r)
}

// encounters measures a join for its encounters.
func (l *lab) encounters(ctx context.Context, w workload, d float64, t targets, r *Row) error {
	db, skip, err := l.prepare(ctx, w)
	if r.Skipped = skip; skip != "" || err != nil {
		return err
	}
	if err := r.run(ctx, l.Trials, joining(db, d, true)); err != nil {
		return err
	}
	l.claimTime(r, t)
	return nil
}

// allGPUs is the selector of all GPUs at once.
const allGPUs = "gpu:all"

// wantedSpeedUp is the least speed-up of two devices over one.
const wantedSpeedUp = 1.8

// devices measures a join on all GPUs against the same join on one.
func (l *lab) devices(ctx context.Context, w workload, d float64, r *Row) error {
	all, err := flyby.Devices()
	if err != nil {
		return err
	}
	n := len(slices.DeleteFunc(all, func(d flyby.Device) bool { return !measure.IsGPU(d) }))
	if n < 2 || !l.gpu() {
		r.Skipped = fmt.Sprintf("needs two GPUs and --device gpu, OpenCL lists %d", n)
		return nil
	}
	one, skip, err := l.prepare(ctx, w)
	if r.Skipped = skip; skip != "" || err != nil {
		return err
	}
	single, err := repeat(ctx, l.Trials, joining(one, d, true))
	if err != nil {
		return err
	}
	together, err := flyby.Open(ctx, l.stores[w.name], flyby.Options{Method: flyby.MethodSpatiotemporal, Device: allGPUs})
	if errors.Is(err, flyby.ErrNoDevice) {
		r.Skipped = strings.TrimPrefix(err.Error(), "flyby: ")
		return nil
	}
	if err != nil {
		return err
	}
	err = r.run(ctx, l.Trials, joining(together, d, true))
	r.Claims = []Claim{{
		What: "x one device", Unit: "x", Least: l.least(wantedSpeedUp, true), Got: median(single.seconds) / r.Median(),
		Note: fmt.Sprintf("%d devices, one takes %.3g s", n, median(single.seconds)),
	}}
	return errors.Join(err, together.Close())
}

// wantedIndex returns the segments a second that a machine of some cores is to index.
func wantedIndex(cores int) float64 {
	if cores >= 16 {
		return 60e6
	}
	return 8e6
}

// index measures the time to index entries and make them resident.
func (l *lab) index(ctx context.Context, w workload, r *Row) error {
	if w.segments(l.Scale) >= largeData && l.stores[w.name] == nil {
		if err := l.forget(); err != nil {
			return err
		}
	}
	entries, err := l.store(w)
	if err != nil {
		return err
	}
	err = r.run(ctx, l.Trials, func(ctx context.Context) (outcome, error) {
		watch := startWatch()
		db, err := flyby.Open(ctx, entries, flyby.Options{Method: flyby.MethodSpatiotemporal, Device: l.machine.Device.Selector})
		o := watch.stop()
		if err != nil {
			return outcome{}, err
		}
		return o, db.Close()
	})
	l.claimTime(r, targets{gpu: 1})
	r.Claims = append(r.Claims, Claim{
		What: "rate", Unit: "segments/s", Least: l.least(wantedIndex(runtime.GOMAXPROCS(0)), false), Got: float64(entries.Segments()) / r.Median(),
	})
	return err
}
