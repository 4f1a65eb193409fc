package encounters

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"flyby/interaction"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/report/internal/page"
	"flyby/trajectory"
)

// A row is an encounter, a pair of trajectories with its encounters, or a query and an entry that comes closest to it.
type row struct {
	number                         int // number in the file, from 1
	query, entry                   uint32
	enter, exit, closest, distance float64
	free                           interaction.Approach // for hits: where the two are closest in their segments
	instant                        float64              // when the data have the distance: closest, or just before a splice then
	orbit                          *orbit               // nil: the data have no orbits, or the query no plane of motion
	duration                       float64              // of neighbours the time that both exist
	encounters                     uint32
	open                           trajectory.Open
	of                             [2][]string // attributes of the query and the entry, in the order of maker.attributes; nil: the file has none
	texts
}

// Texts are the fields of a row as the file has them, Query and Entry only of a row on the page.
type texts struct{ Query, Entry, Enter, Exit, Closest, Distance, Speed, Open string }

// names returns the names of the query and the entry: their first attributes, or else their ids.
func (r *row) names() (names [2]string) {
	for side, id := range []string{r.Query, r.Entry} {
		if names[side] = id; len(r.of[side]) > 0 {
			names[side] = cmp.Or(r.of[side][0], id)
		}
	}
	return names
}

// Further columns, which a file may lack.
const (
	speedColumn = "v_closest"
	openColumn  = "open"
	queryPrefix = "query_"
	entryPrefix = "entry_"
)

// columns returns the columns that are read, in the order in which rowOf takes them; columns that the file may lack are last.
func (m *maker) columns() []string {
	all := []string{"query_traj", "entry_traj", "t_enter", "t_exit", "t_closest", "d_min"}
	switch m.level {
	case resultfile.PairLevel:
		all = []string{"query_traj", "entry_traj", "t_first", "t_last", "t_closest", "d_min", "duration", "encounters"}
	case resultfile.NearestLevel: // a row is an instant
		all = []string{"query_traj", "entry_traj", "t_closest", "t_closest", "t_closest", "d_min", "shared"}
	}
	for _, name := range []string{speedColumn, openColumn} {
		if m.Result.Has(name) {
			all = append(all, name)
		}
	}
	for _, name := range m.attributes {
		all = append(all, queryPrefix+name, entryPrefix+name)
	}
	return all
}

// Rows yields the rows of the file; hits come as the encounters that they are joined to.
func (m *maker) Rows() iter.Seq2[*row, error] {
	if m.level == resultfile.HitLevel {
		return m.joined()
	}
	return func(yield func(*row, error) bool) {
		columns := m.columns()
		var r, last row
		for fields, err := range m.Result.Rows(m.Ctx, columns) {
			if err == nil {
				r, err = m.rowOf(columns, fields)
			}
			if err == nil && m.mirrors(&r, &last) {
				continue
			}
			if last = r; !yield(&r, err) || err != nil {
				return
			}
		}
	}
}

// mirrors reports whether a row of a join is the row before with the two trajectories exchanged, as --with both writes it. Two neighbours may each have the other.
func (m *maker) mirrors(r, last *row) bool {
	return m.Joins() && !m.ranks() && r.query == last.entry && r.entry == last.query && r.enter == last.enter && r.exit == last.exit && r.number == last.number+1
}

// rowOf parses the fields of a row.
func (m *maker) rowOf(columns []string, of resultfile.Row) (r row, err error) {
	p, f := page.Parser{Request: &m.Request, Row: of.Number}, of.Fields
	r = row{
		number: of.Number, query: p.Trajectory(columns[0], f[0], m.Asking()), entry: p.Trajectory(columns[1], f[1], m.Entries), encounters: 1,
		enter: p.Time(columns[2], f[2]), exit: p.Time(columns[3], f[3]), closest: p.Time(columns[4], f[4]), distance: p.Number(columns[5], f[5]),
		texts: texts{Enter: f[2], Exit: f[3], Closest: f[4], Distance: f[5]},
	}
	r.duration = r.exit - r.enter
	for i, name := range columns[6:] {
		switch field := f[6+i]; name {
		case "duration", "shared":
			r.duration = p.Number(name, field)
		case "encounters":
			r.encounters = uint32(p.Number(name, field))
		case speedColumn:
			r.Speed = field
		case openColumn:
			r.open, r.Open = openOf(&p, field), field
		default:
			side := 0
			if strings.HasPrefix(name, entryPrefix) {
				side = 1
			}
			r.of[side] = append(r.of[side], field)
		}
	}
	if p.Err == nil && !(r.enter <= r.closest && r.closest <= r.exit && r.distance >= 0) {
		p.Wrong("t_closest %s is not from %s to %s, or d_min %s is below 0", r.Closest, r.Enter, r.Exit, r.Distance)
	}
	return r, p.Err
}

// openOf reads at which ends the encounter is open: the two were near already, or still.
func openOf(p *page.Parser, field string) trajectory.Open {
	for o := trajectory.Open(0); o <= trajectory.OpenStart|trajectory.OpenEnd; o++ {
		if field == o.String() {
			return o
		}
	}
	p.Wrong("open is %s, not start, end, both or empty", printable.Text(field))
	return 0
}

// Keep returns the row with copies of its texts, which stay when further rows are read.
func (m *maker) Keep(r *row) *row {
	of := *r
	for _, text := range []*string{&of.Enter, &of.Exit, &of.Closest, &of.Distance, &of.Speed, &of.Open} {
		*text = strings.Clone(*text)
	}
	for side, all := range r.of {
		of.of[side] = slices.Clone(all)
		for i := range all {
			of.of[side][i] = strings.Clone(all[i])
		}
	}
	return &of
}
