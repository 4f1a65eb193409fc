// Package clusters makes a page of the clusters of points: a picture of the points by cluster, a table of the clusters, and a histogram of their sizes.
package clusters

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"flyby/cluster"
	"flyby/internal/memory"
	"flyby/internal/scene"
	"flyby/internal/webpage"
	"flyby/report/internal/page"
)

//go:embed page/*.js page/style.css
var files embed.FS

// A maker makes a page, whose rows are clusters.
type maker struct {
	page.Maker[row, scene.Ruler]
	Data Data

	labels  []uint32       // by row of the result: 1 more than the number of the cluster, 0 for noise
	kinds   []cluster.Kind // by row of the result; nil: the result does not tell them
	sizes   []size         // by label
	variant variant
	checked int       // points whose kinds were checked against their neighbours
	seen    []variant // variants of the rows so far
}

// A row is a row of the page's table: a cluster by its number.
type row struct {
	cluster int
	size
	box
}

// A size is the number of points, and of core points, of a cluster or of the noise.
type size struct{ points, core uint32 }

// mostVariants is the number of variants that an error lists.
const mostVariants = 20

// blank returns the maker of no page yet.
func blank() *maker {
	m := &maker{sizes: make([]size, 1), variant: variant{eps: -1}}
	m.Page = webpage.Page{Own: files, Scripts: []string{"mark", "places", "view", "picture", "page"}, Data: &m.Data, Main: m.main}
	return m
}

// Policy returns the Content-Security-Policy of pages.
func Policy() (string, error) { return blank().Policy() }

// New returns the maker of a page.
func New(ctx context.Context, q page.Request) (*maker, error) {
	m := blank()
	if err := m.Begin(ctx, page.Clusters, q, m); err != nil {
		return nil, err
	}
	if q.Degrees && q.Points.Dimensions() != 3 {
		return nil, fmt.Errorf("report: Degrees: places have 3 coordinates, and points %d", q.Points.Dimensions())
	}
	return m, nil
}

// Rows reads the labels of one variant, checks their ids against the points', and yields the clusters by their numbers.
func (m *maker) Rows() iter.Seq2[*row, error] {
	return func(yield func(*row, error) bool) {
		if err := m.label(); err != nil {
			yield(nil, err)
			return
		}
		for label, s := range m.sizes {
			if label > 0 && s.points > 0 && !yield(&row{cluster: label - 1, size: s}, nil) {
				return
			}
		}
	}
}

// Count counts a cluster, by the power of two in its size.
func (m *maker) Count(r *row) {
	at, d := bits.Len32(r.size.points), &m.Data
	d.Sizes = append(d.Sizes, make([]int, max(0, at-len(d.Sizes)))...)
	d.Sizes[at-1]++
}

// Compare orders clusters by size.
func (m *maker) Compare(a, b *row) int { return cmp.Compare(b.size.points, a.size.points) }

// Keep returns the row, which stays good.
func (m *maker) Keep(r *row) *row { return r }

// label reads the labels.
func (m *maker) label() error {
	m.labels = make([]uint32, 0, m.Points.Len())
	if !m.Result.Array() {
		m.kinds = make([]cluster.Kind, 0, m.Points.Len())
	}
	for l, err := range m.read() {
		if err == nil && m.chosen(&l) {
			err = m.add(&l)
		}
		if err != nil {
			return err
		}
	}
	return m.complete()
}

// chosen notes the variant of a row, and reports whether it is the variant of the page.
func (m *maker) chosen(l *label) bool {
	if !m.varies() {
		return true
	}
	if n := len(m.seen); (n == 0 || m.seen[n-1] != l.of) && !slices.Contains(m.seen, l.of) {
		m.seen = append(m.seen, l.of)
	}
	if !m.fits(l.of) {
		return false
	}
	if len(m.labels) == 0 {
		m.variant = l.of
	}
	return l.of == m.variant
}

