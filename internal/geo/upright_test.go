package geo

import (
	"math"
	"math/rand/v2"
	"testing"

	"flyby/trajectory"
)

// foot returns the point of the ellipsoid at degrees by the textbook's formulas, from the radius of
// curvature in the prime vertical.
func foot(lon, lat float64) [3]float64 {
	const a, f = 6378137.0, 1 / 298.257223563
	e2 := f * (2 - f)
	phi, lambda := lat*math.Pi/180, lon*math.Pi/180
	n := a / math.Sqrt(1-e2*math.Sin(phi)*math.Sin(phi))
	return [3]float64{n * math.Cos(phi) * math.Cos(lambda), n * math.Cos(phi) * math.Sin(lambda), n * (1 - e2) * math.Sin(phi)}
}

// TestFeet: with heights in H positions are the feet of the samples, as an independent formula
// gives them, and heights stay.
func TestFeet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 37))
	for range 200 {
		lon, lat, h := r.Float64()*540-180, r.Float64()*180-90, r.Float64()*2e4-1000
		c := sailing([]float64{lon}, []float64{lat}, nil)
		c.H = []float64{h}
		out, _ := convert(t, c, trajectory.BuildOptions{})
		if d := distance(at(out, 0), foot(lon, lat)); !(d < 1e-8) {
			t.Errorf("%v, %v: foot at %v, %v m from %v", lon, lat, at(out, 0), d, foot(lon, lat))
		}
		if out.H[0] != h || out.Frame != trajectory.EarthCentred {
			t.Errorf("height %v in %v, want %v", out.H[0], out.Frame, h)
		}
		if p := (Place{Lon: lon, Lat: lat, Height: h}); p.Foot() != at(out, 0) {
			t.Errorf("Foot is %v, want %v", p.Foot(), at(out, 0))
		}
	}
}

// TestUprightSplits: long segments are split at the same times as with heights in Z, their feet lie
// on the ellipsoid, and heights change evenly.
func TestUprightSplits(t *testing.T) {
	lon, lat, h := []float64{8, 9.5, 9.5, 200}, []float64{47, 47.5, 47.5, -30}, []float64{0, 12_000, 500, 10_500}
	want, plain := convert(t, sailing(append([]float64{}, lon...), append([]float64{}, lat...), append([]float64{}, h...)), trajectory.BuildOptions{})
	c := sailing(lon, lat, nil)
	c.H = h
	got, report := convert(t, c, trajectory.BuildOptions{})
	if report.Split != plain.Split || report.Added != plain.Added || report.Added < 100 || len(got.T) != len(want.T) || len(got.H) != len(got.T) {
		t.Fatalf("%+v and %d heights, want %+v", report, len(got.H), plain)
	}
	for i, at := range got.T {
		if at != want.T[i] {
			t.Fatalf("sample %d at %v, want %v", i, at, want.T[i])
		}
		k := min(int(at), 2)
		height := []float64{0, 12_000, 500, 10_500}
		if even := height[k] + (at-float64(k))*(height[k+1]-height[k]); math.Abs(got.H[i]-even) > 1e-8 {
			t.Errorf("height %v at %v, want %v", got.H[i], at, even)
		}
		if on := got.X[i]*got.X[i]/majorSq + got.Y[i]*got.Y[i]/majorSq + got.Z[i]*got.Z[i]/minorSq; math.Abs(on-1) > 1e-13 {
			t.Errorf("sample %d is off the ellipsoid: %v", i, on)
		}
		// The foot lies lower by the height.
		down := distance([3]float64{got.X[i], got.Y[i], got.Z[i]}, [3]float64{want.X[i], want.Y[i], want.Z[i]})
		if math.Abs(down-math.Abs(got.H[i])) > 1e-6 {
			t.Errorf("sample %d is %v m from its foot, want %v", i, down, got.H[i])
		}
	}
}

// TestUprightRefused: heights that are NaN, beyond limits, or given twice are refused.
func TestUprightRefused(t *testing.T) {
	for _, h := range []float64{math.NaN(), math.Inf(1), 2e9, -2e9} {
		c := sailing([]float64{8, 8}, []float64{47, 47}, nil)
		c.H = []float64{1, h}
		_, _, err := built(c, trajectory.BuildOptions{}, GreatCircles())
		var bad *trajectory.RowError
		if !asRowError(err, &bad) || bad.Row != 1 || bad.Column != "h" {
			t.Errorf("%v: %v, want an error of row 1, column h", h, err)
		}
	}
	c := sailing([]float64{8}, []float64{47}, []float64{1})
	c.H = []float64{1}
	if _, _, err := built(c, trajectory.BuildOptions{}, GreatCircles()); err == nil {
		t.Error("heights in z and in h: no error")
	}
}

func asRowError(err error, to **trajectory.RowError) (ok bool) {
	*to, ok = err.(*trajectory.RowError)
	return ok
}
