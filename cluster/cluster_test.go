package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/cluster"
	"flyby/internal/pointjoin"
	"flyby/internal/testing/pointjointest"
	"flyby/internal/tier"
	"flyby/points"
)

// scene is points of few dimensions, and the parameters of their clusters.
type scene struct {
	name string
	rows [][]float64
	eps  []float64
}

// ofX returns points on a line.
func ofX(values ...float64) (rows [][]float64) {
	for _, v := range values {
		rows = append(rows, []float64{v})
	}
	return rows
}

// turned returns points along a curve.
func turned(n int, at func(t float64) (x, y float64)) (rows [][]float64) {
	for i := range n {
		x, y := at(float64(i) / float64(n))
		rows = append(rows, []float64{x, y})
	}
	return rows
}

// scenes returns bridges of one point, rings, spirals, points of many clusters, and small joins.
func scenes() []scene {
	ring := func(radius float64) func(float64) (float64, float64) {
		return func(t float64) (float64, float64) {
			return radius * math.Cos(2*math.Pi*t), radius * math.Sin(2*math.Pi*t)
		}
	}
	spiral := func(t float64) (float64, float64) { return t * math.Cos(6*t), t * math.Sin(6*t) }
	star := [][]float64{{0, 0}} // border of six clusters
	for arm := range 6 {
		for i := range 4 {
			x, y := ring(1 + 0.1*float64(i))(float64(arm) / 6)
			star = append(star, []float64{x, y})
		}
	}
	all := []scene{
		{"bridge of a border point", ofX(4, 4.5, 5, 2.5, 0, 0.5, 1, 9), []float64{1.5}},
		{"bridge of a core point", ofX(4, 4.5, 2.5, 2.6, 0, 0.5, 9), []float64{1.9, 2.1}},
		{"rings", append(turned(30, ring(1)), turned(60, ring(2))...), []float64{0.2, 0.25, 1}},
		{"spiral", turned(90, spiral), []float64{0.02, 0.06, 0.07}},
		{"star", star, []float64{0.5, 1, 1.1}},
		{"repeats", ofX(1, 1, 1, 2, 2, 5, 1), []float64{0, 1, 3}},
		{"none", nil, []float64{1}}, {"one", ofX(7), []float64{0, 1}},
	}
	for _, s := range pointjointest.Scenes() {
		if len(s.Rows) > 0 && len(s.Rows)*len(s.Rows[0]) <= 160 {
			all = append(all, scene{s.Name, s.Rows, s.Eps})
		}
	}
	return all
}

// TestByDefinition: labels from a table of neighbours, and labels from leads, follow the definition.
func TestByDefinition(t *testing.T) {
	tried, borders := 0, 0
	for _, s := range scenes() {
		for _, eps := range s.eps {
			within := near(s.rows, eps)
			for _, least := range []int{1, 2, 3, 4, 9, math.MaxInt} {
				how := fmt.Sprintf("%s, eps %v, minpts %d", s.name, eps, least)
				want := byDefinition(within, least)
				got, err := cluster.Sequential(t.Context(), tableOf(within), least)
				if err != nil {
					t.Fatal(err)
				}
				sameLabels(t, how, got, want)
				core := corePoints(within, least)
				sameLabels(t, how+", leads", cluster.FromLeads(core, leadsOf(within, core), 1), want)
				tried++
				borders += strings.Count(fmt.Sprint(want.Kinds), "border")
			}
		}
	}
	if tried < 150 || borders < 100 {
		t.Errorf("%d variants with %d border points", tried, borders)
	}
}

