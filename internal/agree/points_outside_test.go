package agree_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/cluster"
	"flyby/internal/pointjoin"
	"flyby/kernel"
	"flyby/points"
)

// scanner is a driver of points from outside: it compares every pair, by a method of its own, which is indexed for one threshold.
type scanner struct {
	about kernel.Device
	used  *scanners
}

// scanners is a provider of scanners, and counts their calls.
type scanners struct {
	name           string
	kind           kernel.Kind
	fail           error // error of OpenPoints; nil: none
	opened, closed int
	loaded         int
}

func (s *scanners) Name() string { return s.name }

func (s *scanners) List() ([]flyby.Device, error) {
	one := flyby.Device{Selector: s.name + ":0", Name: "Scanner", Kind: s.kind, Units: 1, Float64: true}
	two := one
	two.Selector = s.name + ":1"
	return []flyby.Device{one, two}, nil
}

func (s *scanners) Open(flyby.Device, kernel.OpenOptions) (kernel.Driver, error) {
	return nil, errors.New("scanners: no trajectories")
}

func (s *scanners) OpenPoints(d flyby.Device, _ kernel.OpenOptions) (pointjoin.Driver, error) {
	if s.fail != nil {
		return nil, s.fail
	}
	s.opened++
	return &scanner{d, s}, nil
}

func (d *scanner) Device() kernel.Device { return d.about }

func (d *scanner) Methods() []pointjoin.Method { return []pointjoin.Method{{Name: "scan"}} }

func (d *scanner) Load(_ context.Context, s pointjoin.Set) (pointjoin.Resident, error) {
	d.used.loaded++
	return &scanned{s.Points}, nil
}

func (d *scanner) Close() error {
	d.used.closed++
	return nil
}

// scanned is points in their owner's memory.
type scanned struct{ points *points.Store }

func (*scanned) Close() error { return nil }

// each calls found with the pairs of a work.
func (r *scanned) each(w pointjoin.Work, found func(first, second int)) (stats points.Stats) {
	queries := w.Queries
	if w.Self() {
		queries = r.points
	}
	for first := w.First; first < w.Last; first++ {
		from := 0
		if w.Self() {
			from = first + 1
		}
		for second := from; second < r.points.Len(); second++ {
			if w.Threshold.Within(queries.Append(nil, first), r.points.Append(nil, second)) {
				stats.Pairs++
				found(first, second)
			}
		}
	}
	return stats
}

func (r *scanned) Pairs(_ context.Context, w pointjoin.Work, out *pointjoin.Found) (points.Stats, error) {
	var list pointjoin.List
	stats := r.each(w, func(first, second int) {
		list.Pairs = append(list.Pairs, pointjoin.PairOf(uint32(first), uint32(second)))
	})
	out.Lists = append(out.Lists, list)
	return stats, nil
}

func (r *scanned) Counts(_ context.Context, w pointjoin.Work, counts []uint32) (points.Stats, error) {
	return r.each(w, func(first, second int) {
		counts[first]++
		if w.Self() {
			counts[second]++
		}
	}), nil
}

// TestPointsFromOutside: a provider from outside serves points by its name, by the kind of its devices, several at once, and where the
// choice is flyby's; each device is opened once, and closed.
func TestPointsFromOutside(t *testing.T) {
	inCache(t)
	t.Setenv("FLYBY_DEVICE", "")
	s, queries := cloudOf(t, 300), cloudOf(t, 50)
	cpu := openPoints(t, s, flyby.Options{Device: "cpu"})
	for _, c := range []struct {
		device, method string
		kind           kernel.Kind
		env            string
		opened         int
		wantMethod     string // "": any
	}{
		{"scanner", "", kernel.Accelerator, "", 1, "scan"},
		{"scanner:1", "scan", kernel.Accelerator, "", 1, "scan"},
		{"scanner:all", "auto", kernel.Accelerator, "", 2, "scan"},
		{"", "", kernel.Accelerator, "scanner", 1, "scan"},
		{"gpu", "scan", kernel.GPU, "", 1, "scan"},
		{"auto", "scan", kernel.GPU, "", 1, "scan"}, // the first GPU
		{"", "", kernel.GPU, "", 0, ""},             // the device is not opened for so few points
		{"auto", "grid", kernel.GPU, "", 1, "grid"}, // only the scanners have the method
		{"auto", "", kernel.Accelerator, "", 0, ""},
		{"cpu", "grid", kernel.GPU, "", 0, "grid"},
		{"", "kdtree", kernel.GPU, "scanner", 0, "kdtree"}, // a method without a choice
	} {
		t.Setenv("FLYBY_DEVICE", c.env)
		outside := &scanners{name: "scanner", kind: c.kind}
		p, err := flyby.OpenPoints(t.Context(), s, flyby.Options{Method: flyby.Method(c.method), Device: c.device, Providers: append(flyby.Providers()[:1:1], outside)})
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		for _, q := range []*points.Store{nil, queries} {
			search := flyby.PointSearch{Queries: q, Eps: 5, Distances: true}
			want, _ := pairsOf(t, cpu, search)
			got, stats := pairsOf(t, p, search)
			if !slices.Equal(got.First, want.First) || !slices.Equal(got.Second, want.Second) || !slices.Equal(got.Distances, want.Distances) {
				t.Errorf("%+v: %d pairs, want %d", c, got.Len(), want.Len())
			}
			if c.wantMethod != "" && stats.Method != c.wantMethod || (stats.Method == "scan") != strings.Contains(stats.Device, "Scanner") {
				t.Errorf("%+v: by %s on %s", c, stats.Method, stats.Device)
			}
			checkTables(t, p, search, want)
		}
		if err := p.Close(); err != nil || outside.opened != c.opened || outside.closed != c.opened {
			t.Errorf("%+v: %d devices opened, %d closed: %v", c, outside.opened, outside.closed, err)
		}
	}
}

