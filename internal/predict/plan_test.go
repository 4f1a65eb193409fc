package predict

import (
	"math"
	"testing"
	"time"

	"flyby/binindex"
	"flyby/datasets"
	"flyby/interaction"
	"flyby/internal/estimate"
	"flyby/internal/queryset"
	"flyby/internal/testing/modeltest"
	"flyby/perfmodel"
	"flyby/trajectory"
)

// search is one of the paper's searches as the model sees it.
type search struct {
	name      string
	store     *trajectory.Store // of the entries
	entries   *estimate.Entries
	queries   *queryset.Set
	predicted *int // number of batches whose candidates were counted
	interaction.Rule
}

// searches loads all of the paper's searches.
func searches(t testing.TB, scale float64) (all []search) {
	t.Helper()
	for _, s := range datasets.Searches() {
		entries, queries, err := s.Load(scale, 1)
		if err != nil {
			t.Fatal(err)
		}
		excluded := make([]uint32, queries.Trajectories())
		for i := range excluded {
			e, _ := entries.Find(queries.ID(i))
			excluded[i] = uint32(e)
		}
		bins, predicted := binindex.NewBins(entries, 0), new(int)
		set := queryset.New(queries, bins, interaction.Unbounded())
		set.Candidates = func(start, end float64) uint64 {
			*predicted++
			return bins.Count(start, end)
		}
		all = append(all, search{
			name: s.Name, store: entries, entries: estimate.NewEntries(entries, bins), queries: set, predicted: predicted,
			Rule: interaction.Rule{Distance: s.Distance, Window: interaction.Unbounded(), Excluded: excluded},
		})
	}
	return all
}

func (s search) workload() *estimate.Workload {
	return s.entries.WorkloadOf(s.queries, s.Rule)
}

// modelsOfLaws returns models of different fake devices.
func modelsOfLaws(t testing.TB) map[string]*Model {
	t.Helper()
	models := map[string]*Model{}
	for _, law := range []string{"gpu", "wide-gpu", "cpu"} {
		models[law] = modelOf(t, law)
	}
	for _, law := range []string{"gpu", "wide-gpu"} { // the laws with the shortest searches
		models["fast "+law] = faster(modelOf(t, law), 5)
	}
	return models
}

// faster returns the model of a device that is times as fast.
func faster(m *Model, times float64) *Model {
	m.Kernel.Scale = 1 / times
	m.Host.RestQuery /= times
	for i := range m.Host.Curves {
		law := &m.Host.Curves[i].Law
		law.A, law.B = law.A/times, law.B/times
	}
	return m
}

// Plan's choice, made from few counts, tests and sums, must be about as good as the best by all of them, and Plan
// must keep to its budget.
func TestPlan(t *testing.T) {
	models := modelsOfLaws(t)
	for _, s := range searches(t, 0.02) {
		full := s.workload()
		full.EstimateHits(estimate.Sampling{Error: 0.02})
		for name, m := range models {
			plan := checkBudget(t, s.name+" on "+name, m, s)
			best := m.Best(full)
			if got := m.Predict(full, plan.Size).Time().Seconds() / best.Time().Seconds(); got > 1.05 {
				t.Errorf("%s on %s: s = %d is predicted to take %.3f times as long as s = %d", s.name, name, plan.Size, got, best.Size)
			}
		}
	}
}

// checkBudget plans a search and checks the counts, tests and sums of Plan.
func checkBudget(t *testing.T, name string, m *Model, s search) perfmodel.Prediction {
	t.Helper()
	w := s.workload()
	b := m.Host.budget(newContest(m, w, roughBatches).rough().Time())
	*s.predicted = 0
	plan := m.Plan(w)
	if got := w.Counted(); got > b.places {
		t.Errorf("%s: %d places counted, want %d at most", name, got, b.places)
	}
	const more = 1536 // the batches of some epochs
	if got := w.Estimate().Tests; got > b.tests+b.tests/6+more {
		t.Errorf("%s: %d interactions tested on a budget of %d", name, got, b.tests)
	}
	const roughSizes, sizes, others = 18, 34, 64
	if most := roughSizes*roughBatches + sizes*b.batches + others; *s.predicted > most {
		t.Errorf("%s: %d batches predicted, want %d at most", name, *s.predicted, most)
	}
	return plan
}

func TestBudgetGrowsWithTheSearch(t *testing.T) {
	before := budget{}
	for _, d := range []time.Duration{0, time.Microsecond, time.Millisecond, time.Second, time.Hour, math.MaxInt64} {
		b := new(Host).budget(d)
		if b.places < before.places || b.tests < before.tests || b.batches < before.batches || b.places < 1 || b.tests < 1 || b.batches < 1 {
			t.Errorf("%v: %+v after %+v", d, b, before)
		}
		before = b
	}
	if before.tests != mostTests || before.batches != fineBatches {
		t.Errorf("no end of budgets: %+v", before)
	}
}

// Predictions and plans work with no query segment, and with one.
func TestSmallWorkloads(t *testing.T) {
	m := calibrated(t)
	entries := modeltest.Rush(20, 20, 1)
	before := interaction.Rule{Distance: 1, Window: interaction.Window{From: -20, To: -10}}
	none := workload(entries, entries, before)
	if p := m.Plan(none); p.Batches != 0 || p.Hits != 0 || p.Time() != 0 {
		t.Errorf("nothing to search: %+v", p)
	}
	if e := none.EstimateHits(estimate.Sampling{Tests: 10}); !e.Complete || e.Hits != 0 {
		t.Errorf("nothing to estimate: %+v", e)
	}
	one := workload(entries, modeltest.Rush(1, 1, 2), modeltest.Rule(1))
	p := m.Plan(one)
	if p.Size != 1 || p.Batches != 1 || p.Time() <= 0 {
		t.Errorf("one query segment: %+v", p)
	}
}

// BenchmarkPlan reports the part of a search's time that choosing its batches takes, by models of laws: choosing-% is to be 5
// at most. For the model of a device, tune the device and see the overhead in the report of flyby-bench paper.
func BenchmarkPlan(b *testing.B) {
	models := modelsOfLaws(b)
	for _, s := range searches(b, 0.2) {
		for name, m := range models {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				var p perfmodel.Prediction
				for b.Loop() {
					p = m.Plan(s.workload())
				}
				each := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
				b.ReportMetric(float64(p.Time().Nanoseconds()), "search-ns")
				b.ReportMetric(100*each/float64(p.Time().Nanoseconds()), "choosing-%")
			})
		}
	}
}
