package clusters

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// A maker makes one page, and has what is on it.
type maker struct {
	Request
	page.Sheet
	ctx  context.Context
	rows []row // of the table
	all  int   // number of clusters
	data Data

	labels  []uint32       // by row: 1 more than the number of the cluster, 0 for noise
	kinds   []cluster.Kind // by row; nil: the result does not tell them
	sizes   []size         // by label
	variant Variant        // MinPoints 0: not known
	knows   bool           // the eps of variant is known
	checked int            // points whose kinds were checked against their neighbours
	seen    []Variant      // variants of the rows so far
}

// A size is the number of points, and of core points, of a cluster or of the noise.
type size struct{ points, core uint32 }

// mostVariants is the number of variants that an error lists.
const mostVariants = 20

// read reads the labels of one variant, and checks their ids against the points'.
func (m *maker) read() error {
	m.labels = make([]uint32, 0, m.Points.Len())
	if !m.Result.array() {
		m.kinds = make([]cluster.Kind, 0, m.Points.Len())
	}
	m.sizes = make([]size, 1)
	for l, err := range m.Result.rows(m.ctx) {
		if err != nil {
			return err
		}
		if !m.chosen(&l) {
			continue
		}
		if err := m.add(&l); err != nil {
			return err
		}
	}
	return m.complete()
}

// chosen notes the variant of a row, and reports whether it is the variant of the page.
func (m *maker) chosen(l *label) bool {
	if !m.Result.varies() {
		return true
	}
	if n := len(m.seen); (n == 0 || m.seen[n-1] != l.of) && !slices.Contains(m.seen, l.of) {
		m.seen = append(m.seen, l.of)
	}
	if !m.fits(l.of) {
		return false
	}
	if len(m.labels) == 0 {
		m.variant, m.knows = l.of, true
	}
	return l.of == m.variant
}

// fits reports whether a variant has the eps and the minpts of the request, as far as the request names them.
func (m *maker) fits(v Variant) bool {
	return (m.Eps == nil || *m.Eps == v.Eps) && (m.MinPoints == 0 || m.MinPoints == v.MinPoints)
}

// add takes a row.
func (m *maker) add(l *label) error {
	row := len(m.labels)
	if row >= m.Points.Len() {
		return m.Result.wrong(l.number, "%s has only %s: another file, or other flags", m.inErrors(), scene.Counted(m.Points.Len(), "point"))
	}
	if !m.Result.array() && l.id != m.Points.IDs().ID(row) {
		return m.Result.wrong(l.number, "id %q stands where %s has %q: another file, other flags, or another order", l.id, m.inErrors(), m.Points.IDs().ID(row))
	}
	if l.cluster >= int64(m.Points.Len()) {
		return m.Result.wrong(l.number, "label is %d, and there are %s", l.cluster, scene.Counted(m.Points.Len(), "point"))
	}
	at := uint32(l.cluster - cluster.Noise)
	m.labels = append(m.labels, at)
	if m.kinds != nil {
		m.kinds = append(m.kinds, l.kind)
	}
	for int(at) >= len(m.sizes) {
		m.sizes = append(m.sizes, size{})
	}
	m.sizes[at].points++
	if l.kind == cluster.CorePoint {
		m.sizes[at].core++
	}
	return nil
}

// inErrors returns the name of the points in errors.
func (m *maker) inErrors() string { return cmp.Or(m.Name, "Points") }

// wrong returns an error of the result.
func (m *maker) wrong(text string, args ...any) error {
	return fmt.Errorf("%s: %s", printable.Text(cmp.Or(m.Called, m.Result.path)), printable.Text(fmt.Sprintf(text, args...)))
}

