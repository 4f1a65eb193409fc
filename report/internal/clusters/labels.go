package clusters

import (
	"fmt"
	"iter"
	"math"
	"strconv"

	"flyby/cluster"
	"flyby/internal/resultfile"
	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// A label is a row of a result.
type label struct {
	number  int // number in the file, from 1
	id      string
	cluster int64
	kind    cluster.Kind
	of      variant
}

// A variant is the eps and the minpts that clusters were found with; of an unknown eps and minpts eps is below 0 and minPoints 0.
type variant struct {
	eps       float64
	minPoints int
}

// String returns the variant as a command names it.
func (v variant) String() string {
	return fmt.Sprintf("--eps %s --minpts %d", scene.Exact(v.eps), v.minPoints)
}

// varies reports whether rows tell their variant.
func (m *maker) varies() bool { return m.Result.Has("eps") && m.Result.Has("minpts") }

// read yields the rows of the file. An id is good until the next row is asked for.
func (m *maker) read() iter.Seq2[label, error] {
	if m.Result.Array() {
		return m.numbers()
	}
	columns := []string{"id", "label", "kind"}
	if m.varies() {
		columns = append(columns, "eps", "minpts")
	}
	return func(yield func(label, error) bool) {
		for row, err := range m.Result.Rows(m.Ctx, columns) {
			var l label
			if err == nil {
				l, err = m.labelOf(row)
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// numbers yields the labels of an array.
func (m *maker) numbers() iter.Seq2[label, error] {
	return func(yield func(label, error) bool) {
		column, err := m.Result.Labels(m.Ctx)
		if err != nil {
			yield(label{}, err)
		}
		for i, v := range column {
			l := label{number: i + 1, cluster: int64(v)}
			if v != math.Trunc(v) || v < cluster.Noise {
				err = m.Wrong(l.number, "the label is %s, no number of a cluster", scene.Exact(v))
			}
			if !yield(l, err) || err != nil {
				return
			}
		}
	}
}

// labelOf parses the fields of a row.
func (m *maker) labelOf(of resultfile.Row) (l label, err error) {
	p, f := page.Parser{Request: &m.Request, Row: of.Number}, of.Fields
	l = label{number: of.Number, id: f[0]}
	if l.cluster, err = strconv.ParseInt(f[1], 10, 64); err != nil || l.cluster < cluster.Noise {
		p.Wrong("label is %s, no number of a cluster", resultfile.Quoted(f[1]))
	}
	for l.kind = cluster.NoisePoint; l.kind < cluster.CorePoint && l.kind.String() != f[2]; l.kind++ {
	}
	if l.kind.String() != f[2] {
		p.Wrong("kind is %s, not core, border or noise", resultfile.Quoted(f[2]))
	}
	if (l.cluster == cluster.Noise) != (l.kind == cluster.NoisePoint) {
		p.Wrong("label is %d, and kind is %s", l.cluster, l.kind)
	}
	if len(f) > 3 {
		if l.of.eps, err = strconv.ParseFloat(f[3], 64); err != nil || !(l.of.eps >= 0) {
			p.Wrong("eps is %s, not a number, 0 or more", resultfile.Quoted(f[3]))
		}
		if l.of.minPoints, err = strconv.Atoi(f[4]); err != nil || l.of.minPoints < 1 {
			p.Wrong("minpts is %s, not a whole number, 1 or more", resultfile.Quoted(f[4]))
		}
	}
	return l, p.Err
}
