package agree_test

import (
	"math"
	"slices"
)

// differFeatures names all features of cases, so that the table also shows a feature that no case
// had.
var differFeatures = []string{
	"2-D", "3-D", "search", "join", "several asks", "same ids excluded", "radii", "gaps", "samples alone between gaps", "samples cut off by a limit of speed",
	"point events", "resting objects", "whole trajectories twice", "equal times of two trajectories", "times an ulp apart",
	"relays: one begins where and when another ends", "Unix times", "times subnormal", "times over 2^300", "lengths subnormal", "lengths over 2^300",
	"offset in space", "offset in time", "window at a sample", "window an ulp beside a sample", "window of an instant", "window", "d = 0", "d = 2^1000",
	"hits", "no hit", "borderline pairs", "hits at exactly the threshold", "encounters of several hits", "over 100 segments",
}

// features lists the features of a case, by looking at it.
func (c *differCase) features() (all []string) {
	has := func(name string, is bool) {
		if is {
			all = append(all, name)
		}
	}
	has("2-D", c.dim == 2)
	has("3-D", c.dim == 3)
	has("search", slices.ContainsFunc(c.asks, func(a differAsk) bool { return !a.join }))
	has("join", slices.ContainsFunc(c.asks, func(a differAsk) bool { return a.join }))
	has("several asks", len(c.asks) > 1)
	has("d = 0", slices.ContainsFunc(c.asks, func(a differAsk) bool { return a.d == 0 }))
	has("d = 2^1000", slices.ContainsFunc(c.asks, func(a differAsk) bool { return a.d == 0x1p1000 }))
	has("same ids excluded", c.excludesSome())
	paths := slices.Concat(c.entries, c.queries)
	has("radii", slices.ContainsFunc(paths, func(p differPath) bool { return p.r > 0 }))
	has("point events", slices.ContainsFunc(paths, func(p differPath) bool { return len(p.t) == 1 }))
	has("resting objects", slices.ContainsFunc(paths, func(p differPath) bool {
		return len(p.t) > 1 && len(slices.Compact(slices.Clone(p.p))) == 1
	}))
	c.featuresOfSegments(has)
	c.featuresOfTimes(has, paths)
	featuresOfPlaces(has, paths)
	return all
}

// excludesSome reports whether queries and entries share ids, and the option for equal ids changes
// the hits.
func (c *differCase) excludesSome() bool {
	return c.excludeSameID && slices.ContainsFunc(c.queries, func(q differPath) bool {
		return slices.ContainsFunc(c.entries, func(e differPath) bool { return e.id == q.id })
	})
}

func (c *differCase) featuresOfSegments(has func(string, bool)) {
	segments := append(c.segments(c.entries), c.segments(c.queries)...)
	has("over 100 segments", len(segments) > 100)
	has("gaps", slices.ContainsFunc(segments, func(s differSegment) bool { return s.first && s.seg > 0 }))
	has("samples cut off by a limit of speed", slices.ContainsFunc(slices.Concat(c.entries, c.queries), func(p differPath) bool {
		kept, _ := c.gaps(p)
		return len(kept.t) < len(p.t)
	}))
	has("samples alone between gaps", slices.ContainsFunc(segments, func(s differSegment) bool { return s.seg > 0 && s.T0 == s.T1 }))
}

func (c *differCase) featuresOfTimes(has func(string, bool), paths []differPath) {
	in := map[float64]int{} // trajectories with a time
	begin := map[[4]float64]bool{}
	var relay, twice, unix, subnormal, huge, offset bool
	seen := map[string]bool{}
	for _, p := range paths {
		begin[[4]float64{p.t[0], p.p[0][0], p.p[0][1], p.p[0][2]}] = true
		var b []byte
		for i, t := range p.t {
			in[t]++
			unix = unix || t > 1e9 && t < 2e9
			subnormal = subnormal || t != 0 && math.Abs(t) < 0x1p-1022
			huge = huge || math.Abs(t) > 0x1p300
			b = append(b, number(t)+number(p.p[i][0])+number(p.p[i][1])+number(p.p[i][2])...)
		}
		offset = offset || len(p.t) > 1 && math.Abs(p.t[0]) > 0x1p30*(p.t[len(p.t)-1]-p.t[0])
		twice = twice || len(p.t) > 1 && seen[string(b)]
		seen[string(b)] = true
	}
	for _, p := range paths {
		end := len(p.t) - 1
		relay = relay || end > 0 && begin[[4]float64{p.t[end], p.p[end][0], p.p[end][1], p.p[end][2]}]
	}
	equal, ulp, at, beside := false, false, false, false
	for t, n := range in {
		equal = equal || n > 1
		ulp = ulp || in[math.Nextafter(t, math.Inf(1))] > 0
	}
	for _, w := range c.window {
		at = at || in[w] > 0
		beside = beside || in[math.Nextafter(w, math.Inf(1))] > 0 || in[math.Nextafter(w, math.Inf(-1))] > 0
	}
	has("relays: one begins where and when another ends", relay)
	has("whole trajectories twice", twice)
	has("Unix times", unix)
	has("times subnormal", subnormal)
	has("times over 2^300", huge)
	has("offset in time", offset)
	has("equal times of two trajectories", equal)
	has("times an ulp apart", ulp)
	has("window at a sample", at)
	has("window an ulp beside a sample", beside)
	has("window of an instant", c.window[0] == c.window[1])
	has("window", !math.IsInf(c.window[0], 0) || !math.IsInf(c.window[1], 0))
}

func featuresOfPlaces(has func(string, bool), paths []differPath) {
	subnormal, huge := false, false
	least, most := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, p := range paths {
		for _, at := range p.p {
			for k, v := range at {
				subnormal = subnormal || v != 0 && math.Abs(v) < 0x1p-1022
				huge = huge || math.Abs(v) > 0x1p300
				least[k], most[k] = min(least[k], v), max(most[k], v)
			}
		}
	}
	has("lengths subnormal", subnormal)
	has("lengths over 2^300", huge)
	has("offset in space", math.Abs(least[0]) > 0x1p20*(most[0]-least[0]) && most[0] > least[0])
}
