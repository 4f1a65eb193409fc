package datasets

import (
	"fmt"
	"slices"

	"flyby/trajectory"
)

// Search is one of the paper's trajectory searches (§7.2): some trajectories of
// a data set as queries, and all its trajectories as entries.
type Search struct {
	Name     string
	Dataset  string  // a name that Generate knows
	Queries  int     // query trajectories at scale 1
	Segments int     // their query segments at scale 1
	Distance float64 // d, in the data set's unit of length
}

// Searches returns S1 to S10 in order (paper §7.2).
func Searches() []Search {
	return []Search{
		{"S1", "galaxy", 100, 40_000, 1},
		{"S2", "galaxy", 100, 40_000, 5},
		{"S3", "randwalk-uniform", 100, 39_900, 5},
		{"S4", "randwalk-uniform", 100, 39_900, 25},
		{"S5", "randwalk-normal", 100, 40_000, 50},
		{"S6", "randwalk-normal", 100, 40_000, 150},
		{"S7", "randwalk-normal5", 100, 40_000, 50},
		{"S8", "randwalk-normal5", 100, 40_000, 150},
		{"S9", "randwalk-exp", 1000, 52_044, 50},
		{"S10", "randwalk-exp", 1000, 69_881, 100},
	}
}

// FindSearch returns the search of a name, S1 to S10; ok is false for another name.
func FindSearch(name string) (s Search, ok bool) {
	all := Searches()
	at := slices.IndexFunc(all, func(s Search) bool { return s.Name == name })
	if at < 0 {
		return Search{}, false
	}
	return all[at], true
}

// SearchNames lists the names of Searches.
func SearchNames() (names []string) {
	for _, s := range Searches() {
		names = append(names, s.Name)
	}
	return names
}

// Load generates the data set and picks the queries from it at random: searches of
// one data set with the same number of query segments get the same queries. The
// queries keep their ids, so leave out pairs of equal ids when an object should
// not find itself.
//
// scale multiplies the number of entry and of query trajectories, see Generate. At scale 1
// the queries have exactly Segments segments; at other scales they have scale times Segments,
// as nearly as the data allow.
func (s Search) Load(scale float64, seed uint64) (entries, queries *trajectory.Store, err error) {
	entries, err = Generate(s.Dataset, seed, scale)
	if err != nil {
		return nil, nil, fmt.Errorf("search %s: %w", s.Name, err)
	}
	return entries, s.Pick(entries, scale, seed), nil
}

// Pick picks the queries of the search from entries that need not be generated, as Load does.
func (s Search) Pick(entries *trajectory.Store, scale float64, seed uint64) (queries *trajectory.Store) {
	n := min(scaled(s.Queries, scale), entries.Trajectories())
	target := (s.Segments*n + s.Queries/2) / s.Queries
	r := newSource(seed, fmt.Sprintf("queries %s %d", s.Dataset, s.Segments))
	return entries.Subset(sample(entries, n, target, r))
}

// sample picks n trajectories at random. Then it tries random swaps of a picked
// trajectory for another, and keeps a swap that brings the number of segments
// closer to target, until the number is target or 2^20 swaps were tried. It
// returns the trajectories in order.
func sample(s *trajectory.Store, n, target int, r *source) []int {
	const tries = 1 << 20
	order := shuffled(s.Trajectories(), r)
	in, out := order[:n], order[n:]
	excess := -target
	for _, traj := range in {
		excess += segments(s, traj)
	}
	for k := 0; k < tries && excess != 0 && len(out) > 0; k++ {
		i, o := r.below(len(in)), r.below(len(out))
		after := excess + segments(s, out[o]) - segments(s, in[i])
		if max(after, -after) < max(excess, -excess) {
			in[i], out[o], excess = out[o], in[i], after
		}
	}
	slices.Sort(in)
	return in
}

// segments returns the number of segments of a trajectory without gaps.
func segments(s *trajectory.Store, traj int) int {
	first, last := s.Range(traj)
	return max(1, last-first-1)
}

// shuffled draws a permutation of 0 to n-1 (Fisher-Yates).
func shuffled(n int, r *source) []int {
	order := make([]int, n)
	for i := range order {
		j := r.below(i + 1)
		order[i], order[j] = order[j], i
	}
	return order
}
