package agree_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby"
	"flyby/trajectory"
)

// A peerCase is a question that the test suite of PostGIS or MobilityDB asks, and its answer in rational arithmetic with closed bounds. testdata/peers.csv
// has facts alone: positions, times, thresholds. An object is pieces, parted by " | ", of samples t:x,y or t:x,y,z; "*" for t is a place that is always there; "step " before
// an object has each position stay until the next sample; "(" and ")" are open bounds, which flyby does not have.
type peerCase struct {
	name, kind, a, b string
	distance         float64
	answer           string
}

// readPeers reads the cases of testdata.
func readPeers(t *testing.T) (all []peerCase) {
	file, err := os.Open("testdata/peers.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows[1:] {
		c := peerCase{name: r[0], kind: r[1], a: r[2], b: r[3], distance: math.Ldexp(1, 60), answer: r[5]}
		if r[4] != "" {
			c.distance = numberIn(t, r[4])
		}
		all = append(all, c)
	}
	return all
}

func numberIn(t *testing.T, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A sample is a time and a position. Time NaN is the time of a place.
type sample struct {
	t float64
	x []float64
}

// piecesOf returns the pieces of an object. Each stay of a step is a piece of its own, closed at both ends.
func piecesOf(t *testing.T, text string) (all [][]sample) {
	text, steps := strings.CutPrefix(text, "step ")
	for _, part := range strings.Split(text, " | ") {
		var piece []sample
		for _, one := range strings.Split(strings.Trim(part, "()"), ";") {
			at, place, _ := strings.Cut(one, ":")
			s := sample{t: math.NaN()}
			if at != "*" {
				s.t = numberIn(t, at)
			}
			for _, v := range strings.Split(place, ",") {
				s.x = append(s.x, numberIn(t, v))
			}
			piece = append(piece, s)
		}
		if !steps {
			all = append(all, piece)
			continue
		}
		for i := range piece[1:] {
			all = append(all, []sample{piece[i], {piece[i+1].t, piece[i].x}})
		}
		all = append(all, piece[len(piece)-1:])
	}
	return all
}

// span returns the first and the last time of pieces, and of other where they are of a place.
func span(pieces, other [][]sample) (first, last float64) {
	if math.IsNaN(pieces[0][0].t) {
		pieces = other
	}
	end := pieces[len(pieces)-1]
	if first, last = pieces[0][0].t, end[len(end)-1].t; math.IsNaN(first) {
		return 0, 0
	}
	return first, last
}

// touch reports whether a piece begins at the instant at which the piece before it ends: two samples of one object would be at one time.
func touch(pieces [][]sample) bool {
	for i := range pieces[1:] {
		if before := pieces[i]; before[len(before)-1].t == pieces[i+1][0].t {
			return true
		}
	}
	return false
}

// storeOf makes a store of an object of n dimensions: of pieces of one trajectory, or, where pieces touch, of a trajectory for each piece. other is the
// object that a place is compared with.
func storeOf(pieces, other [][]sample, n int) (*trajectory.Store, error) {
	var c trajectory.Columns
	var o trajectory.BuildOptions
	first, last := span(pieces, other)
	apart := touch(pieces)
	for i, piece := range pieces {
		for _, s := range piece {
			if math.IsNaN(s.t) {
				s.t, o.Until = first, &last
			}
			c.T, c.X, c.Y, c.Piece = append(c.T, s.t), append(c.X, s.x[0]), append(c.Y, s.x[1]), append(c.Piece, uint32(i))
			if n == 3 {
				c.Z = append(c.Z, append(s.x, 0)[2])
			}
			id := int64(0)
			if apart {
				id = int64(i)
			}
			c.ID.Int = append(c.ID.Int, id)
		}
	}
	return trajectory.New(c, o)
}

// dimensions returns the greatest number of coordinates in objects.
func dimensions(objects ...[][]sample) (n int) {
	for _, pieces := range objects {
		for _, piece := range pieces {
			for _, s := range piece {
				n = max(n, len(s.x))
			}
		}
	}
	return n
}

// encountersOf searches b with a.
func encountersOf(t *testing.T, a, b [][]sample, distance float64) trajectory.Encounters {
	n := dimensions(a, b)
	queries, err := storeOf(a, b, n)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := storeOf(b, a, n)
	if err != nil {
		t.Fatal(err)
	}
	db, err := flyby.Open(context.Background(), entries, flyby.Options{Device: "cpu", Method: flyby.MethodSpatiotemporal})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it is in memory
	near, err := db.Encounters(context.Background(), flyby.Search{Queries: queries, Distance: distance})
	if err != nil {
		t.Fatal(err)
	}
	all, err := near.Collect()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// An interval is closed, but for ends that are said to be open.
type interval struct {
	from, to         float64
	openFrom, openTo bool
}

func (i interval) String() string {
	text := fmt.Sprint("[", i.from, ",", i.to, "]")
	if i.openFrom {
		text = "(" + text[1:]
	}
	if i.openTo {
		text = text[:len(text)-1] + ")"
	}
	return text
}

// unitedOf returns intervals in order, and as one where they touch.
func unitedOf(all []interval) (out []interval) {
	slices.SortFunc(all, func(a, b interval) int { return int(math.Copysign(1, a.from-b.from)) })
	for _, i := range all {
		if n := len(out); n > 0 && i.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, i.to)
			continue
		}
		out = append(out, i)
	}
	return out
}

