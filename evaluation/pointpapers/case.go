package pointpapers

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"flyby/evaluation/journal"
)

// Level says which results a join is asked for and which of its steps are timed.
type Level string

// Levels.
const (
	Pairs  Level = "pairs"  // all pairs in order, yielded and dropped
	Counts Level = "counts" // the number of neighbours of each point
	Warm   Level = "warm"   // Pairs a second time
	Sample Level = "sample" // the counts of some points as queries: sampleShare of them
	Larger Level = "larger" // Pairs with queries, where the points are indexed first though there are fewer queries

	Together   Level = "together"   // the clusters of all variants, by one search
	Separate   Level = "apart"      // the clusters of each variant by a search of its own, one after another
	Sequential Level = "sequential" // a neighbour table of the method, and DBSCAN over it
	PeakMemory Level = "held"       // Together, and the most memory that it uses
)

// sampleShare is the fraction of the points that Sample has as queries: the f of GPU-Join.
const sampleShare = 0.01

// Case is one join to measure.
type Case struct {
	Set       Set
	Queries   *Set // nil: a self-join
	Threshold Threshold
	Method    string
	Settings  map[string]string
	Threads   int // 0: all cores
	Level     Level

	// For clusters only: further eps beside the threshold's, and the minpts that each eps is combined with. A join leaves
	// both empty.
	Also      []float64
	MinPoints []int

	// sweep, where it is set, names the series that the case is part of: once one case took far longer than the best of
	// the series, the cases after it are not measured.
	sweep string
}

// selfJoin returns a case that asks for pairs on all cores. Settings are "name=value".
func selfJoin(s Set, t Threshold, method string, settings ...string) Case {
	c := Case{Set: s, Threshold: t, Method: method, Level: Pairs}
	for _, setting := range settings {
		c = c.with(setting)
	}
	return c
}

// with returns the case with one more setting, "name=value".
func (c Case) with(setting string) Case {
	name, value, _ := strings.Cut(setting, "=")
	c.Settings = maps.Clone(c.Settings)
	if c.Settings == nil {
		c.Settings = map[string]string{}
	}
	c.Settings[name] = value
	return c
}

// at returns the case at another level.
func (c Case) at(l Level) Case {
	c.Level = l
	return c
}

// on returns the case on a number of threads.
func (c Case) on(threads int) Case {
	c.Threads = threads
	return c
}

// baseline reports whether a method runs on the cpu whatever the device.
func baseline(method string) bool {
	return method == "kdtree" || method == "bruteforce" || method == peerMethod
}

// key names the case in the journal of a session on device.
func (c Case) key(device string) journal.Key {
	k := journal.Key{Search: c.Set.Name, Method: c.Method, Round: string(c.Level), Parameter: c.parameter()}
	if c.Queries != nil {
		k.Search += " with " + c.Queries.Name
	}
	if baseline(c.Method) && device != hostDevice {
		k.Device = hostDevice
	}
	return k
}

// hostDevice is the selector of the host's cores.
const hostDevice = "cpu"

// parameter writes eps, minpts, settings and threads in one string.
func (c Case) parameter() string {
	words := []string{"eps=" + numbers(append([]float64{c.Threshold.Eps}, c.Also...))}
	if len(c.MinPoints) > 0 {
		words = append(words, "minpts="+numbers(c.MinPoints))
	}
	for _, name := range slices.Sorted(maps.Keys(c.Settings)) {
		words = append(words, name+"="+c.Settings[name])
	}
	if c.Threads > 0 {
		words = append(words, fmt.Sprintf("threads=%d", c.Threads))
	}
	return strings.Join(words, " ")
}

// numbers writes values with commas between them.
func numbers[N int | float64](values []N) string {
	var words []string
	for _, v := range values {
		words = append(words, number(float64(v)))
	}
	return strings.Join(words, ",")
}

// number writes a value in the fewest digits that read back as the same.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
