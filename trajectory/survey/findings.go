package survey

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/trajectory"
	"flyby/trajectory/geo"
)

// A Tail tells where the upper end of many values lies.
type Tail struct {
	Median float64 `json:"median"`
	P99    float64 `json:"p99"` // 99 of 100 values are no greater
	Max    float64 `json:"max"`
}

// newTail sorts the values.
func newTail(values []float64) Tail {
	n := len(values)
	if n == 0 {
		return Tail{}
	}
	slices.Sort(values)
	return Tail{values[n/2], values[(99*n+99)/100-1], values[n-1]}
}

// Findings are what a person should know of a data set before searching it. Nothing acts upon them.
type Findings struct {
	Gap   Tail `json:"gap"`   // between the samples that a segment joins, in the unit of time
	Speed Tail `json:"speed"` // of segments

	// Jumps are segments far faster than others. Between them and the others lies a band that no speed is in: from a speed to twice that,
	// of which the upper end is at least five times the median of the segments that move; two segments are beyond it at least, and a quarter of those that move
	// at most. Where there is no such band, they are faster than ten times what 99 of 100 segments are.
	Jumps    int     `json:"jumps"`
	Single   int     `json:"single_samples"` // trajectories of one sample
	Limit    float64 `json:"-"`              // of speed, which jumps are beyond and others are not; 0: there are no jumps
	MaxSpeed string  `json:"-"`              // the same with a unit, such as 50kn; "" where the units of the data are not known

	band [2]float64 // the limit is in it: not below the first, and below the second
}

// find looks at all segments of a store. Those of degrees are as long as they are in metres through
// space, which is what format.Options.MaxSpeed looks at.
func find(s *trajectory.Store, degrees bool) (f Findings) {
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
	f.Gap, f.Speed = newTail(gaps), newTail(speeds)
	f.Jumps, f.band = jumps(speeds, f.Speed.P99)
	return f
}

// jumps counts jumps among speeds in order, of which 99 of 100 are no greater than p99, and finds the band of the limit: see Findings.Jumps.
func jumps(speeds []float64, p99 float64) (n int, band [2]float64) {
	const apart, far, rest = 2, 5, 4
	still, _ := slices.BinarySearch(speeds, math.SmallestNonzeroFloat64)
	moving := speeds[still:]
	median := moving[len(moving)/2:]
	for i := range max(0, len(median)-2) {
		slow, fast, beyond := median[i], median[i+1], len(median)-i-1
		if beyond <= len(moving)/rest && fast >= apart*slow && fast >= far*median[0] {
			return beyond, [2]float64{min(2*slow, math.Sqrt(slow)*math.Sqrt(fast)), fast}
		}
	}
	const jump = 10
	limit := jump * p99
	above, _ := slices.BinarySearchFunc(speeds, limit, func(v, limit float64) int {
		if v <= limit {
			return -1
		}
		return 1
	})
	if p99 > 0 && above < len(speeds) {
		return len(speeds) - above, [2]float64{limit, speeds[above]}
	}
	return 0, band
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

// placeOf is where a sample in degrees is.
func placeOf(s *trajectory.Store, row int) geo.Place {
	at := geo.Place{T: s.T()[row], Lon: s.X()[row], Lat: s.Y()[row]}
	if s.Z() != nil {
		at.Height = s.Z()[row]
	}
	return at
}
