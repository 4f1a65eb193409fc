package slabs

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"flyby/internal/cli"
	"flyby/internal/inventory"
	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
)

// A Summary describes a plan. It is encoded in JSON.
type Summary struct {
	Type     string   `json:"type"` // "slab_plan"
	Dir      string   `json:"dir"`
	Before   bool     `json:"planned_before"`
	Slabs    int      `json:"slabs"`
	Of       string   `json:"slabs_of"` // "time" or "ranges"
	Segments Spread   `json:"segments"`
	Overhang Spread   `json:"overhang"` // segments that start before a slab and end in it or later
	Bytes    Spread   `json:"bytes"`
	InPlace  []string `json:"in_place,omitempty"`     // inputs whose row groups runs read
	Enough   int      `json:"slabs_enough,omitempty"` // the number of slabs with an overhang of about a quarter of the segments; absent: the overhang is no larger
}

// A Spread is the sum, the least and the largest of a count over slabs.
type Spread struct {
	All     uint64 `json:"all"`
	Least   uint64 `json:"least"`
	Largest uint64 `json:"largest"`
}

// add adds a slab.
func (s *Spread) add(k int, n uint64) {
	if k == 0 {
		s.Least = n
	}
	s.All, s.Least, s.Largest = s.All+n, min(s.Least, n), max(s.Largest, n)
}

// quarter is the reciprocal of the share of the overhang beyond which a line tells of it.
const quarter = 4

// Summary returns the summary of the plan, whose folder it calls dir.
func (w *Work) Summary(dir string) Summary {
	all := w.Slabs()
	p := Summary{Type: "slab_plan", Dir: dir, Before: w.Before, Slabs: len(all), Of: "time", InPlace: w.InPlace()}
	if len(all) > 1 && math.IsInf(all[0].To, 1) {
		p.Of = "ranges"
	}
	for _, s := range all {
		p.Segments.add(s.K, s.Segments)
		p.Overhang.add(s.K, s.Overhang)
		p.Bytes.add(s.K, s.Bytes)
	}
	if p.Share() > 1.0/quarter { // each edge has about as much
		p.Enough = 1 + int(float64(len(all)-1)/(quarter*p.Share()))
	}
	return p
}

// Share returns the share of the segments that hang over.
func (p *Summary) Share() float64 {
	return float64(p.Overhang.All) / float64(max(p.Segments.All, 1))
}

// Text returns the plan for people.
func (p *Summary) Text() string {
	var s strings.Builder
	before, what := "", inventory.Plural(p.Slabs, "slab")+" of time"
	if p.Of != "time" {
		what = inventory.Plural(p.Slabs, "pair") + " of ranges of trajectories"
	}
	if p.Before {
		before = "planned before, "
	}
	fmt.Fprintf(&s, "%s: %s%s\n", cli.Shown(p.Dir), before, what)
	row := func(label string, of Spread, text func(uint64) string) {
		fmt.Fprintf(&s, "%-9s from %s to %s\n", label, text(of.Least), text(of.Largest))
	}
	row("segments", p.Segments, hostmemory.Count[uint64])
	row("overhang", p.Overhang, hostmemory.Count[uint64])
	row("size", p.Bytes, hostmemory.Size)
	for _, path := range p.InPlace {
		fmt.Fprintf(&s, "in place  %s: runs read it again, so leave it as it is until all are done\n", cli.Shown(path))
	}
	return s.String()
}

// A Tally is the number of slabs of each condition. It is encoded in JSON.
type Tally struct {
	Type    string            `json:"type"` // "slab_status"
	Dir     string            `json:"dir"`
	Slabs   int               `json:"slabs"`
	Done    string            `json:"done"`          // numbers of slabs, as Ranges writes them
	Missing string            `json:"missing"`       // likewise
	Damaged string            `json:"damaged"`       // likewise
	Why     map[string]string `json:"why,omitempty"` // by the number of a slab, the reason why its part is damaged
	Rows    uint64            `json:"rows"`          // of the parts that are done

	Left    int `json:"-"` // slabs that are not done
	damaged []int
}

// Tally returns the tally of states of the plan, whose folder it calls dir.
func (w *Work) Tally(dir string, states []State) Tally {
	of := map[Condition][]int{}
	m := Tally{Type: "slab_status", Dir: dir, Slabs: len(states)}
	for _, s := range states {
		of[s.Is], m.Rows = append(of[s.Is], s.K), m.Rows+s.Rows
		if s.Is == Damaged {
			if m.Why == nil {
				m.Why = map[string]string{}
			}
			m.Why[strconv.Itoa(s.K)] = cli.Message(s.Why)
		}
	}
	m.Done, m.Missing, m.Damaged = ranges(of[Done]), ranges(of[Missing]), ranges(of[Damaged])
	m.Left, m.damaged = m.Slabs-len(of[Done]), of[Damaged]
	return m
}

// Text returns the tally for people.
func (m *Tally) Text() string {
	var s strings.Builder
	for _, row := range [][2]string{{"done", m.Done}, {"missing", m.Missing}, {"damaged", m.Damaged}} {
		if row[1] != "" {
			fmt.Fprintf(&s, "%-8s %s\n", row[0], row[1])
		}
	}
	for _, k := range m.damaged {
		fmt.Fprintf(&s, "slab %d: %s\n", k, printable.Text(m.Why[strconv.Itoa(k)]))
	}
	return s.String()
}