// TestFromLeadsOfMany: on any number of threads clusters are numbered by their leads' rows, and each point has the label of
// its lead.
func TestFromLeadsOfMany(t *testing.T) {
	r := rand.New(rand.NewPCG(66, 3))
	const n = 200_000
	core, lead := make([]bool, n), make([]uint32, n)
	var leads []uint32
	want := cluster.New(n)
	for row := range uint32(n) {
		switch kind := r.IntN(10); {
		case kind == 0 || len(leads) == 0:
			core[row], lead[row] = true, row
			leads = append(leads, row)
			want.Numbers[row], want.Kinds[row] = int64(len(leads)-1), cluster.CorePoint
		case kind < 3:
			lead[row] = pointjoin.NoLead
			want.Noise++
		default:
			number := r.IntN(len(leads))
			core[row], lead[row] = kind > 5, leads[number]
			want.Numbers[row], want.Kinds[row] = int64(number), cluster.BorderPoint
			if core[row] {
				want.Kinds[row] = cluster.CorePoint
			}
		}
	}
	want.Clusters, want.Noise = len(leads), want.Noise-n
	for _, threads := range []int{0, 1, 2, 7, 1000} {
		sameLabels(t, fmt.Sprint(threads, " threads"), cluster.FromLeads(core, lead, threads), want)
	}
}

// TestBorderOfTwo: a border point between two clusters belongs to the lower-numbered one, in both orders of rows.
func TestBorderOfTwo(t *testing.T) {
	rows := ofX(0, 1, 2, 12, 22, 23, 24) // the middle point has one neighbour on either side
	for _, order := range [][]int{{0, 1, 2, 3, 4, 5, 6}, {6, 5, 4, 3, 2, 1, 0}, {3, 4, 5, 6, 0, 1, 2}, {3, 0, 1, 2, 4, 5, 6}} {
		var turned [][]float64
		for _, row := range order {
			turned = append(turned, rows[row])
		}
		got, err := cluster.Sequential(t.Context(), tableOf(near(turned, 10)), 4)
		if err != nil {
			t.Fatal(err)
		}
		between := slices.Index(order, 3)
		if got.Clusters != 2 || got.Numbers[between] != 0 || got.Kinds[between] != cluster.BorderPoint {
			t.Errorf("%v: %v %v", order, got.Numbers, got.Kinds)
		}
	}
}

// TestLaws: minpts 1 leaves no noise and only core points; a huge eps has one cluster; neither the core points nor their
// partition depends on the order of rows.
func TestLaws(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(66, 1))
	for try := range 30 {
		var rows [][]float64
		for range 60 {
			rows = append(rows, []float64{float64(r.IntN(12)), float64(r.IntN(12))})
		}
		label := func(rows [][]float64, eps float64, least int) cluster.Labels {
			l, err := cluster.Sequential(t.Context(), tableOf(near(rows, eps)), least)
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		if l := label(rows, 1, 1); l.Noise != 0 || slices.ContainsFunc(l.Kinds, func(k cluster.Kind) bool { return k != cluster.CorePoint }) {
			t.Errorf("try %d: minpts 1: %v", try, l)
		}
		if l := label(rows, 100, 60); l.Clusters != 1 || l.Noise != 0 {
			t.Errorf("try %d: a huge eps: %v", try, l)
		}
		least := 2 + try%4
		order, turned := r.Perm(len(rows)), make([][]float64, len(rows))
		for to, from := range order {
			turned[to] = rows[from]
		}
		before, after := label(rows, 1.5, least), label(turned, 1.5, least)
		renamed := map[int64]int64{}
		for to, from := range order {
			if before.Kinds[from] != after.Kinds[to] {
				t.Fatalf("try %d: row %d: %v, then %v", try, from, before.Kinds[from], after.Kinds[to])
			}
			if before.Kinds[from] != cluster.CorePoint {
				continue
			}
			if was, ok := renamed[before.Numbers[from]]; ok && was != after.Numbers[to] {
				t.Fatalf("try %d: cluster %d is in two", try, before.Numbers[from])
			}
			renamed[before.Numbers[from]] = after.Numbers[to]
		}
		if len(renamed) != after.Clusters || before.Clusters != after.Clusters {
			t.Errorf("try %d: %d clusters, then %d", try, before.Clusters, after.Clusters)
		}
	}
}

