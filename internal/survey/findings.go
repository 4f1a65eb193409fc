package survey

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/geo"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
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

	// Jumps is the number of segments far faster than others, see trajectory.Jumps. Where no band lies, they are faster than ten times the
	// speed that 99 of 100 segments do not exceed.
	Jumps  int `json:"jumps"`
	Single int `json:"single_samples"` // trajectories of one sample

	jumps format.Jumps
}

// find examines all segments of a store. The length of segments in degrees is in metres through space, as for format.Options.MaxSpeed.
func find(s *trajectory.Store, degrees bool) (f Findings) {
	at := coordinates(s, degrees)
	gaps, speeds := make([]float64, 0, s.Segments()), make([]float64, 0, s.Segments())
	for p := range s.Pieces() {
		for row := p.First; row+1 < p.First+p.Samples; row++ {
			took := s.T()[row+1] - s.T()[row]
			gaps, speeds = append(gaps, took), append(speeds, min(math.MaxFloat64, distance(at, row)/took))
		}
	}
	for traj := range s.Trajectories() {
		if first, last := s.Range(traj); last-first == 1 {
			f.Single++
		}
	}
	f.Gap, f.Speed = newTail(gaps), newTail(speeds)
	f.jumps = reading.NewJumps(trajectory.FindJumps(s.T(), at, s.Pieces(), f.Speed.P99), s.ID)
	f.Jumps = f.jumps.Segments
	return f
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

// coordinates returns the coordinates and heights of all samples, in earth-centred metres where they are degrees.
func coordinates(s *trajectory.Store, degrees bool) [][]float64 {
	if !degrees {
		return slices.DeleteFunc([][]float64{s.X(), s.Y(), s.Z(), s.H()}, func(col []float64) bool { return col == nil })
	}
	at := [][]float64{make([]float64, s.Samples()), make([]float64, s.Samples()), make([]float64, s.Samples())}
	for row := range s.Samples() {
		for k, v := range placeOf(s, row).Metres() {
			at[k][row] = v
		}
	}
	return at
}

// distance returns the distance of a sample to the next. No square overflows.
func distance(at [][]float64, row int) (d float64) {
	for _, col := range at {
		d = math.Hypot(d, col[row+1]-col[row])
	}
	return d
}

// placeOf returns the place of a sample in degrees.
func placeOf(s *trajectory.Store, row int) geo.Place {
	at := geo.Place{T: s.T()[row], Lon: s.X()[row], Lat: s.Y()[row]}
	if s.Z() != nil {
		at.Height = s.Z()[row]
	}
	return at
}
