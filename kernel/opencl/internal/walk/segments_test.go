package walk

import (
	"context"
	"slices"
	"testing"

	"flyby/binindex"
	"flyby/interaction"
	"flyby/internal/clrt"
	"flyby/internal/testing/cltest"
	"flyby/internal/testing/kerneltest"
	"flyby/internal/testing/rig"
	"flyby/kernel"
	"flyby/kernel/opencl/internal/pair"
	"flyby/trajectory"
)

// TestSegmentBoxes: the device's boxes of segments equal binindex's boxes of runs
// of one segment, to the bit, and are empty past the ends of runs.
func TestSegmentBoxes(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, dev := range cltest.Devices(t) {
		d := openWalker(t, dev, rigging{groups: clrt.Groups{Size: 16, Block: 64, Claim: true}})
		for name, w := range rig.Worlds() {
			x := rig.NewTrial(t, r, w)
			p := binindex.NewPyramid(x.Entries, nil, x.Set, 1)
			db := loadIndex(t, d, p)
			boxes := make([]binindex.Box, len(p.Runs)*p.Setting.RunLength)
			rig.Must(t, clrt.Read(d.dev.Queues, db.pyramid.segments.Buffer, 0, pair.Words(boxes)))
			rig.Must(t, d.dev.Queues.Finish())
			single := binindex.NewPyramid(x.Entries, p.Frame, binindex.Setting{RunLength: 1}, 1)
			want := map[uint32]binindex.Box{}
			for i, run := range single.Runs {
				want[run.Row] = single.Levels[0][i]
			}
			for i, box := range boxes {
				run, k := p.Runs[i/p.Setting.RunLength], i%p.Setting.RunLength
				expected := binindex.EmptyBox()
				if k < int(run.Count) {
					expected = want[run.Row+uint32(k)]
				}
				if box != expected {
					t.Fatalf("%s: segment %d of run %+v: %+v, want %+v", name, k, run, box, expected)
				}
			}
			rig.Must(t, db.Close())
		}
		closeWalker(t, d)
	}
}

// TestFilterKeepsHits tries pairs at the threshold, each as its own database and
// query set: a pair that boxes in float32 discard must be no hit.
func TestFilterKeepsHits(t *testing.T) {
	r := kerneltest.Rand(t)
	for _, dev := range cltest.Devices(t) {
		d := openWalker(t, dev, rigging{groups: clrt.Groups{Size: 16, Block: 64, Claim: true}})
		verdicts := [2]int{}
		for p := range kerneltest.Pairs(r, 400) {
			queries, entries := storeOf(t, p.Query), storeOf(t, p.Entry)
			rule := interaction.Rule{Distance: p.Distance, Window: p.Window}
			index := binindex.NewPyramid(entries, nil, binindex.Setting{RunLength: 4}, 1)
			db := loadIndex(t, d, index)
			var out kernel.Hits
			_, err := db.Walk(context.Background(), kernel.WalkWork{Rule: rule, Queries: kernel.Side{Store: queries}, Entry: kernel.Root(index)}, &out)
			rig.Must(t, err)
			got, want := rig.Settled(out, queries, entries, rule), rig.Reference(queries, entries, rule)
			out.Truncate(0)
			if !slices.Equal(got, want) {
				t.Fatalf("%v: hits %v, want %v", p, got, want)
			}
			verdicts[len(want)]++
			rig.Must(t, db.Close())
		}
		if min(verdicts[0], verdicts[1]) < 40 {
			t.Errorf("%d misses and %d hits: too easy", verdicts[0], verdicts[1])
		}
		closeWalker(t, d)
	}
}

// storeOf makes a store of one segment, which owns its end.
func storeOf(t *testing.T, s trajectory.Segment) *trajectory.Store {
	t.Helper()
	var c trajectory.Columns
	for i, at := range [][3]float64{s.P0, s.P1} {
		if i == 1 && s.T0 == s.T1 {
			break
		}
		c.ID.Int, c.R = append(c.ID.Int, 0), append(c.R, s.R)
		c.T = append(c.T, []float64{s.T0, s.T1}[i])
		c.X, c.Y, c.Z = append(c.X, at[0]), append(c.Y, at[1]), append(c.Z, at[2])
	}
	store, err := trajectory.New(c, trajectory.BuildOptions{})
	rig.Must(t, err)
	return store
}
