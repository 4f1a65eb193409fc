package agree_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"flyby"
	"flyby/batching"
	"flyby/internal/several"
	"flyby/internal/testing/kerneltest"
	"flyby/kernel"
	"flyby/kernel/host"
	"flyby/kernel/opencl"
	"flyby/trajectory"
)

// differWay is a configuration in which a case is run.
type differWay struct {
	method        flyby.Method
	batching      string
	bins, threads int
	// devices names the devices of a differRig, joined with + if several; "" leaves the choice to
	// Options.Device = cpu.
	devices string
	// room, largest and queries are the fields of a fake around each device; 0 for no limit.
	room, largest, queries int
	joining                bool // hits are joined around each cpu, as devices do
	encounters             bool // only encounters are wanted
	pinned                 bool // queries are in query memory
	rows                   int  // per range of a search; 0: the search is one range
}

// differReference is the way that the oracle judges, and that all others must equal.
var differReference = differWay{method: flyby.MethodBruteForce, threads: 1}

// name returns the kind of configuration.
func (w differWay) name() string { return strings.Join(w.traits(), ", ") }

// traits lists the parts of a configuration, for the table.
func (w differWay) traits() []string {
	method := string(w.method)
	if w.method == flyby.MethodTemporal {
		batching, _, _ := strings.Cut(w.batching, ":")
		method += " " + batching
	}
	all := []string{method}
	for _, name := range strings.Split(w.devices, "+") {
		if name == "" {
			name = "cpu by option"
		}
		if name = "on " + name; !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	faked := w.devices != ""
	for _, is := range []struct {
		so   bool
		text string
	}{
		{strings.Contains(w.devices, "+"), "several devices"}, {strings.Contains(w.devices, "+") && w.largest > 0, "several devices with slices"},
		{faked && w.room > 0, "little room for hits"}, {faked && w.largest > 0, "little room for entries"}, {faked && w.queries > 0, "little room for queries"},
		{w.joining && strings.Contains(w.devices, "cpu"), "joining about the cpu"}, {w.encounters, "encounters only"}, {w.pinned, "query memory"}, {w.rows > 0, "ranges of the queries"},
	} {
		if is.so {
			all = append(all, is.text)
		}
	}
	return all
}

// openclWays returns the options for OpenCL devices, by name.
func openclWays() map[string]opencl.Options {
	return map[string]opencl.Options{
		"":               {},
		"tiny":           {HitCapacity: 3, PairCapacity: 1},
		"small":          {HitCapacity: 100, PairCapacity: 3000},
		"nofloat64":      {NoFloat64: true},
		"nofloat64 tiny": {NoFloat64: true, PairCapacity: 1},
		"gpu":            opencl.Options{}.LikeGPU(),
		"gpu tiny":       opencl.Options{HitCapacity: 3, PairCapacity: 1}.LikeGPUFromRoots(),
		"gpu small":      opencl.Options{HitCapacity: 100, PairCapacity: 3000}.LikeGPUInBlocks(),
		"gpu nofloat64":  opencl.Options{NoFloat64: true}.LikeGPU(),
	}
}

// openclWayNames lists the names in openclWays, in an order that a seed can rely on.
var openclWayNames = []string{"", "tiny", "small", "nofloat64", "nofloat64 tiny", "gpu", "gpu tiny", "gpu small", "gpu nofloat64"}

// differRig holds the devices of one worker, which stay open from case to case.
type differRig struct {
	opencl  []string // selectors
	models  bool     // performance models of the cpu and of the OpenCL devices exist
	drivers map[string]kernel.Driver
	used    []string // names of the drivers, the last used last
	opened  int      // cases since the drivers were opened
}

// keptDriver is a driver that outlives the database opened with it.
type keptDriver struct{ kernel.Driver }

func (keptDriver) Close() error { return nil }

// Pin forwards to the ability that keptDriver's embedding hides.
func (k keptDriver) Pin(n int) (kernel.Pinned, error) {
	if p, ok := k.Driver.(kernel.Pinner); ok {
		return p.Pin(n)
	}
	return kernel.Pinned{}, errors.New("no such memory")
}

// device returns a device by name: "cpu", or a selector and the name of a way.
func (g *differRig) device(name string, threads int) (kernel.Driver, error) {
	if name == "cpu" {
		return host.New(threads), nil
	}
	if d := g.drivers[name]; d != nil {
		g.used = append(slices.DeleteFunc(g.used, func(n string) bool { return n == name }), name)
		return keptDriver{d}, nil
	}
	if err := g.closeOldest(); err != nil {
		return nil, err
	}
	selector, way, _ := strings.Cut(name, " ")
	o := openclWays()[way]
	o.CacheDir = differKernels
	if o.HitCapacity == 0 {
		o.HitCapacity = mostOfCase
	}
	if o.PairCapacity == 0 {
		o.PairCapacity = mostOfCase
	}
	d, err := opencl.Provider{Options: o}.Open(kernel.Device{Selector: selector}, kernel.OpenOptions{})
	if err != nil {
		return nil, err
	}
	g.drivers[name], g.used = d, append(g.used, name)
	return keptDriver{d}, nil
}

// mostOfCase bounds the room of drivers: enough for any case, and a small share of a GPU's memory.
const mostOfCase = 1 << 20

// mostDrivers is the number of OpenCL drivers that a rig keeps open: each has a context, hundreds
// of MiB of a GPU's memory.
const mostDrivers = 3

// closeOldest makes room for one more driver.
func (g *differRig) closeOldest() error {
	if len(g.drivers) < mostDrivers {
		return nil
	}
	oldest := g.used[0]
	g.used = g.used[1:]
	d := g.drivers[oldest]
	delete(g.drivers, oldest)
	return d.Close()
}

// differKernels is the folder of compiled kernels, found before a test moves the user's cache.
var differKernels = func() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "flyby", "kernels")
}()

