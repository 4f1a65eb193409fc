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

// Of element sets: a day, the distance in km, and how many seconds orbitObjects may take.
const (
	orbitDay      = 86_400.
	orbitStart    = 1_795_824_000.
	orbitDistance = 5
	orbitSeconds  = 120
)

// Objects at scale 1: near the Earth, with some 5e7 chords within 10 m, and as many as are catalogued.
const (
	orbitObjects     = 2000
	catalogueObjects = 30_000
)

// A sky is made-up element sets, and how they are joined.
type sky struct {
	name    string
	objects int
	curve   float64 // km
	memory  uint64  // 0: all of it
	shell   func(r *rand.Rand) shell
}

// A shell has the elements that say how high an orbit is.
type shell struct{ motion, eccentricity, inclination float64 }

// lowShell returns a shell of 300 to 1,000 km.
func lowShell(r *rand.Rand) shell {
	return shell{13.5 + 1.7*r.Float64(), 0.01 * r.Float64(), 30 + 69*r.Float64()}
}

// catalogueShell returns a shell as catalogues have them: a third near 550 km, half between 300 and 2,000 km, the others geostationary, of 12 hours, or eccentric.
func catalogueShell(r *rand.Rand) shell {
	switch of := r.Float64(); {
	case of < 1./3:
		return shell{15.05 + 0.02*r.Float64(), 0.0002 * r.Float64(), 43 + 55*r.Float64()}
	case of < 5./6:
		return shell{11.3 + 4.6*r.Float64(), 0.002 * r.Float64(), 20 + 80*r.Float64()}
	case of < 0.9:
		return shell{1.0027 + 0.0001*r.Float64(), 0.0005 * r.Float64(), 5 * r.Float64()}
	case of < 0.95:
		return shell{2.0056 + 0.0002*r.Float64(), 0.01 * r.Float64(), 55 + r.Float64()}
	}
	return shell{2.1 + 4*r.Float64(), 0.3 + 0.3*r.Float64(), 7 + 56*r.Float64()}
}

// orbitItems returns the rows of element sets: in memory, and in slabs that make their own samples.
func orbitItems() []item {
	const curve = format.DefaultOrbitCurve
	var all []item
	for _, s := range []sky{
		{"orbits", orbitObjects, curve, 0, lowShell}, {"orbits-slabs", orbitObjects, curve, 2e9, lowShell},
		{"catalogue", catalogueObjects, curve, 0, catalogueShell}, {"catalogue-slabs", catalogueObjects, curve, 16e9, catalogueShell},
		{"catalogue-100m", catalogueObjects, 0.1, 0, catalogueShell},
	} {
		where := "in memory"
		if s.memory > 0 {
			where = fmt.Sprintf("in slabs, %d GB", s.memory/1e9)
		}
		all = append(all, item{
			name: s.name, group: joinGroup, large: true, extra: s.objects > orbitObjects,
			what:    fmt.Sprintf("join of the element sets of %d objects, a day, chords within %v m, d = %d km, encounters, files read, %s", s.objects, 1000*s.curve, orbitDistance, where),
			measure: func(ctx context.Context, l *lab, r *Row) error { return l.orbits(ctx, s, r) },
		})
	}
	return all
}

// orbits measures a join of element sets, with the reading of their file.
func (l *lab) orbits(ctx context.Context, s sky, r *Row) error {
	file, err := l.elementSets(s)
	if err != nil {
		return err
	}
	from, to := orbitStart, orbitStart+orbitDay
	read := format.Options{Window: &[2]float64{from, to}, OrbitCurve: s.curve}
	err = r.run(ctx, l.Trials, func(ctx context.Context) (o outcome, err error) {
		watch := startWatch()
		data, err := input.Open(ctx, []string{file}, input.Options{Read: read})
		if err != nil {
			return o, err
		}
		db, err := flyby.Open(ctx, data, flyby.Options{Device: l.machine.Device.Selector, Memory: s.memory})
		if err != nil {
			return o, errors.Join(err, data.Close())
		}
		defer func() { err = errors.Join(err, db.Close(), data.Close()) }()
		found, err := db.Encounters(ctx, flyby.Search{Distance: orbitDistance, From: &from, To: &to})
		if err != nil {
			return o, err
		}
		rows := 0
		for some, err := range found.Chunks() {
			if err != nil {
				return o, err
			}
			rows += some.Len()
		}
		o = watch.stop()
		o.encounters = uint64(rows)
		return o, nil
	})
	target := targets{}
	if s.objects == orbitObjects {
		target.cpu = orbitSeconds
	}
	l.claimTime(r, target)
	return err
}

// elementSets writes the element sets, as OMM in CSV.
func (l *lab) elementSets(of sky) (path string, err error) {
	folder, err := l.folder()
	if err != nil {
		return "", err
	}
	r := rand.New(rand.NewPCG(54, 1))
	var s strings.Builder
	s.WriteString("NORAD_CAT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,BSTAR\n")
	for i := range scaled(of.objects, l.Scale) {
		fmt.Fprintf(&s, "%d,2026-11-27T%02d:%02d:%06.3f,", 1+i, r.IntN(24), r.IntN(60), 59*r.Float64())
		shell := of.shell(r)
		fmt.Fprintf(&s, "%.8f,%.7f,%.4f,%.4f,%.4f,%.4f,0.0001\n", shell.motion, shell.eccentricity, shell.inclination, 360*r.Float64(), 360*r.Float64(), 360*r.Float64())
	}
	path = filepath.Join(folder, of.name+".csv")
	return path, os.WriteFile(path, []byte(s.String()), 0o666)
}