// complete complains about a missing variant, about several variants to choose from, and about missing rows.
func (m *maker) complete() error {
	if m.Result.varies() && len(m.seen) > 0 {
		if err := m.alone(); err != nil {
			return err
		}
	} else if err := m.takeVariant(); err != nil {
		return err
	}
	if n := len(m.labels); n != m.Points.Len() {
		return m.wrong("%s, where %s has %s: another file, or other flags", scene.Counted(n, "row"), m.inErrors(), scene.Counted(m.Points.Len(), "point"))
	}
	for label, s := range m.sizes[1:] {
		if m.kinds != nil && s.points > 0 && s.core == 0 {
			return m.wrong("cluster %d has no core point: rows lack, or were changed", label)
		}
	}
	return nil
}

// alone complains where several variants, or none, could be the page's.
func (m *maker) alone() error {
	fit := 0
	for _, v := range m.seen {
		if m.fits(v) {
			fit++
		}
	}
	if fit == 1 {
		return nil
	}
	return &VariantError{Path: cmp.Or(m.Called, m.Result.path), Variants: m.seen, None: fit == 0}
}

// A VariantError says that a result has several variants, or lacks the one that was asked for.
type VariantError struct {
	Path     string
	Variants []Variant
	None     bool // none of them was asked for
}

func (e *VariantError) Error() string {
	var all []string
	for _, v := range e.Variants[:min(mostVariants, len(e.Variants))] {
		all = append(all, v.String())
	}
	if n := len(e.Variants) - len(all); n > 0 {
		all = append(all, fmt.Sprintf("and %s more", memory.Count(n)))
	}
	what := "a page is of one variant"
	if e.None {
		what = "no such variant"
	}
	return fmt.Sprintf("%s: %s, and there are: %s", printable.Text(e.Path), what, strings.Join(all, "; "))
}

// takeVariant takes the variant from the metadata and the request.
func (m *maker) takeVariant() error {
	m.variant.MinPoints = m.MinPoints
	if f := m.Result.file; f != nil && f.Distance() != nil {
		m.variant.Eps, m.knows = *f.Distance(), true
	}
	if m.Eps != nil {
		if m.knows && m.variant.Eps != *m.Eps {
			return m.wrong("was made with eps %s, not %s", scene.Exact(m.variant.Eps), scene.Exact(*m.Eps))
		}
		m.variant.Eps, m.knows = *m.Eps, true
	}
	return nil
}

// mostChecked is the number of points whose kinds are checked against their neighbours.
const mostChecked = 1000

// check counts the neighbours of points at even intervals of the rows, and checks their kinds by these counts.
func (m *maker) check() error {
	if m.Count == nil || m.kinds == nil || !m.knows || m.variant.MinPoints == 0 || len(m.labels) == 0 {
		return nil
	}
	n := min(mostChecked, len(m.labels))
	rows := make([]uint32, 0, n)
	for i := range n {
		rows = append(rows, uint32(uint64(i)*uint64(len(m.labels))/uint64(n)))
	}
	counts, err := m.Count(m.ctx, rows, m.variant.Eps)
	if err != nil {
		return err
	}
	for i, row := range rows {
		if core := int(counts[i]) >= m.variant.MinPoints; core != (m.kinds[row] == cluster.CorePoint) {
			return m.wrong("point %s is %s, and has %s within %s: another file, other flags, or another eps or minpts than %s", strconv.Quote(m.Points.IDs().ID(int(row))), m.kinds[row], scene.Counted(int(counts[i]), "point"), scene.Exact(m.variant.Eps), m.variant)
		}
	}
	m.checked = n
	return nil
}

// noise returns the number of points that are noise.
func (m *maker) noise() int { return int(m.sizes[0].points) }

// digits is the number of digits of numbers that people read.
const digits = 5

// stepped returns a number with as many decimal places as a step needs.
func stepped(v, step float64) string {
	const most, fewest = 1e15, 1e-12
	if math.Abs(v) >= most || step < fewest {
		return scene.Digits(v, digits)
	}
	power, _ := scene.Decade(step)
	places := max(0, -power)
	text := strconv.FormatFloat(v, 'f', places, 64)
	if places > 0 {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}
