package encounters

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"flyby/internal/scene"
	"flyby/internal/testing/pagetest"
	"flyby/internal/vec3"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// inertialFrame is a frame whose pages have orbits.
const inertialFrame = "EME2000 about EARTH"

// circle returns a circular orbit of a radius in the plane of two directions, from the first towards the second at a rate, with samples from -60 to 60.
func circle(radius, rate, step float64, first, second [3]float64) (all pagetest.Samples) {
	for t := -60.0; t <= 60; t += step {
		sin, cos := math.Sincos(rate * t)
		all = append(all, []float64{t, radius * (cos*first[0] + sin*second[0]), radius * (cos*first[1] + sin*second[1]), radius * (cos*first[2] + sin*second[2])})
	}
	return all
}

// past returns an object that passes a place at a time, with samples from -60 to 60.
func past(at, velocity [3]float64, t float64) (all pagetest.Samples) {
	for _, end := range []float64{-60, 60} {
		p := vec3.Minus(at, vec3.Times(velocity, t-end))
		all = append(all, []float64{end, p[0], p[1], p[2]})
	}
	return all
}

// apart returns a row of two objects that are closest at a time, as their data have it.
func apart(s *trajectory.Store, query, entry string, t float64) string {
	q, _ := s.Find(query)
	e, _ := s.Find(entry)
	return fmt.Sprintf("%s,%s,-60,60,%s,%s,1,\n", query, entry, scene.Exact(t), scene.Exact(scene.Between(s.At(q, t), s.At(e, t))))
}

// drawn returns the page of rows of data in a frame.
func drawn(t *testing.T, s *trajectory.Store, frame, rows string) *maker {
	t.Helper()
	return made(t, page.Request{Result: opened(t, "r.csv", pagetest.Header+rows), Entries: s, RefFrame: frame})
}

// TestCircularOrbit: of a circular orbit the parts of the distance are known: radial is up, along ahead, cross to the side from which the query goes around counterclockwise, each on both sides, and whichever way around.
// Between samples an object on its chord is a little ahead of the orbit, or behind it.
func TestCircularOrbit(t *testing.T) {
	const radius, rate = 7000.0, 0.00107
	side := [3]float64{0.6, 0, 0.8}
	first, ahead := [3]float64{0, 1, 0}, vec3.Cross(side, [3]float64{0, 1, 0})
	for _, c := range []struct{ t, allowed float64 }{{0, 1e-12}, {-20, 1e-12}, {4.9, 1e-7}, {-57.3, 1e-7}, {-60, 1e-12}, {60, 1e-12}} {
		for signs := range 16 {
			around, want := 1.0, [3]float64{1.2, -3.4, 0.56}
			for k := range want {
				if signs>>k&1 == 1 {
					want[k] = -want[k]
				}
			}
			if signs&8 == 8 {
				around = -1
			}
			turn := float64(around * rate * c.t)
			sin, cos := math.Sincos(turn)
			up := vec3.Minus(vec3.Times(first, cos), vec3.Times(ahead, -sin))
			motion, momentum := vec3.Times(vec3.Minus(vec3.Times(ahead, cos), vec3.Times(first, sin)), around), vec3.Times(side, around)
			query := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"q": circle(radius, around*rate, 10, first, ahead)})
			at := query.At(0, c.t)
			for k, axis := range [][3]float64{up, motion, momentum} {
				at = vec3.Minus(at, vec3.Times(axis, -want[k]))
			}
			s := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"q": circle(radius, around*rate, 10, first, ahead), "e": past(at, [3]float64{3, 2, 1}, c.t)})
			p := drawn(t, s, inertialFrame, apart(s, "q", "e", c.t))
			for k, got := range p.Shown[0].orbit.parts {
				if math.Abs(got-want[k]) > c.allowed*4+1e-10 {
					t.Errorf("at %v, signs %b: parts %v, want %v", c.t, signs, p.Shown[0].orbit.parts, want)
					break
				}
			}
		}
	}
}

