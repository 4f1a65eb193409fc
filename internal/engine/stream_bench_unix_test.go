//go:build unix

package engine

import (
	"fmt"
	"syscall"
	"testing"

	"flyby/datasets"
	"flyby/interaction"
)

// BenchmarkJoinInRanges times joins of GAL in one go and in ranges of the queries: for
// ranges it reports beside the time their user time as a multiple of the user time in one
// go.
func BenchmarkJoinInRanges(b *testing.B) {
	gal, err := datasets.Disc(2500, 400, 2)
	if err != nil {
		b.Fatal(err)
	}
	for _, d := range []float64{0.05, 0.5, 2} {
		for _, encounters := range []bool{false, true} {
			one := 0.0
			for _, ranges := range []int{1, 4, 16, 64} {
				c := Config{Method: "spatiotemporal"}
				if ranges > 1 {
					c.Rows = gal.Samples() / ranges
				}
				e := openOn(b, gal, c)
				b.Run(fmt.Sprintf("d=%v/encounters=%v/%d", d, encounters, ranges), func(b *testing.B) {
					asked := Task{Rule: interaction.Rule{Distance: d, Window: interaction.Unbounded(), Join: true}, Queries: gal, Encounters: encounters}
					var all Result
					begun := userSeconds()
					for b.Loop() {
						all = Result{}
						found, err := e.Search(b.Context(), asked)
						if err != nil {
							b.Fatal(err)
						}
						for f, err := range found.Parts(b.Context(), NewTurn(nil)) {
							if err != nil {
								b.Fatal(err)
							}
							all.Add(f)
						}
					}
					took := (userSeconds() - begun) / float64(b.N)
					if ranges == 1 {
						one = took
					}
					b.ReportMetric(took*1e3, "user-ms/op")
					b.ReportMetric(took/one, "times-one")
					b.ReportMetric(float64(all.Stats.BoxTests)/1e6, "Mtests")
					b.ReportMetric(float64(all.Stats.Interactions)/1e6, "Mpairs")
					b.ReportMetric(float64(all.Count)/1e6, "Mhits")
				})
				e.Close()
			}
		}
	}
}

// userSeconds returns the user time of the process.
func userSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()) / 1e9
}
