package speed

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"flyby"
	"flyby/internal/atomicfile"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Of states: one row for each of many objects, whose paths last half an hour.
const (
	stateObjects = 1_000_000
	stateAhead   = 1800 // s
	stateNear    = 500  // m
)

// stateItems returns the rows of states: of ships in degrees, whose paths follow geodesics, and of stars.
func stateItems() []item {
	ships := func(dice *rand.Rand, i int) string {
		return fmt.Sprintf("%d,2024-05-01T12:00:%02dZ,%.5f,%.5f,%.1f,%.1f\n", i, i%60, 360*dice.Float64()-180, 150*dice.Float64()-75, 25*dice.Float64(), 359.9*dice.Float64())
	}
	stars := func(dice *rand.Rand, i int) string {
		return fmt.Sprintf("%d,%.12f,%.12f,%.6f,%.6f,%.6f,%.4f,2016.0\n", i, 360*dice.Float64(), 180*dice.Float64()-90, 1+9*dice.Float64(), 20*dice.NormFloat64(), 20*dice.NormFloat64(), 40*dice.NormFloat64())
	}
	return []item{
		{name: "states-ships", group: loadGroup, what: "states of 10⁶ ships from CSV, in degrees", measure: func(ctx context.Context, l *lab, r *Row) error {
			return l.states(ctx, "mmsi,timestamp,lon,lat,sog,cog\n", ships, stateAhead, stateNear, r)
		}},
		{name: "states-stars", group: loadGroup, what: "states of 10⁶ stars from CSV", measure: func(ctx context.Context, l *lab, r *Row) error {
			return l.states(ctx, "source_id,ra,dec,parallax,pmra,pmdec,radial_velocity,ref_epoch\n", stars, 1, 0.1, r)
		}},
	}
}

// states measures how long rows take to become paths, and the join of the paths.
func (l *lab) states(ctx context.Context, head string, row func(dice *rand.Rand, i int) string, ahead, near float64, r *Row) error {
	objects := scaled(stateObjects, l.Scale)
	path, err := l.stateFile(r.Name+".csv", head, objects, row)
	if err != nil {
		return err
	}
	var store *trajectory.Store
	if err := r.run(ctx, l.Trials, func(ctx context.Context) (o outcome, err error) {
		watch := startWatch()
		store, _, err = input.Read(ctx, path, format.Options{States: true, Ahead: ahead})
		return watch.stop(), err
	}); err != nil {
		return err
	}
	db, err := l.database(ctx, r.Name, store, flyby.Options{Method: flyby.MethodSpatiotemporal})
	if err != nil {
		return err
	}
	of, err := repeat(ctx, l.Trials, joining(db, near, true))
	if err != nil {
		return err
	}
	l.claimTime(r, targets{})
	r.Claims = append(r.Claims, Claim{What: "rate", Unit: "rows/s", Got: float64(objects) / r.Median()}, Claim{What: "the join", Unit: "s", Got: median(of.seconds), Note: fmt.Sprintf("%d encounters within %v", of.last.encounters, near)})
	return nil
}

// stateFile writes a head and rows, once.
func (l *lab) stateFile(name, head string, rows int, row func(dice *rand.Rand, i int) string) (string, error) {
	dir, err := l.folder()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	defer f.Abort()
	w := bufio.NewWriterSize(f, 1<<20)
	w.WriteString(head) //nolint:errcheck // Flush returns the error
	dice := rand.New(rand.NewPCG(54, uint64(rows)))
	for i := range rows {
		w.WriteString(row(dice, i)) //nolint:errcheck // Flush returns the error
	}
	if err := w.Flush(); err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	if err := f.Commit(); err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	return path, nil
}
