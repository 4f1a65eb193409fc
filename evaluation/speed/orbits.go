package speed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"flyby"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Of element sets: objects near the Earth, at scale 1, a day, and the distance in km. They have some 5e7 chords within 10 m.
const (
	orbitObjects  = 2000
	orbitDay      = 86_400.
	orbitStart    = 1_795_824_000.
	orbitDistance = 5
	orbitSeconds  = 120
)

// orbitItems returns the rows of element sets: in memory, and in slabs that make their own samples.
func orbitItems() []item {
	var all []item
	for _, memory := range []uint64{0, 2e9} {
		name, where := "orbits", "in memory"
		if memory > 0 {
			name, where = "orbits-slabs", "in slabs, 2 GB"
		}
		all = append(all, item{
			name: name, group: joinGroup, large: true, what: fmt.Sprintf("join of the element sets of %d objects, a day, d = %d km, encounters, files read, %s", orbitObjects, orbitDistance, where),
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.orbits(ctx, memory, r) },
		})
	}
	return all
}

// orbits measures a join of element sets, with the reading of their file.
func (l *lab) orbits(ctx context.Context, memory uint64, r *Row) error {
	file, err := l.elementSets()
	if err != nil {
		return err
	}
	from, to := orbitStart, orbitStart+orbitDay
	read := format.Options{Window: &[2]float64{from, to}, OrbitCurve: format.DefaultOrbitCurve}
	err = r.run(ctx, l.Trials, func(ctx context.Context) (o outcome, err error) {
		watch := startWatch()
		data, err := input.Open(ctx, []string{file}, input.Options{Read: read})
		if err != nil {
			return o, err
		}
		db, err := flyby.Open(ctx, data, flyby.Options{Device: "cpu", Memory: memory})
		if err != nil {
			return o, errors.Join(err, data.Close())
		}
		defer func() { err = errors.Join(err, db.Close(), data.Close()) }()
		found, err := db.Encounters(ctx, flyby.Search{Distance: orbitDistance, From: &from, To: &to})
		if err != nil {
			return o, err
		}
		rows, err := found.Collect()
		o = watch.stop()
		o.encounters = uint64(rows.Len())
		return o, err
	})
	l.claimTime(r, targets{cpu: orbitSeconds})
	return err
}

// elementSets writes the element sets, as OMM in CSV.
func (l *lab) elementSets() (path string, err error) {
	folder, err := l.folder()
	if err != nil {
		return "", err
	}
	r := rand.New(rand.NewPCG(54, 1))
	var s strings.Builder
	s.WriteString("NORAD_CAT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,BSTAR\n")
	for i := range scaled(orbitObjects, l.Scale) {
		fmt.Fprintf(&s, "%d,2026-11-27T%02d:%02d:%06.3f,%.8f,%.7f,%.4f,%.4f,%.4f,%.4f,0.0001\n", 1+i, r.IntN(24), r.IntN(60), 59*r.Float64(),
			13.5+1.7*r.Float64(), 0.01*r.Float64(), 30+69*r.Float64(), 360*r.Float64(), 360*r.Float64(), 360*r.Float64())
	}
	path = filepath.Join(folder, "orbits.csv")
	return path, os.WriteFile(path, []byte(s.String()), 0o666)
}
