package inventory

import (
	"fmt"
	"math"
	"slices"
	"strings"

	hostmemory "flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/reading"
	"flyby/internal/rfc3339"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/sgp4"
)

// Sets are the facts of files of element sets of orbits. They are encoded in JSON.
type Sets struct {
	Sets    int      `json:"element_sets"`
	Objects int      `json:"objects"`
	Most    int      `json:"most_sets_an_object"`
	Equal   int      `json:"equal_sets"` // of them: with the same elements as a set of the object before, which count once
	FirstID string   `json:"first_id"`
	LastID  string   `json:"last_id"`
	Epochs  []string `json:"epochs"` // the first and the last
	Slowest float64  `json:"least_mean_motion"`
	Fastest float64  `json:"greatest_mean_motion"`
	Files   int      `json:"files"`
	Skipped int      `json:"skipped"`
	Missed  int      `json:"missed,omitempty"`

	seen        map[knownSet]bool
	of          []int // by object
	first, last float64
}

// A knownSet is the elements of an object.
type knownSet struct {
	object uint32
	sgp4.Elements
}

// NewSets returns facts of no set. Take is the RowsFunc of files, and Finish is called after the last.
func NewSets() *Sets {
	return &Sets{seen: map[knownSet]bool{}, first: math.Inf(1), last: math.Inf(-1), Slowest: math.Inf(1)}
}

// Take is a reading.RowsFunc.
func (s *Sets) Take(rows *reading.Rows, _ func(*trajectory.RowError) error) error {
	for len(s.of) < rows.Trajectories {
		s.of = append(s.of, 0)
	}
	for row, number := range rows.ID.Code {
		e := &rows.Sets[row].Elements
		s.Sets++
		s.of[number]++
		s.first, s.last = min(s.first, rows.T[row]), max(s.last, rows.T[row])
		s.Slowest, s.Fastest = min(s.Slowest, e.MeanMotion), max(s.Fastest, e.MeanMotion)
		if known := (knownSet{number, *e}); s.seen[known] {
			s.Equal++
		} else {
			s.seen[known] = true
		}
	}
	return nil
}

// Finish sets the facts that are known at the end.
func (s *Sets) Finish(ids reading.IDs, r *format.Report) {
	s.Files, s.Skipped, s.Missed = r.Files, r.Skipped, r.Missed
	s.Epochs = []string{rfc3339.Format(s.first), rfc3339.Format(s.last)}
	order := ids.Order(len(s.of), func(number uint32) bool { return s.of[number] > 0 })
	all := ids.Of(order)
	s.Objects, s.FirstID, s.LastID = len(order), all.ID(0), all.ID(len(order)-1)
	s.Most = slices.Max(s.of)
}

// Text returns the facts for people, line by line, under the name of the files.
func (s *Sets) Text(name string) string {
	var b strings.Builder
	row := func(label, format string, args ...any) {
		fmt.Fprintf(&b, "  %-14s %s\n", label, fmt.Sprintf(format, args...))
	}
	fmt.Fprintln(&b, name)
	if s.Files > 1 {
		row("files", "%s", hostmemory.Count(s.Files))
	}
	row("element sets", "%s of %s, at most %s an object", hostmemory.Count(s.Sets), Plural(s.Objects, "object"), hostmemory.Count(s.Most))
	row("ids", "%s to %s", printable.Text(s.FirstID), printable.Text(s.LastID))
	row("epochs", "%s to %s", s.Epochs[0], s.Epochs[1])
	row("mean motion", "%s to %s revolutions a day", Number(s.Slowest), Number(s.Fastest))
	if s.Equal > 0 {
		row("note", "%s with the elements of a set of the object before: they count once", Plural(s.Equal, "set"))
	}
	row("note", "orbits have no samples: a search makes positions by SGP4 in a span of time, such as --from %s --to %s", day(s.last), day(s.last+secondsOfDay))
	return b.String()
}

// secondsOfDay is the length of a day.
const secondsOfDay = 24 * 60 * 60

// day returns the date of an instant.
func day(t float64) string {
	date, _, _ := strings.Cut(rfc3339.Format(t), "T")
	return date
}