// TestFurtherDevice: where the choice is flyby's a GPU is opened once there is more to do than its start takes, or at once where memory is short, and closed
// with the points.
func TestFurtherDevice(t *testing.T) {
	inCache(t)
	t.Setenv("FLYBY_DEVICE", "")
	for _, c := range []struct {
		points         int
		memory         uint64
		before, opened int // devices, before a search and after it
	}{{100, 0, 0, 0}, {20_000, 0, 0, 0}, {200_000, 0, 0, 1}, {100, 200 << 20, 1, 1}} {
		outside := &scanners{name: "scanner", kind: kernel.GPU}
		o := flyby.Options{Memory: c.memory, Threads: 2, Providers: append(flyby.Providers()[:1:1], outside)}
		p, err := flyby.OpenPoints(t.Context(), cloudOf(t, c.points), o)
		if err != nil {
			t.Fatal(err)
		}
		before := outside.opened
		_, stats, err := p.Nearest(t.Context(), nil, 1)
		if err != nil || before != c.before || outside.opened != c.opened || strings.Contains(stats.Device, "Scanner") {
			t.Errorf("%+v: %d devices opened before, %d after a search on %s: %v", c, before, outside.opened, stats.Device, err)
		}
		if err := p.Close(); err != nil || outside.closed != c.opened {
			t.Errorf("%+v: %d devices closed: %v", c, outside.closed, err)
		}
	}
}

// TestPointsOutsideRefused: a provider whose devices fail, lack the method, are absent, or join no points is an error if it is named,
// or if its device has the kind that is asked for; where the choice is flyby's, the provider is passed over.
func TestPointsOutsideRefused(t *testing.T) {
	t.Setenv("FLYBY_DEVICE", "")
	broken := errors.New("scanners: broken")
	s := cloudOf(t, 40)
	outside := func(kind kernel.Kind, fail error) kernel.Provider {
		return &scanners{name: "scanner", kind: kind, fail: fail}
	}
	for _, c := range []struct {
		device, method string
		provider       kernel.Provider
		is             error
		says           string // "": no error
	}{
		{"scanner", "", outside(kernel.GPU, broken), broken, "scanners: broken"},
		{"scanner:all", "", outside(kernel.GPU, broken), broken, "scanners: broken"},
		{"gpu", "", outside(kernel.GPU, broken), broken, "scanners: broken"},
		{"auto", "", outside(kernel.GPU, broken), nil, ""},
		{"scanner", "grid", outside(kernel.GPU, nil), kernel.ErrAbility, `method grid on device "scanner:0"`},
		{"scanner:all", "fast", outside(kernel.GPU, nil), kernel.ErrAbility, `method fast on device "scanner:all"`},
		{"scanner", "kdtree", outside(kernel.GPU, nil), nil, "runs on the cpu only"},
		{"scanner:2", "", outside(kernel.GPU, nil), flyby.ErrNoDevice, "lists 2 devices"},
		{"plain", "", plainProvider{}, kernel.ErrAbility, "its provider joins no points"},
		{"plain:1", "", plainProvider{}, kernel.ErrAbility, "its provider joins no points"},
		{"plain:2", "", plainProvider{}, flyby.ErrNoDevice, "plain lists 2 devices"},
		{"gpu", "", plainProvider{}, flyby.ErrNoDevice, "plain lists 2 devices"},
		{"auto", "", plainProvider{}, nil, ""},
		{"", "", pictures{}, nil, ""},
		{"gpu", "", pictures{}, kernel.ErrAbility, "its provider joins no points"},
	} {
		p, err := flyby.OpenPoints(t.Context(), s, flyby.Options{Method: flyby.Method(c.method), Device: c.device, Providers: append(flyby.Providers()[:1:1], c.provider)})
		if err == nil {
			err = p.Close()
		} else if one, ok := c.provider.(*scanners); ok && one.closed != one.opened {
			t.Errorf("%s on %q: %d devices opened, %d closed", c.method, c.device, one.opened, one.closed)
		}
		if (err == nil) != (c.says == "") || err != nil && (!strings.Contains(err.Error(), c.says) || c.is != nil && !errors.Is(err, c.is)) {
			t.Errorf("%s on %q of %s: %v, want %q", c.method, c.device, c.provider.Name(), err, c.says)
		}
	}
	if _, err := flyby.OpenPoints(t.Context(), s, flyby.Options{Method: "kdtree", Providers: []kernel.Provider{plainProvider{}}}); !errors.Is(err, flyby.ErrNoDevice) {
		t.Errorf("kdtree without the cores of the host: %v", err)
	}
}

