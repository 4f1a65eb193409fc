package elements

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"flyby/internal/curve"
	"flyby/trajectory/sgp4"
)

const day = 86400.0

var start = time.Date(2026, 11, 20, 3, 4, 5, 678901234, time.UTC)

// randomElements returns elements of an object of some kind: near the Earth, of medium height, of half a day, of a day, with e up to 0.9.
func randomElements(rng *rand.Rand, kind int) sgp4.Elements {
	for {
		e := sgp4.Elements{Epoch: start.Add(time.Duration(rng.Float64() * 2 * day * 1e9)), Inclination: rng.Float64() * 180, Node: rng.Float64() * 360,
			Perigee: rng.Float64() * 360, Anomaly: rng.Float64() * 360, BStar: rng.Float64() * 1e-3}
		within := func(a, b float64) float64 { return a + (b-a)*rng.Float64() }
		switch kind % 6 {
		case 0:
			e.MeanMotion, e.Eccentricity = within(12, 15.8), within(0, 0.02)
		case 1:
			e.MeanMotion, e.Eccentricity = within(6, 14), within(0, 0.3)
		case 2:
			e.MeanMotion, e.Eccentricity = within(1.9, 2.1), within(0, 0.75)
		case 3:
			e.MeanMotion, e.Eccentricity, e.Inclination = within(0.98, 1.02), within(0, 0.01), within(0, 15)
		case 4:
			e.MeanMotion, e.Eccentricity = within(0.3, 3), within(0.6, 0.9)
		case 5:
			e.MeanMotion, e.Eccentricity = within(2, 6), within(0, 0.7)
		}
		n := e.MeanMotion * 2 * math.Pi / day
		if math.Cbrt(gravity/(n*n))*(1-e.Eccentricity) > earthRadius+200 {
			return e
		}
	}
}

// at returns the position of a leg's chords at a time.
func (l *Leg) at(t float64) (p [3]float64) {
	was, place := l.From.T, l.From.P
	chord := func(next float64, to [3]float64) bool {
		if next < t {
			was, place = next, to
			return true
		}
		for k := range p {
			p[k] = place[k] + (to[k]-place[k])*(t-was)/(next-was)
		}
		return false
	}
	for next, to := range curve.Between(l.From, l.To, l.Parts) {
		if !chord(next, to) {
			return p
		}
	}
	chord(l.To.T, l.To.P)
	return p
}

// testWithin compares chords with SGP4 at random instants, and returns the greatest distance in units of E.
func testWithin(t *testing.T, objects, instants int, within float64) (worst float64) {
	rng := rand.New(rand.NewPCG(54, 2))
	from := float64(start.Unix())
	for k := range objects {
		set := Set{Elements: randomElements(rng, k)}
		var tally Tally
		p, err := New([]Set{set}, from, from+3*day, within, &tally)
		if err != nil {
			t.Fatal(err)
		}
		o, _ := sgp4.New(set.Elements)
		for range instants {
			at := from + rng.Float64()*3*day
			for l := range p.Legs(at) {
				if !(l.From.T <= at && at < l.To.T) {
					t.Fatalf("%+v: the leg at %v is from %v to %v", set.Elements, at, l.From.T, l.To.T)
				}
				want, _, err := o.At(p.sets[0].clock.since(at) / 60)
				if err != nil {
					t.Fatalf("%+v at %v: %v", set.Elements, at, err)
				}
				off, got := 0.0, l.at(at)
				for k := range got {
					off += (got[k] - want[k]) * (got[k] - want[k])
				}
				if off = math.Sqrt(off); off > within {
					t.Errorf("%+v at %v: off by %v km (of %v)", set.Elements, at, off, within)
				}
				worst = max(worst, off/within)
				break
			}
		}
	}
	return worst
}

// TestChordsAreWithin: chords are within E of SGP4 at random instants.
func TestChordsAreWithin(t *testing.T) {
	for _, within := range []float64{1e-5, 0.01, 0.1, 10} {
		t.Logf("E %v km: within %.3f E", within, testWithin(t, 20, 50, within))
	}
}

func BenchmarkLegs(b *testing.B) {
	rng := rand.New(rand.NewPCG(54, 3))
	for kind, name := range []string{"near", "eccentric", "half a day", "a day", "very eccentric"} {
		b.Run(name, func(b *testing.B) {
			from := float64(start.Unix()) + 5*day
			e := randomElements(rng, kind)
			legs, chords := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				legs, chords = 0, 0
				p, err := New([]Set{{Elements: e}}, from, from+day, 0.01, new(Tally))
				if err != nil {
					b.Fatal(err)
				}
				for l := range p.Legs(from) {
					legs, chords = legs+1, chords+l.Parts
				}
			}
			b.ReportMetric(float64(legs), "legs/day")
			b.ReportMetric(float64(chords), "chords/day")
		})
	}
}

// TestSameBits pins legs that were observed on amd64 and, under qemu, on arm64.
func TestSameBits(t *testing.T) {
	var sum uint64
	for i, v := range [...]sgp4.Elements{
		{MeanMotion: 15.5, Eccentricity: 0.0003, Inclination: 51.6, Node: 10, Perigee: 20, Anomaly: 30, BStar: 1e-4},
		{MeanMotion: 2.006, Eccentricity: 0.72, Inclination: 63.4, Node: 10, Perigee: 270, Anomaly: 30},
		{MeanMotion: 1.0027, Eccentricity: 0.0002, Inclination: 0.05, Node: 10, Perigee: 20, Anomaly: 30},
	} {
		v.Epoch = start
		from := float64(start.Unix()) + float64(i)*day
		for l := range mustNew(t, []Set{{Elements: v}}, from, from+day/4, 0.01, new(Tally)).Legs(from) {
			sum += uint64(l.Parts)
			for _, x := range [...]float64{l.From.T, l.From.P[0], l.From.P[1], l.From.V[2]} {
				sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(x)
			}
		}
	}
	if sum != 0x3ee4a912edda3e7b {
		t.Errorf("hash of all legs: %#x", sum)
	}
}
