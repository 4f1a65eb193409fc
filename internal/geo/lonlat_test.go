package geo

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/trajectory"
)

// sailing makes the columns of one trajectory, one time unit between samples.
func sailing(lon, lat, z []float64) trajectory.Columns {
	c := trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, len(lon))}, X: lon, Y: lat, Z: z}
	for i := range lon {
		c.T = append(c.T, float64(i))
	}
	return c
}

func convert(t *testing.T, c trajectory.Columns, o trajectory.BuildOptions) (trajectory.Columns, report) {
	t.Helper()
	out, report, err := built(c, o, GreatCircles())
	if err != nil {
		t.Fatal(err)
	}
	return out, report
}

// report has a store's counts of a path, and of rows left out.
type report struct {
	Split, Added, Skipped int
	Bad                   []*trajectory.RowError
}

// built returns the samples of a store along a path.
func built(c trajectory.Columns, o trajectory.BuildOptions, path trajectory.Path) (out trajectory.Columns, r report, err error) {
	o.Path = path
	s, err := trajectory.New(c, o)
	if err != nil {
		return out, r, err
	}
	r.Split, r.Added = s.Split()
	r.Skipped, r.Bad = s.Skipped(), s.SkippedRows()
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		out.ID.Int = append(out.ID.Int, slices.Repeat([]int64{int64(traj)}, last-first)...)
		if s.HasRadius() {
			out.R = append(out.R, slices.Repeat([]float64{s.Radius(traj)}, last-first)...)
		}
	}
	piece := uint32(0)
	for p := range s.Pieces() {
		out.Piece = append(out.Piece, slices.Repeat([]uint32{piece}, p.Samples)...)
		piece++
	}
	out.T, out.X, out.Y, out.Z, out.H, out.Frame = s.T(), s.X(), s.Y(), s.Z(), s.H(), s.Space().Frame
	return out, r, nil
}

func at(c trajectory.Columns, row int) [3]float64 { return [3]float64{c.X[row], c.Y[row], c.Z[row]} }

func distance(a, b [3]float64) float64 {
	d := [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2]}
	return math.Sqrt(dot(d, d))
}

func TestGreatCirclesKnownPoints(t *testing.T) {
	b := 6356752.314245179 // WGS 84 polar radius
	for _, c := range []struct {
		lon, lat, h float64
		want        [3]float64
	}{
		{0, 0, 0, [3]float64{6378137, 0, 0}},
		{90, 0, 100, [3]float64{0, 6378237, 0}},
		{180, 0, 0, [3]float64{-6378137, 0, 0}},
		{-180, 0, 0, [3]float64{-6378137, 0, 0}},
		{270, 0, 0, [3]float64{0, -6378137, 0}},
		{-90, 0, 0, [3]float64{0, -6378137, 0}},
		{12, 90, 0, [3]float64{0, 0, b}},
		{77, -90, 1000, [3]float64{0, 0, -b - 1000}},
	} {
		out, _ := convert(t, sailing([]float64{c.lon}, []float64{c.lat}, []float64{c.h}), trajectory.BuildOptions{})
		if out.Frame != trajectory.EarthCentred {
			t.Fatalf("frame %v", out.Frame)
		}
		if d := distance(at(out, 0), c.want); d > 1e-8 {
			t.Errorf("(%v, %v, %v) = %v, want %v", c.lon, c.lat, c.h, at(out, 0), c.want)
		}
	}
}

// TestGreatCirclesClosedForm compares with the textbook formula in the prime
// vertical's radius, which the code does not use.
func TestGreatCirclesClosedForm(t *testing.T) {
	const f = 1 / 298.257223563
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10_000 {
		lon, lat, h := rng.Float64()*540-180, rng.Float64()*180-90, rng.Float64()*12_000-500
		sinLat, cosLat := math.Sincos(lat * math.Pi / 180)
		sinLon, cosLon := math.Sincos(lon * math.Pi / 180)
		n := semiMajor / math.Sqrt(1-f*(2-f)*sinLat*sinLat)
		want := [3]float64{(n + h) * cosLat * cosLon, (n + h) * cosLat * sinLon, (n*(1-f)*(1-f) + h) * sinLat}
		out, _ := convert(t, sailing([]float64{lon}, []float64{lat}, []float64{h}), trajectory.BuildOptions{})
		if d := distance(at(out, 0), want); d > 1e-8 {
			t.Fatalf("(%v, %v, %v) is %v m off", lon, lat, h, d)
		}
	}
}

