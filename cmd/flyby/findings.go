package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/trajectory"
)

// tail tells where the upper end of many values lies.
type tail struct {
	Median float64 `json:"median"`
	P99    float64 `json:"p99"` // 99 of 100 values are no greater
	Max    float64 `json:"max"`
}

// newTail sorts the values.
func newTail(values []float64) tail {
	n := len(values)
	if n == 0 {
		return tail{}
	}
	slices.Sort(values)
	return tail{values[n/2], values[(99*n+99)/100-1], values[n-1]}
}

func (t tail) String() string {
	return fmt.Sprintf("median %s, 99 %% up to %s, most %s", number(t.Median), number(t.P99), number(t.Max))
}

// findings are what a person should know of a file before searching it. Nothing acts upon them.
type findings struct {
	Gap    tail     `json:"gap"`   // between the samples that a segment joins, in the unit of time
	Speed  tail     `json:"speed"` // of segments
	Jumps  int      `json:"jumps"` // segments faster than ten times 99 of 100
	Single int      `json:"single_samples"`
	Notes  []string `json:"notes"` // with the flag that would help, if there is one

	limit float64 // of speed, which jumps are beyond and others are not
}

// jump is how many times faster than 99 of 100 segments one is that is told of.
const jump = 10

// find looks at all segments of a store. Those of degrees are as long as they are in metres through
// space, which is what --max-speed looks at.
func find(s *trajectory.Store, degrees bool) (f findings) {
	gaps, speeds := make([]float64, 0, s.Segments()), make([]float64, 0, s.Segments())
	for p := range s.Pieces() {
		for row := p.First; row+1 < p.First+p.Samples; row++ {
			took := s.T()[row+1] - s.T()[row]
			gaps, speeds = append(gaps, took), append(speeds, min(math.MaxFloat64, way(s, row, degrees)/took))
		}
	}
	for traj := range s.Trajectories() {
		if first, last := s.Range(traj); last-first == 1 {
			f.Single++
		}
	}
	f.Gap, f.Speed, f.Notes = newTail(gaps), newTail(speeds), []string{}
	above, _ := slices.BinarySearchFunc(speeds, jump*f.Speed.P99, func(v, limit float64) int {
		if v <= limit {
			return -1
		}
		return 1
	})
	if f.Speed.P99 > 0 {
		f.Jumps = len(speeds) - above
	}
	if f.Jumps > 0 {
		f.limit = shortest(jump*f.Speed.P99, speeds[above])
	}
	return f
}

// shortest is the number of the fewest digits that is low or more, and less than high.
func shortest(low, high float64) float64 {
	const digits = 15 // after the first
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(low, 'e', -1, 64), "e")
	for n, tens := 0, 1.0; n < digits; n, tens = n+1, 10*tens {
		m, _ := strconv.ParseFloat(mantissa, 64) // it was written by strconv
		v, err := strconv.ParseFloat(strconv.FormatFloat(math.Ceil(m*tens)/tens, 'f', n, 64)+"e"+exponent, 64)
		if err == nil && v >= low && v < high {
			return v
		}
	}
	return low
}

// way is the length of the segment from a row to the next. No square overflows.
func way(s *trajectory.Store, row int, degrees bool) float64 {
	if degrees {
		from, to := placeOf(s, row).Metres(), placeOf(s, row+1).Metres()
		return math.Hypot(math.Hypot(to[0]-from[0], to[1]-from[1]), to[2]-from[2])
	}
	d := math.Hypot(s.X()[row+1]-s.X()[row], s.Y()[row+1]-s.Y()[row])
	if s.Z() == nil {
		return d
	}
	return math.Hypot(d, s.Z()[row+1]-s.Z()[row])
}

// note adds what is likely to surprise.
func (f *facts) note() {
	say := func(format string, args ...any) { f.Notes = append(f.Notes, fmt.Sprintf(format, args...)) }
	if f.Repeats > 0 {
		say("%s left out: the same as the one before in their trajectory", plural(f.Repeats, "row"))
	}
	if f.Gap.Max > jump*f.Gap.P99 {
		say("samples up to %s%s apart, 99 %% up to %s: straight lines join them; --max-gap T leaves those out", number(f.Gap.Max), f.stepUnit(), number(f.Gap.P99))
	}
	if f.Jumps > 0 {
		say("%s faster than ten times what 99 %% are: two objects of one id, or wrong positions; --max-speed %v leaves those out", plural(f.Jumps, "segment"), f.limit)
	}
	if f.Single > 0 && f.Single < f.Trajectories {
		say("%s of a single sample: point events, which meet others only if these are there at that instant", counted(f.Single, "trajectory", "trajectories"))
	}
	switch {
	case f.angular:
		say("x and y look like degrees of longitude and latitude; --lonlat takes them as such, --units m as the metres that SUMO has otherwise")
	case f.degrees():
		say("x and y look like degrees of longitude and latitude; --lonlat takes them as such")
	}
	if f.milliseconds() {
		say("times look like milliseconds since 1970; --units LENGTH,ms takes them as such")
	}
}

// counted is a number with what it counts.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return hostmemory.Count(n) + " " + many
}

// degrees reports whether positions of no known unit look like degrees: they are in range, and
// speeds are of another kind than lengths a second are.
func (f *facts) degrees() bool {
	const fast = 0.05 // degrees a second are 20,000 km/h
	seconds := f.kind == trajectory.Timestamp || f.Units.Time == "s"
	inside := f.Min[0] >= -180 && f.Max[0] <= 180 && f.Min[1] >= -90 && f.Max[1] <= 90
	return f.unit == "" && seconds && inside && f.Speed.Median > 0 && f.Speed.P99 < fast
}

// milliseconds reports whether numbers of no known unit look like milliseconds since 1970: they
// are of 1990 to 2100.
func (f *facts) milliseconds() bool {
	const from, to = 631_152_000_000, 4_102_444_800_000
	return f.kind == trajectory.Number && f.Units.Time == "" && f.Start >= from && f.End <= to
}
