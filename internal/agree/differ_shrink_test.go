package agree_test

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// shrinkTime bounds the time of making a case smaller.
const shrinkTime = 2 * time.Minute

// shrunk makes a failing case smaller while it still fails, in the failing way alone if that
// suffices, and returns it as Go for differFound.
func (f *differ) shrunk(g *differRig, c *differCase, ways []differWay, by differWay) string {
	s := shrinker{g: g, end: time.Now().Add(shrinkTime), tries: f.tries}
	alone := []differWay{by}
	for range 3 { // devices alternate by chance
		if s.fails(c, alone) {
			ways = alone
			break
		}
	}
	if !s.fails(c, ways) {
		return "it does not fail again on its own: what came before in the run matters, or chance does"
	}
	s.ways = ways
	for smaller := true; smaller && s.goesOn(); {
		smaller = false
		for _, step := range []func(*differCase) []*differCase{withoutAsks, withoutPaths, withoutOptions, withoutSamples, withoutDigits} {
			smaller = s.take(&c, step) || smaller
		}
	}
	return fmt.Sprintf("shrunk to: %s\n%s", s.why, c.source(s.ways[0]))
}

// tooFewForBatches is the error of setsplit-fixed for a case that shrank below its number of
// batches: it is another failure.
const tooFewForBatches = "query segments: allowed 1 to"

// shrinker tries smaller cases.
type shrinker struct {
	g     *differRig
	ways  []differWay
	end   time.Time
	tries int
	why   string // the last case failed
}

func (s *shrinker) goesOn() bool { return s.tries > 0 && time.Now().Before(s.end) }

// fails reports whether a case fails in some ways, or in the reference.
func (s *shrinker) fails(c *differCase, ways []differWay) bool {
	if !c.valid() || !s.goesOn() {
		return false
	}
	s.tries--
	var count differCount
	why, _ := s.g.check(c, ways, &count)
	if why == "" || strings.Contains(why, tooFewForBatches) {
		return false
	}
	s.why = why
	return true
}

// take replaces a case by the first smaller one that fails, as long as there is one.
func (s *shrinker) take(c **differCase, step func(*differCase) []*differCase) (taken bool) {
	for again := true; again; {
		again = false
		for _, smaller := range step(*c) {
			if s.fails(smaller, s.ways) {
				*c, taken, again = smaller, true, true
				break
			}
		}
	}
	return taken
}

// changed returns a changed copy of a case.
func (c *differCase) changed(change func(*differCase)) *differCase {
	d := c.clone()
	change(d)
	return d
}

// withoutAsks returns the cases with only one of the asks.
func withoutAsks(c *differCase) (all []*differCase) {
	if len(c.asks) < 2 {
		return nil
	}
	for i := range c.asks {
		all = append(all, c.changed(func(d *differCase) { d.asks = d.asks[i : i+1] }))
	}
	return all
}

// halvesAndOnes returns ranges of n items to be left out: large ones first.
func halvesAndOnes(n int) (all [][2]int) {
	for size := (n + 1) / 2; size >= 1; size /= 2 {
		for first := 0; first < n; first += size {
			all = append(all, [2]int{first, min(first+size, n)})
		}
	}
	return all
}

// withoutPaths returns the cases without some trajectories.
func withoutPaths(c *differCase) (all []*differCase) {
	for _, side := range []func(*differCase) *[]differPath{
		func(d *differCase) *[]differPath { return &d.entries }, func(d *differCase) *[]differPath { return &d.queries },
	} {
		for _, cut := range halvesAndOnes(len(*side(c))) {
			all = append(all, c.changed(func(d *differCase) {
				paths := side(d)
				*paths = append((*paths)[:cut[0]], (*paths)[cut[1]:]...)
			}))
		}
	}
	return all
}

// withoutOptions returns the cases without a window, radii, gaps, or the third dimension.
func withoutOptions(c *differCase) (all []*differCase) {
	change := func(is bool, f func(*differCase)) {
		if is {
			all = append(all, c.changed(f))
		}
	}
	change(!math.IsInf(c.window[0], 0), func(d *differCase) { d.window[0] = math.Inf(-1) })
	change(!math.IsInf(c.window[1], 0), func(d *differCase) { d.window[1] = math.Inf(1) })
	change(c.maxGap > 0, func(d *differCase) { d.maxGap = 0 })
	change(c.maxSpeed > 0, func(d *differCase) { d.maxSpeed = 0 })
	change(c.excludeSameID, func(d *differCase) { d.excludeSameID = false })
	change(c.dim == 3, func(d *differCase) { d.dim = 2 })
	for _, side := range []func(*differCase) []differPath{
		func(d *differCase) []differPath { return d.entries }, func(d *differCase) []differPath { return d.queries },
	} {
		for i, p := range side(c) {
			change(p.r > 0, func(d *differCase) { side(d)[i].r = 0 })
		}
	}
	return all
}

