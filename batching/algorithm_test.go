package batching

import (
	"math"
	"strings"
	"testing"
)

func TestParseReadsWhatStringWrites(t *testing.T) {
	for spec, want := range map[string]Algorithm{
		"periodic:120":                 Periodic{120},
		"setsplit-fixed:400":           SetSplitFixed{400},
		"setsplit-max:120":             setSplitMax{120},
		"setsplit-minmax:60,120":       setSplitMinMax{Min: 60, Max: 120},
		"setsplit-minmax:7,7,strict":   setSplitMinMax{7, 7, true},
		"greedysetsplit-min:1":         greedySetSplitMin{1},
		"greedysetsplit-max:90":        greedySetSplitMax{Bound: 90},
		"greedysetsplit-max:90,strict": greedySetSplitMax{90, true},
	} {
		got, err := parse(spec)
		if err != nil || got != want {
			t.Errorf("Parse(%q) = %#v, %v, want %#v", spec, got, err, want)
		}
		if want.String() != spec {
			t.Errorf("%#v is written %q, want %q", want, want, spec)
		}
	}
}

// TestChoose: no spec is the default, and the model's size is no Algorithm.
func TestChoose(t *testing.T) {
	for spec, want := range map[string]Algorithm{"": Periodic{120}, "periodic:7": Periodic{7}, Model: nil} {
		if got, err := Choose(spec); err != nil || got != want {
			t.Errorf("Choose(%q) = %v, %v, want %v", spec, got, err, want)
		}
	}
	if _, err := Choose("often"); err == nil {
		t.Error("any spec is an algorithm")
	}
}

func TestParseRefuses(t *testing.T) {
	for spec, want := range map[string]string{
		"":                             "unknown form",
		"model":                        "unknown form",
		"periodic":                     "unknown form",
		"Periodic:5":                   "unknown form",
		"periodic:5,6":                 "unknown form",
		"periodic:5,strict":            "unknown form",
		"periodic:strict":              "unknown form",
		"setsplit-max:5,strict":        "unknown form",
		"setsplit-minmax:5":            "unknown form",
		"setsplit-minmax:1,2,3":        "unknown form",
		"setsplit-minmax:strict,5":     `"strict" is no whole number`,
		"periodic:1.5":                 `"1.5" is no whole number`,
		"periodic:ten":                 `"ten" is no whole number`,
		"periodic:5,":                  `"" is no whole number`,
		"periodic: 5":                  `" 5" is no whole number`,
		"periodic:9999999999999999999": "is no whole number",
		"periodic:0":                   "batching: periodic:0: batch size 0: allowed 1 or more",
		"setsplit-fixed:-1":            "batching: setsplit-fixed:-1: number of batches -1: allowed 1 or more",
		"setsplit-max:0":               "maximum 0: allowed 1 or more",
		"setsplit-minmax:9,5":          "minimum 9, maximum 5: allowed 1 <= minimum <= maximum",
		"setsplit-minmax:0,5":          "minimum 0, maximum 5: allowed 1 <= minimum <= maximum",
		"greedysetsplit-min:0":         "bound 0: allowed 1 or more",
		"greedysetsplit-max:0":         "bound 0: allowed 1 or more",
		"greedysetsplit-max:0,strict":  "batching: greedysetsplit-max:0,strict: bound 0: allowed 1 or more",
	} {
		a, err := parse(spec)
		if err == nil {
			t.Errorf("Parse(%q) = %#v, want an error", spec, a)
			continue
		}
		if text := err.Error(); !strings.HasPrefix(text, "batching: ") || !strings.Contains(text, want) {
			t.Errorf("Parse(%q): %q, want %q in it", spec, text, want)
		}
	}
}

