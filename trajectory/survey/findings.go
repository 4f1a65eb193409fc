package survey

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/trajectory"
	"flyby/trajectory/geo"
)

// A Tail describes the upper end of many values.
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

// Findings are facts that a person should know of a data set before searching it. No search depends on them.
type Findings struct {
	Gap   Tail `json:"gap"`   // between the samples that a segment joins, in the unit of time
	Speed Tail `json:"speed"` // of segments

	// Jumps are segments far faster than others. Between them and the others lies a band without any speed: from a speed to twice that speed,
	// whose upper end is at least five times the median of the moving segments; at least two segments are beyond it, and at most a quarter of
	// the moving ones. Where there is no such band, jumps are faster than ten times the speed that 99 of 100 segments do not exceed. At least
	// half of the jumps are single or lead back, as segments to a wrong position and from it do: objects that are fast for long are no jumps.
	Jumps    int     `json:"jumps"`
	Single   int     `json:"single_samples"` // trajectories of one sample
	Limit    float64 `json:"-"`              // of speed, between the other segments and jumps; 0: there are no jumps
	MaxSpeed string  `json:"-"`              // Limit with a unit, such as 50kn; "" where the units of the data are not known

	band [2]float64 // the limit is in it: not below the first, and below the second
}

// find examines all segments of a store. The length of segments in degrees is in metres through space, as for format.Options.MaxSpeed.
func find(s *trajectory.Store, degrees bool) (f Findings) {
	gaps, speeds := make([]float64, 0, s.Segments()), make([]float64, 0, s.Segments())
	for p := range s.Pieces() {
		for row := p.First; row+1 < p.First+p.Samples; row++ {
			took := s.T()[row+1] - s.T()[row]
			gaps, speeds = append(gaps, took), append(speeds, min(math.MaxFloat64, sampleDistance(s, row, row+1, degrees)/took))
		}
	}
	for traj := range s.Trajectories() {
		if first, last := s.Range(traj); last-first == 1 {
			f.Single++
		}
	}
	f.Gap, f.Speed = newTail(gaps), newTail(speeds)
	n, band := jumps(speeds, f.Speed.P99)
	if n > 0 && 2*leaps(s, degrees, band[0]) >= n {
		f.Jumps, f.band = n, band
	}
	return f
}

// leaps counts the segments faster than a limit that are single or lead back: on either side they have the end of their piece, a segment
// that is not as fast, or one with which they are not as fast together. A piece of one segment has no leap.
func leaps(s *trajectory.Store, degrees bool, limit float64) (n int) {
	for p := range s.Pieces() {
		last := p.First + p.Samples - 1
		fast := func(from, to int) bool {
			return p.First <= from && to <= last && sampleDistance(s, from, to, degrees) > limit*(s.T()[to]-s.T()[from])
		}
		for row := p.First; p.Samples > 2 && row < last; row++ {
			on := fast(row-1, row) && fast(row-1, row+1) || fast(row+1, row+2) && fast(row, row+2)
			if fast(row, row+1) && !on {
				n++
			}
		}
	}
	return n
}

// jumps counts jumps among sorted speeds, of which 99 of 100 are no greater than p99, and finds the band of the limit: see Findings.Jumps.
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

// shortest returns the number of the fewest digits in [low, high).
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

// sampleDistance returns the distance of two samples. No square overflows.
func sampleDistance(s *trajectory.Store, one, other int, degrees bool) float64 {
	if degrees {
		from, to := placeOf(s, one).Metres(), placeOf(s, other).Metres()
		return math.Hypot(math.Hypot(to[0]-from[0], to[1]-from[1]), to[2]-from[2])
	}
	d := math.Hypot(s.X()[other]-s.X()[one], s.Y()[other]-s.Y()[one])
	if s.Z() == nil {
		return d
	}
	return math.Hypot(d, s.Z()[other]-s.Z()[one])
}

// placeOf returns the place of a sample in degrees.
func placeOf(s *trajectory.Store, row int) geo.Place {
	at := geo.Place{T: s.T()[row], Lon: s.X()[row], Lat: s.Y()[row]}
	if s.Z() != nil {
		at.Height = s.Z()[row]
	}
	return at
}
