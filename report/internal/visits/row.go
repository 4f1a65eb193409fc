package visits

import (
	"iter"
	"strconv"
	"strings"

	"flyby/internal/resultfile"
	"flyby/internal/scene"
	"flyby/report/internal/page"
)

// A row is a visit of an object to a zone.
type row struct {
	number                                 int // number in the file, from 1
	traj, zone                             uint32
	enter, exit, closest, distance, inside float64
	texts
}

// Texts are the fields of a row as the file has them; Object and Zone are names, which may be "".
type texts struct{ Enter, Exit, Closest, Distance, Inside, Open, Object, Zone string }

// time returns the time of a visit.
func (r *row) time() scene.Ruler { return scene.Ruler{From: r.enter, Until: r.exit} }

// duration returns the duration of a visit, in which the object may have been outside where visits were joined.
func (r *row) duration() float64 { return r.exit - r.enter }

// Rows yields the rows of the file.
func (m *maker) Rows() iter.Seq2[*row, error] {
	return func(yield func(*row, error) bool) {
		for fields, err := range m.Result.Rows(m.Ctx, m.columns) {
			var r row
			if err == nil {
				r, err = m.rowOf(fields)
			}
			if !yield(&r, err) || err != nil {
				return
			}
		}
	}
}

// rowOf parses the fields of a row.
func (m *maker) rowOf(of resultfile.Row) (r row, err error) {
	p, f := page.Parser{Request: &m.Request, Row: of.Number}, of.Fields
	r = row{
		number: of.Number, traj: p.Trajectory("traj_id", f[0], m.Entries), enter: p.Time("t_enter", f[2]), exit: p.Time("t_exit", f[3]),
		closest: p.Time("t_closest", f[4]), distance: p.Number("d_min", f[5]), inside: p.Number("inside", f[6]),
		texts: texts{Enter: f[2], Exit: f[3], Closest: f[4], Distance: f[5], Inside: f[6], Open: f[7]},
	}
	zone, known := m.numbers[f[1]]
	if r.zone = zone; !known {
		p.Wrong("zone_id %s is not among the zones: another file, or other flags", strconv.Quote(f[1]))
	}
	if p.Err == nil && !(r.enter <= r.closest && r.closest <= r.exit && r.distance >= 0 && r.inside >= 0) {
		p.Wrong("t_closest %s is not from %s to %s, or d_min %s or inside %s is below 0", r.Closest, r.Enter, r.Exit, r.Distance, r.Inside)
	}
	next := 8
	for side, name := range []*string{&r.Object, &r.Zone} {
		if m.called[side] != "" {
			*name = f[next]
			next++
		}
	}
	return r, p.Err
}

// Keep returns the row with copies of its texts, which stay when further rows are read.
func (m *maker) Keep(r *row) *row {
	of := *r
	for _, text := range []*string{&of.Enter, &of.Exit, &of.Closest, &of.Distance, &of.Inside, &of.Open, &of.Object, &of.Zone} {
		*text = strings.Clone(*text)
	}
	return &of
}