// TestRandomOrbits: parts are the ones of arithmetic with 200 bits, whose directions are not made of unit vectors.
func TestRandomOrbits(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 14))
	vector := func(size float64) (v [3]float64) {
		for k := range v {
			v[k] = size * random.NormFloat64()
		}
		return v
	}
	objects, rows := map[string]pagetest.Samples{}, ""
	for n := range 100 {
		at, velocity := vector(9000), vector(7)
		objects[fmt.Sprintf("q%d", n)] = past(at, velocity, 0)
		objects[fmt.Sprintf("e%d", n)] = past(vec3.Minus(at, vector(3)), vector(7), 0)
	}
	s := pagetest.StoreOf(t, 0, trajectory.Number, objects)
	for n := range 100 {
		rows += apart(s, fmt.Sprintf("q%d", n), fmt.Sprintf("e%d", n), 0)
	}
	for _, r := range drawn(t, s, inertialFrame, rows).Shown {
		for k, want := range partsOf(s, r) {
			if got := r.orbit.parts[k]; math.Abs(got-want) > 1e-9 {
				t.Errorf("%s: part %d is %v, want %v", r.Query, k, got, want)
			}
		}
	}
}

// partsOf returns the parts of the distance of a row, whose query moves straight, at the time 0.
func partsOf(s *trajectory.Store, r *row) (parts [3]float64) {
	first, last := s.Range(int(r.query))
	r0, way, away := bigOf(s.At(int(r.query), 0)), minus(bigOf(scene.Sample(s, last-1)), bigOf(scene.Sample(s, first))), minus(bigOf(s.At(int(r.entry), 0)), bigOf(s.At(int(r.query), 0)))
	momentum := cross(r0, way)
	for k, axis := range [][3]*big.Float{r0, cross(momentum, r0), momentum} {
		length := new(big.Float).Sqrt(inner(axis, axis))
		parts[k], _ = new(big.Float).Quo(inner(away, axis), length).Float64()
	}
	return parts
}

func bigOf(v [3]float64) (out [3]*big.Float) {
	for k := range v {
		out[k] = new(big.Float).SetPrec(200).SetFloat64(v[k])
	}
	return out
}

func minus(a, b [3]*big.Float) (out [3]*big.Float) {
	for k := range a {
		out[k] = new(big.Float).Sub(a[k], b[k])
	}
	return out
}

func inner(a, b [3]*big.Float) *big.Float {
	sum := new(big.Float).SetPrec(200)
	for k := range a {
		sum.Add(sum, new(big.Float).Mul(a[k], b[k]))
	}
	return sum
}

func cross(a, b [3]*big.Float) (out [3]*big.Float) {
	for k := range out {
		i, j := (k+1)%3, (k+2)%3
		out[k] = new(big.Float).Sub(new(big.Float).Mul(a[i], b[j]), new(big.Float).Mul(a[j], b[i]))
	}
	return out
}

// TestManyOrbits: a page of 2,000 orbits, with a sample each second, takes less than 1 MB, with room for names.
func TestManyOrbits(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 71))
	objects, rows := map[string]pagetest.Samples{}, ""
	var pairs [][2]string
	for range page.MostTop {
		side := vec3.Unit([3]float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()})
		first := vec3.Unit(vec3.Cross(side, [3]float64{1, 2, 3}))
		pair := [2]string{fmt.Sprint(random.Uint32()), fmt.Sprint(random.Uint32())}
		pairs = append(pairs, pair)
		objects[pair[0]] = circle(7000+random.Float64(), 0.00107, 1, first, vec3.Cross(side, first))
		objects[pair[1]] = circle(7000+random.Float64(), 0.00107, 1, first, side)
	}
	s := pagetest.StoreOf(t, 0, trajectory.Number, objects)
	for _, pair := range pairs {
		row := strings.Replace(apart(s, pair[0], pair[1], random.Float64()), "-60,60", fmt.Sprintf("%v,%v", -random.Float64(), 1+random.Float64()), 1)
		rows += strings.Replace(row, ",1,\n", fmt.Sprintf(",%v,\n", random.Float64()), 1)
	}
	q := page.Request{Result: opened(t, "r.csv", pagetest.Header+rows), Entries: s, RefFrame: inertialFrame, Top: page.MostTop}
	if size := len(exampleHTML(t, made(t, q))); size > 970_000 {
		t.Errorf("%d bytes", size)
	}
}