// Batches of a literal refuses the parameters that Parse refuses, and parameters out of the query
// set's range.
func TestBatchesRefusesParametersOutOfRange(t *testing.T) {
	p := figure2()
	for want, a := range map[string]Algorithm{
		"batching: periodic:0: batch size 0: allowed 1 or more":                                Periodic{},
		"batching: setsplit-fixed:0: number of batches 0: allowed 1 or more":                   SetSplitFixed{},
		"batching: setsplit-fixed:61: 61 batches of 60 query segments: allowed 1 to 60":        SetSplitFixed{61},
		"batching: setsplit-max:-3: maximum -3: allowed 1 or more":                             setSplitMax{-3},
		"batching: setsplit-minmax:2,1: minimum 2, maximum 1: allowed 1 <= minimum <= maximum": setSplitMinMax{Min: 2, Max: 1},
		"batching: greedysetsplit-min:0: bound 0: allowed 1 or more":                           greedySetSplitMin{},
		"batching: greedysetsplit-max:0: bound 0: allowed 1 or more":                           greedySetSplitMax{},
	} {
		if list, err := a.Batches(p); err == nil || err.Error() != want || list != nil {
			t.Errorf("%#v: %v, %v, want %q", a, list, err, want)
		}
	}
}

func TestSetSplitFixedInParts(t *testing.T) {
	a := SetSplitFixed{7}
	for n, want := range map[int]int{0: 1, 1: 1, 6: 6, 7: 7, 8: 7} {
		if got := a.AtMost(n); got.NumBatches != want {
			t.Errorf("at most %d: %v, want %d batches", n, got, want)
		}
		if err := a.Fits(n); (err != nil) != (n == 6) {
			t.Errorf("fits %d: %v", n, err)
		}
	}
}

func TestBatchesRefusesBrokenProfiles(t *testing.T) {
	seven := func(_, _ float64) uint64 { return 7 }
	for name, c := range map[string]struct {
		p    Profile
		want string
	}{
		"ends missing":     {Profile{[]float64{1, 2}, []float64{2}, seven}, "2 starts but 1 ends"},
		"unsorted":         {Profile{[]float64{2, 1}, []float64{3, 3}, seven}, "query segment 1 [1, 3] after a start at 2"},
		"end before start": {Profile{[]float64{1, 2}, []float64{1, 1}, seven}, "query segment 1 [2, 1]"},
		"NaN":              {Profile{[]float64{1, math.NaN()}, []float64{1, 1}, seven}, "query segment 1 [NaN, 1]"},
		"no candidates":    {Profile{[]float64{1}, []float64{1}, nil}, "profile without Candidates"},
		"past 64 bits": {Profile{[]float64{1, 2}, []float64{2, 3}, func(_, _ float64) uint64 { return 1 << 63 }},
			"2 query segments x 9223372036854775808 candidates: allowed at most 18446744073709551615 interactions"},
		"wider but fewer": {Profile{[]float64{1, 2}, []float64{2, 3},
			func(s, e float64) uint64 { return uint64(10 - (e - s)) }},
			"8 candidates for query segments [0, 2) but 9 and 9 for its parts before and after 1"},
	} {
		for _, a := range []Algorithm{SetSplitFixed{1}, setSplitMax{2}, setSplitMinMax{Min: 1, Max: 2},
			greedySetSplitMin{1}, greedySetSplitMax{Bound: 1}} {
			list, err := a.Batches(c.p)
			if err == nil || list != nil || !strings.HasPrefix(err.Error(), "batching: "+a.String()+": "+c.want) {
				t.Errorf("%s: %v: %v, %v, want %q", name, a, list, err, c.want)
			}
		}
	}
}

// The largest counts that fit are allowed: 2⁶⁴ - 2 interactions of all batches, and of a merge.
func TestCountsUpTo64Bits(t *testing.T) {
	p := Profile{[]float64{1, 2, 3}, []float64{1, 2, 3}, func(s, e float64) uint64 {
		if s == e {
			return 0
		}
		return math.MaxUint64 / 3
	}}
	same(t, SetSplitFixed{2}, batchesOf(t, SetSplitFixed{2}, p), []Batch{{0, 2}, {2, 3}})
	same(t, SetSplitFixed{1}, batchesOf(t, SetSplitFixed{1}, p), []Batch{{0, 3}})
	if got := p.Interactions(Batch{0, 3}); got != math.MaxUint64/3*3 {
		t.Errorf("%d interactions of all", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, spec := range []string{"periodic:120", "setsplit-minmax:1,2,strict", "greedysetsplit-max:5,strict", ":,"} {
		f.Add(spec)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		a, err := parse(spec)
		if err != nil {
			return
		}
		if again, err := parse(a.String()); err != nil || again != a {
			t.Errorf("Parse(%q) = %#v, written %q and read as %#v, %v", spec, a, a, again, err)
		}
	})
}
