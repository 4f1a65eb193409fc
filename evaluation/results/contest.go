package results

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Rounds of measurements. Runs of one round were made side by side.
const (
	Sweep  = "sweep"  // Periodic over all batch sizes
	Near   = "near"   // Periodic over the batch sizes about the best, interleaved
	Tuning = "tuning" // the search for an algorithm's best parameter
	Final  = "final"  // the best of the rounds before, interleaved
	Race   = "race"   // the parameters close to the best of the final round, and the sizes beside this best, all anew, interleaved
	Beside = "beside" // the best of the race and its neighbours, where the race had no neighbour
)

// PeriodicName is the algorithm whose batch size the model picks.
const PeriodicName = "periodic"

// Algorithm returns the name in a batching spec, "periodic" of "periodic:120".
func Algorithm(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	return name
}

// PeriodicSize returns the s of "periodic:s"; ok is false for another spec.
func PeriodicSize(spec string) (s int, ok bool) {
	text, ok := strings.CutPrefix(spec, PeriodicName+":")
	if !ok {
		return 0, false
	}
	s, err := strconv.Atoi(text)
	return s, err == nil
}

// Point is Periodic at one batch size.
type Point struct {
	S int
	Group
}

// Curve returns Periodic over the batch sizes, sorted: from the race where a size was in it, else from the final round, else
// from the sweep.
func Curve(groups []Group) []Point { return curve(groups, Sweep, Final, Race) }

// SweepCurve returns Periodic over the batch sizes of the sweep, which were measured side by side.
func SweepCurve(groups []Group) []Point { return curve(groups, Sweep) }

// NearCurve returns Periodic over the batch sizes about the best of the sweep, measured side by side.
func NearCurve(groups []Group) []Point { return curve(groups, Near) }

// curve returns Periodic in some rounds, a later round in place of an earlier one.
func curve(groups []Group, rounds ...string) []Point {
	at := map[int]Point{}
	for _, round := range rounds {
		for _, g := range groups {
			if s, ok := PeriodicSize(g.Parameter); ok && g.Round == round {
				at[s] = Point{s, g}
			}
		}
	}
	points := make([]Point, 0, len(at))
	for _, p := range at {
		points = append(points, p)
	}
	slices.SortFunc(points, func(a, b Point) int { return cmp.Compare(a.S, b.S) })
	return points
}

// Contest has the response times of the batching algorithms on one search, each at its best parameter (paper, Table 2).
type Contest struct {
	Round    string  // Race, or Final where there was none
	Periodic []Point // of that round, sorted by S
	// Best is the PeriodicBest of the paper: the batch size of least response time.
	Best Point
	// Good is the paper's PeriodicGood: the worst batch size from 20 below the best to 20 above it. If none of these sizes was
	// in the race, Good comes from round Beside, scaled so that it is as much slower than Best as in that round; the zero Point
	// if there is none.
	Good Point
	// Near is the worst batch size from four fifths to six fifths of the best: the same neighbourhood in proportion where the
	// best is at 100, as in the paper.
	Near Point
	// Others holds the best of each other algorithm, by name.
	Others map[string]Group
	// Fastest is the measurement of least response time of all.
	Fastest Group
}

// NewContest evaluates the race of one search, or the final round where there was none: never both, since times of one hour do
// not compare with times of another. ok is false where the round has no Periodic.
func NewContest(groups []Group) (c Contest, ok bool) {
	c.Round = Race
	if c.Periodic = curve(groups, c.Round); len(c.Periodic) == 0 {
		c.Round = Final
		c.Periodic = curve(groups, c.Round)
	}
	if len(c.Periodic) == 0 {
		return c, false
	}
	c.Others = map[string]Group{}
	c.Best = slices.MinFunc(c.Periodic, func(a, b Point) int { return cmp.Compare(a.Seconds, b.Seconds) })
	if c.Good = goodPoint(c.Periodic, c.Best.S); c.Good.S == 0 {
		c.Good = c.besidePoint(curve(groups, Beside))
	}
	c.Near = Worst(c.Periodic, c.Best.S*4/5, c.Best.S*6/5)
	c.Fastest = c.Best.Group
	for _, g := range groups {
		name := Algorithm(g.Parameter)
		if g.Round != c.Round || name == PeriodicName {
			continue
		}
		if best, had := c.Others[name]; !had || g.Seconds < best.Seconds {
			c.Others[name] = g
			if g.Seconds < c.Fastest.Seconds {
				c.Fastest = g
			}
		}
	}
	return c, true
}

// goodPoint returns the worst point from 20 below a batch size to 20 above it, without that size.
func goodPoint(points []Point, best int) Point {
	others := slices.DeleteFunc(slices.Clone(points), func(p Point) bool { return p.S == best })
	return Worst(others, best-20, best+20)
}

// besidePoint returns the good point of round Beside, in which the best ran again, scaled by the best's two times: times of one hour
// do not compare with times of another, but their ratios do.
func (c *Contest) besidePoint(points []Point) (worst Point) {
	at := slices.IndexFunc(points, func(p Point) bool { return p.S == c.Best.S })
	if at < 0 {
		return worst
	}
	if worst = goodPoint(points, c.Best.S); worst.S > 0 {
		worst.Seconds *= c.Best.Seconds / points[at].Seconds
	}
	return worst
}

// Worst returns the point of greatest response time with S from lo to hi; the zero Point where there is none.
func Worst(points []Point, lo, hi int) (worst Point) {
	for _, p := range points {
		if p.S >= lo && p.S <= hi && p.Seconds > worst.Seconds {
			worst = p
		}
	}
	return worst
}

// Zoom lists the batch sizes to measure about a best one: it, its Neighbours, and a tenth and a fifth of it
// beside it, within 1 to n.
func Zoom(best, n int) []int {
	return sizesBeside(best, n, 0, 10, 20, best/10, best/5)
}

// Neighbours lists a best batch size and the sizes 10 and 20 beside it, which the paper calls good, within 1 to n.
func Neighbours(best, n int) []int { return sizesBeside(best, n, 0, 10, 20) }

// Fifths lists the batch sizes a fifth below and above a best one, within 1 to n.
func Fifths(best, n int) []int { return sizesBeside(best, n, best/5) }

// sizesBeside lists the sizes that lie one of steps below or above size, within 1 to n.
func sizesBeside(size, n int, steps ...int) (sizes []int) {
	for _, step := range steps {
		sizes = append(sizes, size-step, size+step)
	}
	sizes = slices.DeleteFunc(sizes, func(s int) bool { return s < 1 || s > n })
	slices.Sort(sizes)
	return slices.Compact(sizes)
}