// close closes all drivers; the rig opens them again when asked.
func (g *differRig) close() error {
	var errs []error
	for _, d := range g.drivers {
		errs = append(errs, d.Close())
	}
	g.drivers, g.used, g.opened = map[string]kernel.Driver{}, nil, 0
	return errors.Join(errs...)
}

// driver makes the driver of a way.
func (g *differRig) driver(w differWay) (kernel.Driver, error) {
	var all []kernel.Driver
	names := strings.Split(w.devices, "+")
	for _, name := range names {
		d, err := g.device(name, w.threads)
		if err != nil {
			return nil, err
		}
		if w.room > 0 || w.largest > 0 || w.queries > 0 {
			d = &fake{Driver: d, room: w.room, largest: w.largest, queries: w.queries}
		}
		if w.joining && name == "cpu" { // other drivers join by themselves
			d = kerneltest.Joining{Driver: d}
		}
		all = append(all, d)
	}
	if len(all) == 1 {
		return all[0], nil
	}
	return several.New("all", all...).Finely(), nil
}

// ways draws n ways for a case.
func (g *differRig) ways(r *rand.Rand, c *differCase, n int) (all []differWay) {
	for range n {
		all = append(all, g.way(r, c))
	}
	return all
}

func (g *differRig) way(r *rand.Rand, c *differCase) differWay {
	w := differWay{threads: anyOf(r, 1, 2, 3, 7), encounters: r.IntN(3) == 0, pinned: r.IntN(4) == 0}
	if r.IntN(4) == 0 {
		w.rows = 1 + r.IntN(9)
	}
	w.method = anyOf(r, flyby.MethodRTree, flyby.MethodAuto, flyby.MethodTemporal, flyby.MethodTemporal, flyby.MethodTemporal,
		flyby.MethodSpatiotemporal, flyby.MethodSpatiotemporal, flyby.MethodSpatiotemporal, flyby.MethodSpatiotemporal)
	if w.method == flyby.MethodRTree {
		return w
	}
	w.devices = g.devices(r)
	if r.IntN(3) == 0 {
		w.room = 1 + r.IntN(anyOf(r, 7, 55))
	}
	if r.IntN(3) == 0 {
		w.largest = largest(c) + r.IntN(10)
	}
	if w.method == flyby.MethodTemporal {
		w.batching, w.bins = g.batching(r, c, w.devices), anyOf(r, 0, 1, 2, 7, 1000)
		if w.batching == batching.Model {
			w.threads = 0 // the model is made for all cores
		}
	}
	if r.IntN(6) == 0 {
		w.queries = 1 + r.IntN(3)
	}
	w.joining = r.IntN(4) == 0
	return w
}

