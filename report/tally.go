package report

import (
	"math"

	"flyby/internal/scene"
)

// A tally counts all rows of a file, and holds briefs of rows for the figures of who met whom and when.
type tally struct {
	all, encounters      int
	distances, durations scene.Distribution
	toThreshold          bool // distances go up to the threshold
	instants             int
	most                 int
	held                 []brief
	outgrown             bool // the file has more rows than may be held
	from, until          float64
}

// A brief is the part of a row that is held.
type brief struct {
	query, entry, encounters uint32
	enter, exit              float64
}

// newTally makes a tally of rows within a threshold, nil where it is not known, that holds most rows at most.
func newTally(most int, threshold *float64) *tally {
	t := &tally{most: most, from: math.Inf(1), until: math.Inf(-1)}
	if threshold != nil && *threshold > 0 {
		t.distances.Width, t.toThreshold = *threshold/scene.FineBins, true
	}
	return t
}

// add counts a row.
func (t *tally) add(r *row) {
	t.all++
	t.encounters += int(r.encounters)
	t.from, t.until = min(t.from, r.enter), max(t.until, r.exit)
	t.distances.Add(r.distance)
	if r.duration > 0 {
		t.durations.Add(r.duration)
	} else {
		t.instants++
	}
	if t.outgrown = t.outgrown || len(t.held) == t.most; t.outgrown {
		t.held = nil
		return
	}
	t.held = append(t.held, r.brief())
}

// brief returns the part of the row that is held.
func (r *row) brief() brief { return brief{r.query, r.entry, r.encounters, r.enter, r.exit} }

// briefs returns the rows for the figures: all rows, or where they are too many the rows on the page.
func (t *tally) briefs(shown []row) []brief {
	if !t.outgrown {
		return t.held
	}
	all := make([]brief, 0, len(shown))
	for i := range shown {
		all = append(all, shown[i].brief())
	}
	return all
}