// pictures is a provider of a GPU that joins no points.
type pictures struct{ plainProvider }

func (pictures) Name() string { return "pictures" }

func (pictures) List() ([]flyby.Device, error) {
	return []flyby.Device{{Selector: "pictures:0", Kind: kernel.GPU, Float64: true}}, nil
}

// TestClustersFromOutside: for a device from outside that clusters nothing by itself, clusters are made of its pairs.
func TestClustersFromOutside(t *testing.T) {
	s := cloudOf(t, 200)
	p := openPoints(t, s, flyby.Options{Device: "scanner", Providers: []kernel.Provider{&scanners{name: "scanner", kind: kernel.Accelerator}}})
	clusters := 0
	for _, v := range variantsOf(t, p, cluster.Search{Eps: []float64{1, 2.5}, MinPoints: []int{3, 5}}) {
		if want := labelled(s, v.Eps, v.MinPoints); !slices.Equal(v.Labels.Numbers, want.Numbers) {
			t.Errorf("eps %v, minpts %d: %d clusters, want %d", v.Eps, v.MinPoints, v.Labels.Clusters, want.Clusters)
		}
		clusters += v.Labels.Clusters
	}
	if clusters < 10 {
		t.Errorf("%d clusters of all variants", clusters)
	}
	for _, err := range p.Clusters(t.Context(), cluster.Search{Eps: []float64{1}, MinPoints: []int{3}, Method: cluster.Hybrid, Kernel: "shared"}) {
		if err == nil || !strings.Contains(err.Error(), "method scan has no kernel") {
			t.Errorf("a kernel that the device's method has not: %v", err)
		}
	}
	for _, err := range p.Clusters(t.Context(), cluster.Search{Eps: []float64{1}, MinPoints: []int{3}, Method: cluster.Fused}) {
		if elsewhere := (*cluster.MethodError)(nil); !errors.As(err, &elsewhere) {
			t.Errorf("%s on a device that has it not: %v", cluster.Fused, err)
		}
	}
}

// TestPairsPrepareOnce: each of several searches, whose pairs are read one after another, indexes the points once, whichever way its
// pairs are asked for.
func TestPairsPrepareOnce(t *testing.T) {
	outside := &scanners{name: "scanner", kind: kernel.Accelerator}
	p := openPoints(t, cloudOf(t, 60), flyby.Options{Device: "scanner", Providers: []kernel.Provider{outside}})
	var all []*flyby.PointPairs
	for _, eps := range []float64{1, 2, 3} {
		found, err := p.Pairs(t.Context(), flyby.PointSearch{Eps: eps})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found)
	}
	last := uint64(0)
	for _, found := range all {
		for _, err := range found.Chunks() {
			if err != nil {
				t.Fatal(err)
			}
		}
		stats := found.Stats()
		if stats.Pairs <= last || stats.Method != "scan" || stats.Points != 60 {
			t.Errorf("%+v after %d pairs", stats, last)
		}
		last = stats.Pairs
	}
	if outside.loaded != len(all) {
		t.Errorf("indexed %d times for %d searches", outside.loaded, len(all))
	}
}