// largest returns the number of segments of the longest trajectory of the entries.
func largest(c *differCase) (n int) {
	for _, p := range c.entries {
		n = max(n, len(p.t))
	}
	return n
}

// devices draws one device or several.
func (g *differRig) devices(r *rand.Rand) string {
	one := func() string {
		if len(g.opencl) == 0 || r.IntN(3) == 0 {
			return "cpu"
		}
		return strings.TrimSuffix(anyOf(r, g.opencl...)+" "+anyOf(r, openclWayNames...), " ")
	}
	switch r.IntN(8) {
	case 0:
		return ""
	case 1:
		return one() + "+cpu"
	case 2:
		return "cpu+" + one() + "+cpu"
	}
	return one()
}

// fewest returns the least number of query segments in the window of any ask.
func (c *differCase) fewest() int {
	n := math.MaxInt
	for _, a := range c.asks {
		queries, _ := c.sides(a)
		n = min(n, len(slices.DeleteFunc(queries, func(s differSegment) bool { return s.T1 < c.window[0] || s.T0 > c.window[1] })))
	}
	return n
}

// batching draws a batching.
func (g *differRig) batching(r *rand.Rand, c *differCase, devices string) string {
	n, m := 1+r.IntN(12), 1+r.IntN(40)
	strict := anyOf(r, "", ",strict")
	all := []string{
		fmt.Sprintf("periodic:%d", anyOf(r, n, 120)), fmt.Sprintf("setsplit-fixed:%d", max(min(n, c.fewest()), 1)), fmt.Sprintf("setsplit-max:%d", m),
		fmt.Sprintf("setsplit-minmax:%d,%d%s", n, n+m, strict), fmt.Sprintf("greedysetsplit-min:%d", m), fmt.Sprintf("greedysetsplit-max:%d%s", m, strict),
	}
	if g.models && !strings.Contains(devices, "+") {
		all = append(all, batching.Model)
	}
	return anyOf(r, all...)
}

// differAnswer is the answer to one ask.
type differAnswer struct {
	count      int
	hits       trajectory.Hits
	encounters trajectory.Encounters
}

// answer runs the asks of a case in a way, one after another in one database, and the first once
// more where there are several.
func (g *differRig) answer(c *differCase, w differWay) (all []differAnswer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	o := flyby.Options{Method: w.method, Threads: w.threads}
	if w.bins != 0 {
		o.Settings = map[string]string{"bins": strconv.Itoa(w.bins)}
	}
	if w.devices == "" {
		o.Device = "cpu"
	} else {
		d, err := g.driver(w)
		if err != nil {
			return nil, err
		}
		o = withDriver(o, d)
	}
	o = inRanges(o, w.rows, 0)
	entries, err := c.store(c.entries)
	if err != nil {
		return nil, err
	}
	db, err := flyby.Open(ctx, entries, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	asks := c.asks
	if len(asks) > 1 {
		asks = append(asks[:len(asks):len(asks)], asks[0])
	}
	for _, a := range asks {
		one, err := differSearch(ctx, db, c, w, a)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// differSearch runs one ask in a database.
func differSearch(ctx context.Context, db *flyby.Database, c *differCase, w differWay, a differAsk) (x differAnswer, err error) {
	s := c.search(a)
	s.Batching = w.batching
	if !a.join {
		queries, err := c.store(c.queries)
		if err != nil {
			return x, err
		}
		if w.pinned {
			m, err := db.NewQueryMemory(queries.Samples())
			if err != nil {
				return x, err
			}
			defer m.Close()
			if queries, err = m.Copy(queries); err != nil {
				return x, err
			}
		}
		s.Queries = queries
	}
	if !w.encounters {
		found, err := find(ctx, db, s)
		if err != nil {
			return x, err
		}
		x.hits = found.hits
	}
	all, stats, err := meet(ctx, db, s)
	x.encounters, x.count = all, int(stats.Hits)
	return x, err
}