func TestGreatCirclesAntimeridianAndPole(t *testing.T) {
	across, _ := convert(t, sailing([]float64{179.9999, -179.9999}, []float64{10, 10}, nil), trajectory.BuildOptions{})
	if d := distance(at(across, 0), at(across, 1)); math.Abs(d-21.93) > 0.01 {
		t.Errorf("across the antimeridian: %v m", d)
	}
	same, _ := convert(t, sailing([]float64{180, -180, 360, 0}, []float64{50, 50, 50, 50}, nil), trajectory.BuildOptions{MaxGap: 0.5})
	if at(same, 0) != at(same, 1) || at(same, 2) != at(same, 3) {
		t.Errorf("one meridian, two positions: %v", same)
	}
	pole, _ := convert(t, sailing([]float64{0, 180}, []float64{89.9999, 89.9999}, nil), trajectory.BuildOptions{})
	if d := distance(at(pole, 0), at(pole, 1)); math.Abs(d-22.34) > 0.01 {
		t.Errorf("across the pole: %v m", d)
	}
}

// TestGreatCirclesBound checks that at every instant the linear motion is within
// MaxSagitta of the great circle, and that parts are not needlessly short.
func TestGreatCirclesBound(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	worst := 0.0
	for range 300 {
		span := math.Pow(10, -2+4*rng.Float64()) // degrees
		lon, lat := rng.Float64()*360-180, rng.Float64()*160-80
		lon1, lat1 := math.Remainder(lon+(rng.Float64()-0.5)*span, 360), max(-90, min(90, lat+(rng.Float64()-0.5)*span))
		h0, h1 := rng.Float64()*12_000, rng.Float64()*12_000
		out, report := convert(t, sailing([]float64{lon, lon1}, []float64{lat, lat1}, []float64{h0, h1}), trajectory.BuildOptions{})
		if len(out.T) != 2+report.Added || (report.Split == 1) != (report.Added > 0) {
			t.Fatalf("%d samples, %v", len(out.T), report)
		}
		n0, n1 := normal(lon, lat), normal(lon1, lat1)
		degrees, tangent := arc(n0, n1)
		for k := range len(out.T) - 1 {
			for _, f := range []float64{0, 0.25, 0.5, 0.75, 1} {
				s := out.T[k] + f*(out.T[k+1]-out.T[k])
				var chord, n [3]float64
				for i := range n {
					chord[i] = at(out, k)[i] + f*(at(out, k+1)[i]-at(out, k)[i])
					n[i] = math.Cos(s*degrees*math.Pi/180)*n0[i] + math.Sin(s*degrees*math.Pi/180)*tangent[i]
				}
				worst = max(worst, distance(chord, earthCentred(n, h0+s*(h1-h0))))
			}
		}
	}
	if worst > MaxSagitta || worst < 0.9*MaxSagitta {
		t.Errorf("farthest from the great circle: %v m", worst)
	}
}

func TestArcCurvature(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	const step = 1e-4
	for range 20_000 {
		n0 := normal(rng.Float64()*360, math.Asin(2*rng.Float64()-1)*180/math.Pi)
		_, tangent := arc(n0, normal(rng.Float64()*360, rng.Float64()*180-90))
		var p [3][3]float64
		for k := range p {
			sin, cos := math.Sincos(float64(k-1) * step)
			p[k] = earthCentred([3]float64{cos*n0[0] + sin*tangent[0], cos*n0[1] + sin*tangent[1], cos*n0[2] + sin*tangent[2]}, 0)
		}
		var second [3]float64
		for i := range second {
			second[i] = (p[0][i] - 2*p[1][i] + p[2][i]) / (step * step)
		}
		if got := math.Sqrt(dot(second, second)); got > arcCurvature {
			t.Fatalf("second derivative %v", got)
		}
	}
}

