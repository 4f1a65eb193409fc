package batching

import "testing"

// figure2 is the example of the paper's Figure 2: 60 query segments in 6 tens over bins B0 to B3 with
// 6, 3, 3 and 3 entry segments. The extents agree with every statement of the text: B1 is [3.9, 6.2] and
// the whole lasts 12 (§4), batch 2 spans (5.7, 9.1), a query segment [8, 10] meets B2 and B3.
func figure2() Profile {
	var b bins
	b.add(0, 5.8, 6)
	b.add(3.9, 6.2, 3)
	b.add(6.4, 9.9, 3)
	b.add(9.4, 12, 3)
	var e extents
	for _, batch := range [][2]float64{{0.5, 4.2}, {2.5, 6.1}, {5.7, 9.1}, {6.5, 9.6}, {8.5, 10.5}, {10.1, 12}} {
		for i := range 10 {
			// Starts rise from the batch's start; one segment in the middle lasts to the batch's end.
			start := batch[0] + float64(i)*0.04
			end := start + 0.05
			if i == 5 {
				end = batch[1]
			}
			e = append(e, [2]float64{start, end})
		}
	}
	return e.profile(b)
}

func TestFigure2Interactions(t *testing.T) {
	p := figure2()
	for _, c := range []struct {
		what string
		b    Batch
		want uint64
	}{
		{"batch 0 meets B0 and B1", Batch{0, 10}, 90},
		{"batch 1 meets B0 and B1", Batch{10, 20}, 90},
		{"batch 2 meets B0, B1 and B2", Batch{20, 30}, 120},
		{"batch 3 meets B2 and B3", Batch{30, 40}, 60},
		{"batch 4 meets B2 and B3", Batch{40, 50}, 60},
		{"batch 5 meets B3", Batch{50, 60}, 30},
		{"batches 0 and 1 merge for free", Batch{0, 20}, 180},
		{"batches 2 and 3 together cost more than their 180", Batch{20, 40}, 300},
		{"an empty batch", Batch{7, 7}, 0},
	} {
		if got := p.Interactions(c.b); got != c.want {
			t.Errorf("%s: %d interactions, want %d", c.what, got, c.want)
		}
	}
	if start, end := p.Extent(Batch{20, 30}); start != 5.7 || end != 9.1 {
		t.Errorf("batch 2 spans (%v, %v), want (5.7, 9.1)", start, end)
	}
	if got := p.Candidates(8, 10); got != 6 {
		t.Errorf("[8, 10] has %d candidates, want l9 to l14, 6", got)
	}
}

func TestFigure2Batches(t *testing.T) {
	for _, c := range []struct {
		spec    string
		batches int
		want    uint64
	}{
		{"periodic:10", 6, 450},
		{"periodic:20", 3, 600},
		{"periodic:60", 1, 900},
		{"periodic:61", 1, 900},
		{"setsplit-fixed:1", 1, 900},
	} {
		list := mustBatch(t, c.spec, figure2())
		if got := total(figure2(), list); len(list) != c.batches || got != c.want {
			t.Errorf("%s: %d batches with %d interactions, want %d with %d", c.spec, len(list), got, c.batches, c.want)
		}
	}
}

// Batches that fit the data cost fewer interactions than batches of ten, at the same number of launches.
func TestFigure2SetSplitBeatsPeriodic(t *testing.T) {
	list := mustBatch(t, "setsplit-fixed:6", figure2())
	if got := total(figure2(), list); len(list) != 6 || got >= 450 {
		t.Errorf("6 batches %v with %d interactions, want fewer than 450", list, got)
	}
}

// mustBatch runs the algorithm of a spec.
func mustBatch(t testing.TB, spec string, p Profile) []Batch {
	t.Helper()
	a, err := parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	list, err := a.Batches(p)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// total is the interactions of all batches.
func total(p Profile, list []Batch) (sum uint64) {
	for _, b := range list {
		sum += p.Interactions(b)
	}
	return sum
}