// withoutSamples returns the cases without some samples of one trajectory.
func withoutSamples(c *differCase) (all []*differCase) {
	for _, side := range []func(*differCase) []differPath{
		func(d *differCase) []differPath { return d.entries }, func(d *differCase) []differPath { return d.queries },
	} {
		for i, p := range side(c) {
			if len(p.t) < 2 {
				continue
			}
			for _, cut := range halvesAndOnes(len(p.t)) {
				all = append(all, c.changed(func(d *differCase) {
					q := &side(d)[i]
					q.t, q.p = append(q.t[:cut[0]], q.t[cut[1]:]...), append(q.p[:cut[0]], q.p[cut[1]:]...)
				}))
			}
		}
	}
	return all
}

// withoutDigits returns the cases with a number that is 0, or has fewer digits.
func withoutDigits(c *differCase) (all []*differCase) {
	for n := range c.numbers() {
		v := *c.numbers()[n]
		for _, simple := range []float64{0, math.Round(v), round(v, 10), round(v, 30)} {
			if simple != v && !math.IsNaN(simple) && !math.IsInf(simple, 0) {
				all = append(all, c.changed(func(d *differCase) { *d.numbers()[n] = simple }))
			}
		}
	}
	return all
}

// round rounds v to a number of significant bits.
func round(v float64, bits int) float64 {
	frac, exp := math.Frexp(v)
	return math.Ldexp(math.Round(math.Ldexp(frac, bits)), exp-bits)
}

// numbers returns all coordinates and distances of a case.
func (c *differCase) numbers() (all []*float64) {
	for i := range c.asks {
		all = append(all, &c.asks[i].d)
	}
	for _, paths := range [][]differPath{c.entries, c.queries} {
		for i := range paths {
			for j := range paths[i].p {
				for k := range c.dim {
					all = append(all, &paths[i].p[j][k])
				}
			}
			for j := range paths[i].t {
				all = append(all, &paths[i].t[j])
			}
		}
	}
	return all
}

// source returns a case with a way as Go.
func (c *differCase) source(w differWay) string {
	var b strings.Builder
	fmt.Fprintf(&b, "{\n\tway: %s,\n\tdifferCase: differCase{\n\t\tdim: %d,", strings.TrimPrefix(fmt.Sprintf("%#v", w), "flyby_test."), c.dim)
	if c.maxGap > 0 {
		fmt.Fprintf(&b, " maxGap: %s,", number(c.maxGap))
	}
	if c.maxSpeed > 0 {
		fmt.Fprintf(&b, " maxSpeed: %s,", number(c.maxSpeed))
	}
	if c.excludeSameID {
		b.WriteString(" excludeSameID: true,")
	}
	fmt.Fprintf(&b, " window: [2]float64{%s, %s},\n\t\tasks: []differAsk{", number(c.window[0]), number(c.window[1]))
	for _, a := range c.asks {
		fmt.Fprintf(&b, "{%v, %s}, ", a.join, number(a.d))
	}
	b.WriteString("},\n")
	for _, side := range []struct {
		name  string
		paths []differPath
	}{{"entries", c.entries}, {"queries", c.queries}} {
		if len(side.paths) > 0 {
			fmt.Fprintf(&b, "\t\t%s: []differPath{\n", side.name)
			for _, p := range side.paths {
				p.write(&b)
			}
			b.WriteString("\t\t},\n")
		}
	}
	b.WriteString("\t},\n},\n")
	return b.String()
}

// write writes a trajectory as Go.
func (p differPath) write(b *strings.Builder) {
	fmt.Fprintf(b, "\t\t\t{id: %d, r: %s, t: []float64{", p.id, number(p.r))
	for _, t := range p.t {
		fmt.Fprintf(b, "%s, ", number(t))
	}
	b.WriteString("}, p: [][3]float64{")
	for _, at := range p.p {
		fmt.Fprintf(b, "{%s, %s, %s}, ", number(at[0]), number(at[1]), number(at[2]))
	}
	b.WriteString("}},\n")
}

// number returns a float64 as Go, with every bit.
func number(v float64) string {
	switch {
	case math.IsInf(v, 0):
		return fmt.Sprintf("math.Inf(%d)", int(math.Copysign(1, v)))
	case v == math.Trunc(v) && math.Abs(v) < 1e6:
		return fmt.Sprintf("%v", v)
	}
	return fmt.Sprintf("%x", v)
}