// withinOf returns the intervals of encounters.
func withinOf(e trajectory.Encounters) (all []interval) {
	for i := range e.Len() {
		all = append(all, interval{from: e.Enter[i], to: e.Exit[i]})
	}
	return unitedOf(all)
}

// withoutOf returns intervals less others that lie in them.
func withoutOf(all, less []interval) (out []interval) {
	for _, i := range all {
		rest := i
		for _, l := range less {
			if l.to < rest.from || l.from > rest.to || rest.from > rest.to {
				continue
			}
			if before := (interval{rest.from, l.from, rest.openFrom, true}); before.from < before.to {
				out = append(out, before)
			}
			rest.from, rest.openFrom = l.to, true
		}
		if rest.from < rest.to || rest.from == rest.to && !rest.openFrom {
			out = append(out, rest)
		}
	}
	return out
}

// textOf returns intervals as the table writes them.
func textOf(all []interval) string {
	if len(all) == 0 {
		return "none"
	}
	var texts []string
	for _, i := range all {
		texts = append(texts, i.String())
	}
	return strings.Join(texts, ";")
}

// closest returns the number of the encounter of the least distance, the earliest of equals; less than 0 for no encounter.
func closest(e trajectory.Encounters) int {
	least := -1
	for i := range e.Len() {
		if least < 0 || e.Distance[i] < e.Distance[least] || e.Distance[i] == e.Distance[least] && e.Closest[i] < e.Closest[least] {
			least = i
		}
	}
	return least
}

// placeOf returns the place of an object at an instant.
func placeOf(pieces [][]sample, t float64) (x []float64) {
	for _, piece := range pieces {
		for i, s := range piece {
			if s.t == t || math.IsNaN(s.t) {
				return s.x
			}
			if i == 0 || !(piece[i-1].t < t && t < s.t) {
				continue
			}
			before := piece[i-1]
			share := (t - before.t) / (s.t - before.t)
			for k := range s.x {
				x = append(x, before.x[k]+float64(share*(s.x[k]-before.x[k])))
			}
			return x
		}
	}
	return nil
}

// shown returns a place as the table writes it.
func shown(x []float64) string {
	var texts []string
	for _, v := range x {
		texts = append(texts, strconv.FormatFloat(v, 'g', -1, 64))
	}
	return strings.Join(texts, ",")
}

// shownNumber returns a number as the table writes it.
func shownNumber(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// answerOf returns the answer to a question about two objects.
func answerOf(t *testing.T, c peerCase) string {
	a := piecesOf(t, c.a)
	if c.kind == "valid" {
		_, err := storeOf(a, a, dimensions(a))
		return strconv.FormatBool(err == nil)
	}
	b := piecesOf(t, c.b)
	e := encountersOf(t, a, b, c.distance)
	switch c.kind {
	case "when within":
		return textOf(withinOf(e))
	case "when not within":
		return textOf(withoutOf(withinOf(encountersOf(t, a, b, math.Ldexp(1, 60))), withinOf(e)))
	case "ever within":
		return strconv.FormatBool(e.Len() > 0)
	}
	least := closest(e)
	if least < 0 {
		return "none"
	}
	at := e.Closest[least]
	switch c.kind {
	case "time of closest approach":
		return shownNumber(at)
	case "instant and place of A":
		return shownNumber(at) + ":" + shown(placeOf(a, at))
	case "places of A and B":
		return shown(placeOf(a, at)) + " " + shown(placeOf(b, at))
	}
	return shownNumber(e.Distance[least]) + "@" + shownNumber(at) // least distance, distance over time
}

// same reports whether two answers are equal, but for some units in the last place of a distance and its time, which flyby rounds more than once.
func same(t *testing.T, got, want string) bool {
	const few = 1e-14
	d, at, ok := strings.Cut(got, "@")
	if wantD, wantAt, both := strings.Cut(want, "@"); ok && both {
		near := func(a, b string) bool { return math.Abs(numberIn(t, a)-numberIn(t, b)) <= few*numberIn(t, b) }
		return near(d, wantD) && near(at, wantAt)
	}
	return got == want
}

// TestPeers: flyby answers the questions of the suites of PostGIS and MobilityDB as rational arithmetic with closed bounds does. The column "differs by" of
// testdata names the differences of meaning: an instant at an open bound, or at the end of a step, which flyby has and the peer has not, and a
// single sample, which is an object for an instant in flyby.
func TestPeers(t *testing.T) {
	cases := readPeers(t)
	if len(cases) < 300 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := answerOf(t, c); !same(t, got, c.answer) {
				t.Errorf("%s of %s and %s, %v: %s, want %s", c.kind, c.a, c.b, c.distance, got, c.answer)
			}
		})
	}
}