// fits reports whether a variant has the eps and the minpts of the request, as far as the request names them.
func (m *maker) fits(v variant) bool {
	return (m.Distance == nil || *m.Distance == v.eps) && (m.MinPoints == 0 || m.MinPoints == v.minPoints)
}

// add takes a row.
func (m *maker) add(l *label) error {
	row := len(m.labels)
	if row >= m.Points.Len() {
		return m.Wrong(l.number, "%s has only %s: another file, or other flags", m.points(), scene.Counted(m.Points.Len(), "point"))
	}
	if !m.Result.Array() && l.id != m.Points.IDs().ID(row) {
		return m.Wrong(l.number, "id %q stands where %s has %q: another file, other flags, or another order", l.id, m.points(), m.Points.IDs().ID(row))
	}
	if l.cluster >= int64(m.Points.Len()) {
		return m.Wrong(l.number, "label is %d, and there are %s", l.cluster, scene.Counted(m.Points.Len(), "point"))
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

// points returns the name of the points in errors.
func (m *maker) points() string { return cmp.Or(m.Name, "Points") }

// complete complains about a missing variant, about several variants to choose from, and about missing rows.
func (m *maker) complete() error {
	if m.varies() && len(m.seen) > 0 {
		if err := m.alone(); err != nil {
			return err
		}
	} else if err := m.takeVariant(); err != nil {
		return err
	}
	if n := len(m.labels); n != m.Points.Len() {
		return m.Unlike("%s, where %s has %s: another file, or other flags", scene.Counted(n, "row"), m.points(), scene.Counted(m.Points.Len(), "point"))
	}
	for label, s := range m.sizes[1:] {
		if m.kinds != nil && s.points > 0 && s.core == 0 {
			return m.Unlike("cluster %d has no core point: rows lack, or were changed", label)
		}
	}
	return nil
}

// alone complains where several variants, or none, could be the page's.
func (m *maker) alone() error {
	var fit int
	var all []string
	for i, v := range m.seen {
		if m.fits(v) {
			fit++
		}
		if i < mostVariants {
			all = append(all, v.String())
		}
	}
	if n := len(m.seen) - len(all); n > 0 {
		all = append(all, fmt.Sprintf("and %s more", memory.Count(n)))
	}
	what := "a page is of one variant"
	switch fit {
	case 1:
		return nil
	case 0:
		what = "no such variant"
	}
	return m.Unlike("%s, and there are: %s", what, strings.Join(all, "; "))
}

// takeVariant takes the variant from the metadata and the request.
func (m *maker) takeVariant() error {
	m.variant.minPoints = m.MinPoints
	if eps := m.Within(); eps != nil {
		m.variant.eps = *eps
	}
	if told := m.Result.Distance(); told != nil && *told != m.variant.eps {
		return m.Unlike("was made with eps %s, not %s", scene.Exact(*told), scene.Exact(m.variant.eps))
	}
	return nil
}

// mostChecked is the number of points whose kinds are checked against their neighbours.
const mostChecked = 1000

// Check counts the neighbours of points at even intervals of the rows, and checks their kinds by these counts.
func (m *maker) Check() error {
	if m.Request.Count == nil || m.kinds == nil || m.variant.eps < 0 || m.variant.minPoints == 0 || len(m.labels) == 0 {
		return nil
	}
	n := min(mostChecked, len(m.labels))
	rows := make([]uint32, 0, n)
	for i := range n {
		rows = append(rows, uint32(uint64(i)*uint64(len(m.labels))/uint64(n)))
	}
	counts, err := m.Request.Count(m.Ctx, rows, m.variant.eps)
	if err != nil {
		return err
	}
	for i, row := range rows {
		if core := int(counts[i]) >= m.variant.minPoints; core != (m.kinds[row] == cluster.CorePoint) {
			return m.Unlike("point %s is %s, and has %s within %s: another file, other flags, or another eps or minpts than %s", strconv.Quote(m.Points.IDs().ID(int(row))), m.kinds[row], scene.Counted(int(counts[i]), "point"), scene.Exact(m.variant.eps), m.variant)
		}
	}
	m.checked = n
	return nil
}

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