func TestGreatCirclesRespectsMaxGap(t *testing.T) {
	lon, lat := []float64{0, 1, 2}, []float64{0, 0, 0}
	c := sailing(lon, lat, nil)
	c.T[2] = 100
	out, report := convert(t, c, trajectory.BuildOptions{MaxGap: 10})
	if report.Split != 1 || report.Added != 15 || out.T[len(out.T)-2] != 1 {
		t.Errorf("%v, times %v", report, out.T)
	}
	s, err := trajectory.New(out, trajectory.BuildOptions{MaxGap: 10})
	if err != nil || s.Segments() != 16+1 { // the sample after the gap is a point event
		t.Errorf("%v: %d segments", err, s.Segments())
	}
}

// TestGreatCirclesRespectsPieces: nothing is split between pieces, and the added samples belong to the piece of the segment.
func TestGreatCirclesRespectsPieces(t *testing.T) {
	c := sailing([]float64{0, 1, 2, 3}, []float64{0, 0, 0, 0}, nil)
	c.Piece = []uint32{0, 0, 5, 5}
	out, report := convert(t, c, trajectory.BuildOptions{})
	if report.Split != 2 || report.Added != 30 || len(out.Piece) != 34 || out.Piece[16] != 0 || out.Piece[17] != 1 {
		t.Fatalf("%+v, pieces %v", report, out.Piece)
	}
	s, err := trajectory.New(out, trajectory.BuildOptions{})
	if err != nil || s.Segments() != 32 || s.T()[16] != 1 || s.T()[17] != 2 {
		t.Errorf("%v: %d segments", err, s.Segments())
	}
}

func TestGreatCirclesAntipodes(t *testing.T) {
	for _, c := range [][4]float64{{0, 0, 180, 0}, {0, 90, 0, -90}, {30, 45, 210, -45}} {
		out, report := convert(t, sailing([]float64{c[0], c[2]}, []float64{c[1], c[3]}, nil), trajectory.BuildOptions{})
		if report.Added < 2500 || distance(at(out, 0), at(out, 1)) > 7200 {
			t.Errorf("%v: %v, first part %v m", c, report, distance(at(out, 0), at(out, 1)))
		}
	}
}

// TestGreatCirclesInterleaved splits two objects whose rows alternate, with radii and names, and wants the result of
// converting each alone.
func TestGreatCirclesInterleaved(t *testing.T) {
	both := trajectory.Columns{
		ID: trajectory.IDColumn{Code: []uint32{1, 0, 1, 0}, Name: []string{"a", "b"}},
		T:  []float64{0, 0, 1, 1},
		X:  []float64{0, 10, 0.2, 10.3}, Y: []float64{0, 50, 0, 50}, R: []float64{2, 1, 2, 1},
	}
	s, err := trajectory.New(both, trajectory.BuildOptions{Path: GreatCircles()})
	if err != nil {
		t.Fatal(err)
	}
	if split, _ := s.Split(); split != 2 {
		t.Fatalf("%d segments split", split)
	}
	for i, c := range []trajectory.Columns{sailing([]float64{10, 10.3}, []float64{50, 50}, nil), sailing([]float64{0, 0.2}, []float64{0, 0}, nil)} {
		alone, _ := convert(t, c, trajectory.BuildOptions{})
		first, last := s.Range(i)
		if last-first != len(alone.T) || s.Radius(i) != float64(i+1) {
			t.Fatalf("trajectory %d: %d samples, radius %v", i, last-first, s.Radius(i))
		}
		for k := range alone.T {
			if s.T()[first+k] != alone.T[k] || s.X()[first+k] != alone.X[k] || s.Z()[first+k] != alone.Z[k] {
				t.Errorf("trajectory %d, sample %d differs", i, k)
			}
		}
	}
}

func TestGreatCirclesTimesTooClose(t *testing.T) {
	c := sailing([]float64{0, 1}, []float64{0, 0}, nil)
	c.T = []float64{1e9, math.Nextafter(1e9, 2e9)}
	if _, report := convert(t, c, trajectory.BuildOptions{}); report.Split != 0 {
		t.Errorf("%v", report)
	}
}

func TestGreatCirclesErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		bad  func(*trajectory.Columns)
		want trajectory.RowError
	}{
		{"lon", func(c *trajectory.Columns) { c.X[1] = 360.5 }, trajectory.RowError{Row: 1, Column: "x", Value: "360.5", Cause: "longitude outside -180 to 360 degrees"}},
		{"west", func(c *trajectory.Columns) { c.X[2] = -180.1 }, trajectory.RowError{Row: 2, Column: "x", Value: "-180.1", Cause: "longitude outside -180 to 360 degrees"}},
		{"lat", func(c *trajectory.Columns) { c.Y[1] = -91 }, trajectory.RowError{Row: 1, Column: "y", Value: "-91", Cause: "latitude outside -90 to 90 degrees"}},
		{"height", func(c *trajectory.Columns) { c.Z[0] = 2e9 }, trajectory.RowError{Row: 0, Column: "z", Value: "2e+09", Cause: "height beyond a million kilometres"}},
		{"nan", func(c *trajectory.Columns) { c.Y[1] = math.NaN() }, trajectory.RowError{Row: 1, Column: "y", Value: "NaN", Cause: "not a finite number"}},
		{"time", func(c *trajectory.Columns) { c.T[2] = 1 }, trajectory.RowError{Row: 2, Column: "t", Value: "1", Cause: "repeated time within its trajectory"}},
	} {
		make := func() trajectory.Columns {
			d := sailing([]float64{0, 0.1, 0.2}, []float64{0, 0, 0}, []float64{0, 0, 0})
			c.bad(&d)
			return d
		}
		_, _, err := built(make(), trajectory.BuildOptions{}, GreatCircles())
		if bad, ok := err.(*trajectory.RowError); !ok || *bad != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
		out, report, err := built(make(), trajectory.BuildOptions{SkipBadRows: true}, GreatCircles())
		if err != nil || report.Skipped != 1 || *report.Bad[0] != c.want || len(out.T) != 2+report.Added {
			t.Errorf("%s skipped: %v %v, %d samples", c.name, err, report, len(out.T))
		}
		if _, err := trajectory.New(out, trajectory.BuildOptions{}); err != nil {
			t.Errorf("%s skipped: %v", c.name, err)
		}
	}
}

// TestGreatCirclesTwice wants positions that are earth-centred already refused.
func TestGreatCirclesTwice(t *testing.T) {
	once, _ := convert(t, sailing([]float64{0}, []float64{0}, nil), trajectory.BuildOptions{})
	_, _, err := built(once, trajectory.BuildOptions{}, GreatCircles())
	if want := "geo: lon/lat: x, y and z are earth-centred metres already"; err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestGroundDistance pins the formulas of GreatCircles's comment.
func TestGroundDistance(t *testing.T) {
	const r = 6371000.0
	for _, c := range []struct{ d, shorter float64 }{{10_000, 0.001}, {99_000, 1}} {
		chord := 2 * r * math.Sin(c.d/r/2)
		if formula := c.d * c.d * c.d / (24 * r * r); math.Abs(c.d-chord-formula) > 1e-3*formula || math.Abs(formula-c.shorter) > 0.05*c.shorter {
			t.Errorf("d = %v: chord shorter by %v, formula %v", c.d, c.d-chord, formula)
		}
	}
	if l := math.Sqrt(8 * r * MaxSagitta); math.Abs(l-7139) > 1 {
		t.Errorf("1 m of sagitta at %v m", l)
	}
}

// TestDegreesRefused: Degrees refuses the same rows as GreatCircles, leaves good rows unchanged, and splits nothing.
func TestDegreesRefused(t *testing.T) {
	made := func() trajectory.Columns { return sailing([]float64{0, 400, 50, 120}, []float64{10, 10, -20, 95}, nil) }
	_, _, wanted := built(made(), trajectory.BuildOptions{}, GreatCircles())
	if _, _, err := built(made(), trajectory.BuildOptions{}, Degrees()); err == nil || err.Error() != wanted.Error() {
		t.Errorf("error %v, want %v", err, wanted)
	}
	got, report, err := built(made(), trajectory.BuildOptions{SkipBadRows: true}, Degrees())
	if err != nil || report.Skipped != 2 || report.Split != 0 || report.Added != 0 || got.Frame != trajectory.Plain {
		t.Errorf("report %+v, frame %v, error %v", report, got.Frame, err)
	}
	if len(got.X) != 2 || got.X[1] != 50 || got.Y[1] != -20 || got.Z != nil {
		t.Errorf("columns %+v", got)
	}
	if _, _, err := built(trajectory.Columns{Frame: trajectory.EarthCentred}, trajectory.BuildOptions{}, Degrees()); err == nil {
		t.Error("metres taken for degrees")
	}
}
