package agree_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"flyby"
	"flyby/datasets"
	"flyby/internal/testing/processor"
	"flyby/kernel"
	"flyby/trajectory"
)

// BenchmarkNearest compares, on every device, the time of the K nearest of a set with itself with the time of a search for encounters at the K-th key of a quantile of
// the queries: processor time on cores, the clock's on a GPU. The targets: 2.5 at the largest key, and 4 at the 99th percentile where a hundredth of the queries are far from all.
func BenchmarkNearest(b *testing.B) {
	all, err := flyby.Devices()
	if err != nil {
		b.Log(err)
	}
	galaxy, err := datasets.Disc(2500, 400, 2)
	if err != nil {
		b.Fatal(err)
	}
	for _, data := range []struct {
		name     string
		entries  *trajectory.Store
		quantile float64
	}{
		{"galaxy", galaxy, 1}, {"ships", ships(b, 1500), 1}, {"catalogue", catalogue(b, 30000, 0), 1}, {"outliers", catalogue(b, 30000, 0.01), 0.99},
	} {
		for _, on := range all {
			for _, k := range []int{1, 10} {
				b.Run(fmt.Sprintf("%s/%s/K=%d", on.Selector, data.name, k), func(b *testing.B) { compareWithSearch(b, data.entries, on, k, data.quantile) })
			}
		}
	}
}

// compareWithSearch times the nearest, and the search at a quantile of the K-th keys.
func compareWithSearch(b *testing.B, entries *trajectory.Store, on flyby.Device, k int, quantile float64) {
	db, err := flyby.Open(context.Background(), entries, flyby.Options{Device: on.Selector})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it is in memory
	now := processor.Time
	if on.Kind == kernel.GPU {
		begun := time.Now()
		now = func() time.Duration { return time.Since(begun) }
	}
	var found *flyby.Nearest
	nearest := medianTime(b, now, func() error { found, err = db.Nearest(context.Background(), flyby.Search{K: k}); return err })
	rows, err := found.Collect()
	if err != nil {
		b.Fatal(err)
	}
	var keys []float64
	for i, rank := range rows.Rank {
		if int(rank) == k {
			keys = append(keys, rows.Distance[i])
		}
	}
	slices.Sort(keys)
	d := keys[int(quantile*float64(len(keys)-1))]
	search := medianTime(b, now, func() error { _, err := db.Encounters(context.Background(), flyby.Search{Distance: d}); return err })
	b.ReportMetric(nearest, "ms-nearest")
	b.ReportMetric(search, "ms-search")
	b.ReportMetric(nearest/search, "ratio")
	b.ReportMetric(0, "ns/op")
}

// medianTime returns the median of nine runs on a clock after a first one, in milliseconds.
func medianTime(b *testing.B, now func() time.Duration, f func() error) float64 {
	var times []float64
	for range 10 {
		before := now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		times = append(times, float64((now()-before).Microseconds())/1000)
	}
	slices.Sort(times[1:])
	return times[5]
}

// catalogue makes n objects of one segment each in a cube; a part of them far away.
func catalogue(b *testing.B, n int, far float64) *trajectory.Store {
	r := rand.New(rand.NewPCG(1, 2))
	var c trajectory.Columns
	for id := range n {
		at := [3]float64{r.Float64() * 1000, r.Float64() * 1000, r.Float64() * 1000}
		if r.Float64() < far {
			at[0] += 1e6 * (1 + r.Float64())
			at[1] += 1e6 * r.Float64()
		}
		for t := range 2 {
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T = append(c.T, float64(t))
			c.X, c.Y, c.Z = append(c.X, at[0]), append(c.Y, at[1]), append(c.Z, at[2])
			for k := range at {
				at[k] += r.NormFloat64() * 5
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// ships makes n ships for a day: between harbours, at anchor in them, seen every minute or so, and a few on the open sea.
func ships(b *testing.B, n int) *trajectory.Store {
	r := rand.New(rand.NewPCG(3, 4))
	harbours := make([][2]float64, 30)
	for i := range harbours {
		harbours[i] = [2]float64{r.Float64() * 400e3, r.Float64() * 300e3}
	}
	var c trajectory.Columns
	for id := range n {
		at, to := harbours[r.IntN(30)], harbours[r.IntN(30)]
		moored := r.IntN(3) == 0
		for k := range at {
			at[k] += r.NormFloat64() * 1000
			to[k] += r.NormFloat64() * 1000
		}
		for t := r.Float64() * 40000; t < 86400; t += 60 + 120*r.Float64() {
			d := math.Hypot(to[0]-at[0], to[1]-at[1])
			c.ID.Int = append(c.ID.Int, int64(id))
			c.T, c.X, c.Y = append(c.T, math.Round(t)), append(c.X, math.Round(at[0]*10)/10), append(c.Y, math.Round(at[1]*10)/10)
			if moored || d < 1000 {
				continue
			}
			for k := range at {
				at[k] += (to[k]-at[k])/d*8*120 + r.NormFloat64()*20
			}
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{MaxGap: 3600})
	if err != nil {
		b.Fatal(err)
	}
	return s
}
