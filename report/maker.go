package report

import (
	"cmp"
	"context"

	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// A maker makes a page.
type maker struct {
	page.Maker[row, brief]
	distances   scene.Distribution
	toThreshold bool // distances go up to the threshold
	hasOpen     bool // some row shown is open at an end
	Data        Data
}

func newMaker(ctx context.Context, q Request) (m *maker, err error) {
	m = &maker{}
	if m.Maker, err = page.NewMaker[row, brief](ctx, "report", q); err == nil {
		err = check(&q)
	}
	if err != nil {
		return nil, err
	}
	if threshold := m.Threshold(); threshold != nil && *threshold > 0 {
		m.distances.Width, m.toThreshold = *threshold/scene.FineBins, true
	}
	return m, nil
}

// Pairs returns the pairs of trajectories of the rows shown.
func (m *maker) Pairs() [][2]int {
	pairs := make([][2]int, 0, len(m.Shown))
	for _, r := range m.Shown {
		pairs = append(pairs, [2]int{int(r.query), int(r.entry)})
	}
	return pairs
}

// Compare orders rows by distance, rows of equal distance by their place in the file.
func (m *maker) Compare(a, b *row) int {
	return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.number, b.number))
}

// A brief is the part of a row that is held.
type brief struct {
	query, entry, encounters uint32
	scene.Ruler
}

// brief returns the part of the row that is held.
func (r *row) brief() brief {
	return brief{r.query, r.entry, r.encounters, scene.Ruler{From: r.enter, Until: r.exit}}
}

// Count counts a row.
func (m *maker) Count(r *row) (brief, float64) {
	m.distances.Add(r.distance)
	return r.brief(), r.duration
}