// endsAfter is a context that ends after a number of looks at it.
type endsAfter struct {
	context.Context
	left int
}

func (c *endsAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestContextEnds: a context that ends ends a run, between rows and within a cluster.
func TestContextEnds(t *testing.T) {
	chain := points.Table{Offsets: make([]uint64, 1)}
	const n = 3 * 4096
	for row := range uint32(n) {
		if row > 0 {
			chain.Rows = append(chain.Rows, row-1)
		}
		if row+1 < n {
			chain.Rows = append(chain.Rows, row+1)
		}
		chain.Offsets = append(chain.Offsets, uint64(len(chain.Rows)))
	}
	if l, err := cluster.Sequential(t.Context(), chain, 2); err != nil || l.Clusters != 1 || l.Noise != 0 {
		t.Errorf("a chain: %d clusters, %d of noise, %v", l.Clusters, l.Noise, err)
	}
	for left := range 4 {
		if _, err := cluster.Sequential(&endsAfter{t.Context(), left}, chain, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d looks: %v", left, err)
		}
	}
	if _, err := cluster.Sequential(&endsAfter{t.Context(), 1}, chain, 9); !errors.Is(err, context.Canceled) {
		t.Errorf("between rows: %v", err)
	}
}

// TestCheck: Check accepts valid searches, and returns all complaints at once.
func TestCheck(t *testing.T) {
	good := cluster.Search{Eps: []float64{0, 1.5}, MinPoints: []int{1, 7, 7}}
	if err := good.Check(); err != nil || good.Variants() != 6 {
		t.Errorf("%v, %d variants", err, good.Variants())
	}
	for _, kernel := range append(cluster.Kernels(), "") {
		good.Method, good.Kernel = cluster.Hybrid, kernel
		if err := good.Check(); err != nil {
			t.Error(err)
		}
	}
	for want, s := range map[string]cluster.Search{
		"eps -1: must be finite and not negative": {Eps: []float64{1, -1}, MinPoints: []int{1}},
		"eps NaN":                      {Eps: []float64{math.NaN()}, MinPoints: []int{1}},
		"eps +Inf":                     {Eps: []float64{math.Inf(1)}, MinPoints: []int{1}},
		"minpts 0: must be at least 1": {Eps: []float64{1}, MinPoints: []int{2, 0}},
		"0 of eps and 0 of minpts":     {},
		`method "fast": must be one of auto, fused, hybr`: {Eps: []float64{1}, MinPoints: []int{1}, Method: "fast"},
		`kernel "local": must be one of global, shared`:   {Eps: []float64{1}, MinPoints: []int{1}, Method: cluster.Hybrid, Kernel: "local"},
		"kernel shared: is for method hybrid":             {Eps: []float64{1}, MinPoints: []int{1}, Kernel: "shared"},
	} {
		if err := s.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", s, err, want)
		}
	}
	err := cluster.Search{Eps: []float64{-2}, MinPoints: []int{-3}}.Check()
	if !strings.Contains(err.Error(), "eps -2") || !strings.Contains(err.Error(), "minpts -3") {
		t.Errorf("%v: not all complaints", err)
	}
}

// TestKinds: kinds have names, and numbers that are no kind have a text too.
func TestKinds(t *testing.T) {
	for k, want := range map[cluster.Kind]string{cluster.NoisePoint: "noise", cluster.BorderPoint: "border", cluster.CorePoint: "core", 9: "Kind(9)"} {
		if k.String() != want {
			t.Errorf("%v, want %s", k, want)
		}
	}
	err := error(&cluster.MethodError{Method: cluster.Fused, Device: "two of them"})
	if !strings.Contains(err.Error(), "fused does not run on two of them: use method hybrid") {
		t.Error(err)
	}
}
