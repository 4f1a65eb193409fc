package batching

import (
	"math"
	"math/rand/v2"
	"testing"
)

// benchmarkStarts draw starts like the paper's data sets. The profiles of benchmarks have the sizes of the
// paper's searches: 40,000 query segments, 10⁶ entry segments, 10,000 bins; trajectories of 400 steps of
// unit length.
var benchmarkStarts = map[string]func(*rand.Rand) float64{
	"galaxy":  func(*rand.Rand) float64 { return 0 },
	"uniform": func(r *rand.Rand) float64 { return 100 * r.Float64() },
	"normal":  func(r *rand.Rand) float64 { return math.Max(0, math.Min(400, 200+200*r.NormFloat64())) },
}

func walks(r *rand.Rand, trajectories int, start func(*rand.Rand) float64) extents {
	var e extents
	for range trajectories {
		t := start(r)
		for range 400 {
			e = append(e, [2]float64{t, t + 1})
			t++
		}
	}
	return e
}

func BenchmarkBatches(b *testing.B) {
	for name, start := range benchmarkStarts {
		r := rand.New(rand.NewPCG(1, 2))
		entries := walks(r, 2500, start).bins(10_000)
		p := walks(r, 100, start).profile(entries)
		for _, spec := range []string{
			"periodic:120", "setsplit-fixed:400", "setsplit-max:120", "setsplit-minmax:60,120",
			"setsplit-minmax:60,120,strict", "greedysetsplit-min:120", "greedysetsplit-max:120",
			"greedysetsplit-max:120,strict",
		} {
			b.Run(name+"/"+spec, func(b *testing.B) { benchmark(b, spec, p) })
		}
	}
}

// benchmark reports, besides time and memory, the number of calls of Profile.Candidates.
func benchmark(b *testing.B, spec string, p Profile) {
	b.ReportAllocs()
	for b.Loop() {
		mustBatch(b, spec, p)
	}
	count, calls := p.Candidates, 0
	p.Candidates = func(start, end float64) uint64 { calls++; return count(start, end) }
	mustBatch(b, spec, p)
	b.ReportMetric(float64(calls), "calls")
}
