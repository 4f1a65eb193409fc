package baseline

import (
	"fmt"
	"runtime"
	"testing"

	"flyby/datasets"
	"flyby/interaction"
	"flyby/kernel"
	"flyby/trajectory"
)

// workload is a search with its number of hits (docs/baseline.md): the first
// 100 trajectories among all 2,500, none with itself, or all with each other.
type workload struct {
	name     string
	distance float64
	hits     int // of the first 100
	joined   int // of a join of all
}

func workloads() []workload {
	return []workload{{"GAL", 0.05, 102, 1930}, {"GAL", 0.5, 77407, 964233}, {"RW", 25, 10741, 150794}}
}

// stores makes the data of the workloads, each once.
func stores(t testing.TB) map[string]*trajectory.Store {
	t.Helper()
	disc, err := datasets.Disc(2500, 400, 2)
	if err != nil {
		t.Fatal(err)
	}
	walks, err := datasets.RandomWalks(2500, 399, 1000, 1)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*trajectory.Store{"GAL": disc, "RW": walks}
}

// first100 returns the query trajectories and the rule of a workload.
func (w workload) first100(s *trajectory.Store) (*trajectory.Store, interaction.Rule) {
	trajs, excluded := make([]int, 100), make([]uint32, 100)
	for i := range trajs {
		trajs[i], excluded[i] = i, uint32(i)
	}
	return s.Subset(trajs), interaction.Rule{Distance: w.distance, Window: interaction.Unbounded(), Excluded: excluded}
}

func (w workload) join() interaction.Rule {
	return interaction.Rule{Distance: w.distance, Window: interaction.Unbounded(), Join: true}
}

// finder is an index to be measured.
type finder func(b *testing.B, queries *trajectory.Store, rule interaction.Rule, out *kernel.Hits) (kernel.Stats, error)

// measure reports a search: its time, and its comparisons.
func measure(b *testing.B, find finder, queries *trajectory.Store, rule interaction.Rule, hits int) {
	var out kernel.Hits
	var stats kernel.Stats
	var err error
	for b.Loop() {
		out = kernel.Hits{}
		if stats, err = find(b, queries, rule, &out); err != nil {
			b.Fatal(err)
		}
	}
	if out.Len() != hits {
		b.Fatalf("%d hits, want %d", out.Len(), hits)
	}
	b.ReportMetric(float64(stats.BoxTests), "boxtests/op")
	b.ReportMetric(float64(stats.Interactions), "interactions/op")
}

func (t *RTree) finder(threads int) finder {
	return func(b *testing.B, queries *trajectory.Store, rule interaction.Rule, out *kernel.Hits) (kernel.Stats, error) {
		return t.Search(b.Context(), queries, rule, threads, out)
	}
}

// threadCounts returns 1 and, on more than one core, the number of cores.
func threadCounts() []int {
	if all := runtime.GOMAXPROCS(0); all > 1 {
		return []int{1, all}
	}
	return []int{1}
}

func BenchmarkRTree(b *testing.B) {
	data := stores(b)
	for _, w := range workloads() {
		queries, rule := w.first100(data[w.name])
		for _, r := range []int{3, 4, 6, 12, 24, 48} {
			tree := NewRTree(data[w.name], r)
			for _, threads := range threadCounts() {
				b.Run(fmt.Sprintf("%s/d=%v/r=%d/threads=%d", w.name, w.distance, r, threads), func(b *testing.B) {
					measure(b, tree.finder(threads), queries, rule, w.hits)
				})
			}
		}
	}
}

func BenchmarkRTreeJoin(b *testing.B) {
	data := stores(b)
	for _, w := range workloads() {
		for _, r := range []int{4, 6, 12, 48} {
			tree := NewRTree(data[w.name], r)
			for _, threads := range threadCounts() {
				b.Run(fmt.Sprintf("%s/d=%v/r=%d/threads=%d", w.name, w.distance, r, threads), func(b *testing.B) {
					measure(b, tree.finder(threads), data[w.name], w.join(), w.joined)
				})
			}
		}
	}
}

// BenchmarkTidwall measures an index that was not kept: tidwall/rtree, on one core.
func BenchmarkTidwall(b *testing.B) {
	data := stores(b)
	for _, w := range workloads() {
		queries, rule := w.first100(data[w.name])
		for _, r := range []int{3, 4, 6, 12, 24, 48} {
			tree := NewRTree(data[w.name], r)
			rivals := map[string]rival{"time,x": timeAxis(tree, 0), "slabs": timeSlabs(tree)}
			for _, layout := range []string{"time,x", "slabs"} {
				b.Run(fmt.Sprintf("%s/d=%v/r=%d/%s", w.name, w.distance, r, layout), func(b *testing.B) {
					measure(b, rivals[layout].search, queries, rule, w.hits)
				})
			}
		}
	}
}

func BenchmarkNewRTree(b *testing.B) {
	for name, s := range stores(b) {
		for _, r := range []int{4, 12, 48} {
			b.Run(fmt.Sprintf("%s/r=%d", name, r), func(b *testing.B) {
				for b.Loop() {
					NewRTree(s, r)
				}
			})
		}
	}
}