// TestFrames: orbits are of the Earth, in space, and in axes known not to turn; and a query that rests or goes straight up has none.
func TestFrames(t *testing.T) {
	objects := map[string]pagetest.Samples{
		"a": past([3]float64{7000, 0, 0}, [3]float64{0, 7, 1}, 0), "b": past([3]float64{7000, 1, 0}, [3]float64{0, 0, 0}, 0), "c": past([3]float64{7001, 0, 0}, [3]float64{7, 0, 0}, 0),
		"event": {{0, 7000, 0, 1}},
	}
	s := pagetest.StoreOf(t, 0, trajectory.Number, objects)
	rows := apart(s, "a", "b", 0) + apart(s, "b", "a", 0) + apart(s, "c", "a", 0) + strings.Replace(apart(s, "event", "a", 0), "-60,60", "0,0", 1)
	for frame, want := range map[string]bool{
		inertialFrame: true, "TEME about EARTH": true, "ICRF3 about EARTH": true, "TOD about EARTH": true,
		"": false, "ITRF2000 about EARTH": false, "TDR about EARTH": false, "GTOD about EARTH": false, "EME2000 about MARS": false, "EME2000 about ": false, "EME2000": false,
	} {
		p := drawn(t, s, frame, rows)
		text := exampleHTML(t, p)
		if n := strings.Count(text, " data-parts="); want != (n == 1) || want != strings.Contains(text, `id="radial"`) || want != p.says("Radial is away") {
			t.Errorf("%q: %d rows with parts", frame, n)
		}
		for n, r := range p.Shown {
			if has := want && r.Query == "a"; has != (r.orbit != nil) || has != (p.Data.Passes[n].Cross != nil) {
				t.Errorf("%q, of %s: %v", frame, r.Query, r.orbit)
			}
		}
	}
	plane := pagetest.StoreOf(t, 0, trajectory.Number, map[string]pagetest.Samples{"a": pagetest.Straight(-60, 60, 1, 5, 1), "b": pagetest.Straight(-60, 60, 1, 6, 1)})
	if p := drawn(t, plane, inertialFrame, apart(plane, "a", "b", 10)); p.hasOrbit {
		t.Error("a plane has orbits")
	}
}

// TestOrbitsAtSplices: at a splice the velocity is of the piece that has the distance, alone.
func TestOrbitsAtSplices(t *testing.T) {
	s, err := trajectory.New(trajectory.Columns{
		ID: trajectory.IDColumn{Int: []int64{1, 1, 1, 1, 2, 2}}, T: []float64{0, 5, 5, 9, 0, 9}, X: []float64{10, 10, 10, 10, 11, 11}, Y: []float64{-5, 0, 3, 3, 0, 0}, Z: []float64{0, 0, 0, 4, 0, 0},
		Piece: []uint32{0, 0, 1, 1, 2, 2}, Splices: true,
	}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for rows, want := range map[string][3]float64{"1,2,0,5,5,1,,\n": {0, 0, 1}, "1,2,5,6,5,3.1622776601683795,,\n": {3, -10, 0}} {
		got := drawn(t, s, inertialFrame, rows).Shown[0].orbit.cross
		if vec3.Length(vec3.Minus(got, vec3.Unit(want))) > 1e-12 {
			t.Errorf("%s: %v, want %v", rows, got, want)
		}
	}
}
