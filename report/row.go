package report

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"flyby/interaction"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/trajectory"
)

// A row is an encounter, or a pair of trajectories with its encounters.
type row struct {
	number                         int // number in the file, from 1
	query, entry                   uint32
	enter, exit, closest, distance float64
	free                           interaction.Approach // for hits: where the two are closest in their segments
	duration                       float64
	encounters                     uint32
	open                           trajectory.Open
	texts                          texts
}

// Texts are the fields of a row as the file has them.
type texts struct{ enter, exit, closest, distance, duration, speed, open string }

// has reports whether the file has a column.
func (r *Result) has(column string) bool { return slices.Contains(r.Columns(), column) }

// Further columns, which a file may lack.
const (
	speedColumn = "v_closest"
	openColumn  = "open"
)

// columns returns the columns that are read, in the order in which rowOf takes them; columns that the file may lack are last.
func (m *maker) columns() []string {
	all := []string{"query_traj", "entry_traj", "t_enter", "t_exit", "t_closest", "d_min"}
	if m.Result.Level() == resultfile.PairLevel {
		all = []string{"query_traj", "entry_traj", "t_first", "t_last", "t_closest", "d_min", "duration", "encounters"}
	}
	for _, name := range []string{speedColumn, openColumn} {
		if m.Result.has(name) {
			all = append(all, name)
		}
	}
	return all
}

// rows yields the rows of the file; hits come as the encounters that they are joined to.
func (m *maker) rows() iter.Seq2[row, error] {
	if m.Result.Level() == resultfile.HitLevel {
		return m.joined()
	}
	return func(yield func(row, error) bool) {
		columns := m.columns()
		if len(m.Result.Columns()) == 0 {
			return // NDJSON without rows
		}
		var last row
		for fields, err := range m.Result.Rows(m.ctx, columns) {
			var r row
			if err == nil {
				r, err = m.rowOf(columns, fields)
			}
			if err == nil && m.mirrors(&r, &last) {
				continue
			}
			if last = r; !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// mirrors reports whether a row of a join is the row before with the two trajectories exchanged, as --with both writes it.
func (m *maker) mirrors(r, last *row) bool {
	return m.joins() && r.query == last.entry && r.entry == last.query && r.enter == last.enter && r.exit == last.exit && r.number == last.number+1
}

// rowOf parses the fields of a row.
func (m *maker) rowOf(columns []string, of resultfile.Row) (r row, err error) {
	r = row{number: of.Number, encounters: 1}
	p := parser{maker: m, row: of.Number}
	for i, name := range columns {
		field := of.Fields[i]
		switch name {
		case "query_traj":
			r.query = p.trajectory(name, field, m.wholeQueries())
		case "entry_traj":
			r.entry = p.trajectory(name, field, m.Entries)
		case "t_enter", "t_first":
			r.enter, r.texts.enter = p.time(name, field), field
		case "t_exit", "t_last":
			r.exit, r.texts.exit = p.time(name, field), field
		case "t_closest":
			r.closest, r.texts.closest = p.time(name, field), field
		case "d_min":
			r.distance, r.texts.distance = p.number(name, field), field
		case "duration":
			r.duration, r.texts.duration = p.number(name, field), field
		case "encounters":
			r.encounters = uint32(p.number(name, field))
		case speedColumn:
			r.texts.speed = field
		case openColumn:
			r.open, r.texts.open = p.open(field), field
		}
	}
	if p.err == nil && m.Result.Level() != resultfile.PairLevel {
		r.duration = r.exit - r.enter
		r.texts.duration = strconv.FormatFloat(r.duration, 'g', -1, 64)
	}
	if p.err == nil && !(r.enter <= r.closest && r.closest <= r.exit && r.distance >= 0) {
		p.wrong("t_closest %s is not from %s to %s, or d_min %s is below 0", r.texts.closest, r.texts.enter, r.texts.exit, r.texts.distance)
	}
	return r, p.err
}

// A parser parses fields of a row, until one is wrong.
type parser struct {
	*maker
	row int
	err error
}

// wrong keeps the first error.
func (p *parser) wrong(text string, args ...any) {
	if p.err == nil {
		p.err = p.maker.wrong(p.row, text, args...)
	}
}

// trajectory finds a trajectory.
func (p *parser) trajectory(column, id string, in *trajectory.Store) uint32 {
	traj, ok := in.Find(id)
	if !ok {
		p.wrong("%s %s is not in the data: another file, or other flags", column, strconv.Quote(id))
	}
	return uint32(traj)
}

// time reads a time; a timestamp may be written as the seconds since 1970.
func (p *parser) time(column, field string) float64 {
	t, ok := resultfile.ParseTime(p.Entries.Times(), field)
	if !ok {
		p.wrong("%s is %s, no time as the data have them (%v)", column, resultfile.Quoted(field), p.Entries.Times())
	}
	return t
}

// number reads a finite number.
func (p *parser) number(column, field string) float64 {
	v, err := strconv.ParseFloat(field, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		p.wrong("%s is %s, no number", column, resultfile.Quoted(field))
	}
	return v
}

// open reads at which ends the encounter is open: the two were near already, or still.
func (p *parser) open(field string) trajectory.Open {
	for o := trajectory.Open(0); o <= trajectory.OpenStart|trajectory.OpenEnd; o++ {
		if field == o.String() {
			return o
		}
	}
	p.wrong("open is %s, not start, end, both or empty", printable.Text(fmt.Sprint(field)))
	return 0
}

// kept returns the row with copies of its texts, which stay when further rows are read.
func (r *row) kept() row {
	of := *r
	for _, text := range []*string{&of.texts.enter, &of.texts.exit, &of.texts.closest, &of.texts.distance, &of.texts.duration, &of.texts.speed, &of.texts.open} {
		*text = strings.Clone(*text)
	}
	return of
}
