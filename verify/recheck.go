package verify

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/internal/resultfile"
	"flyby/question"
	"flyby/trajectory"
)

// compare orders pairs as rows are.
func (p Pair) compare(o Pair) int { return cmp.Or(p.Query-o.Query, p.Entry-o.Entry) }

// recheck compares a file of results with the recomputed rows of a sample of pairs: see
// docs/decisions/0046-verify-recomputes-a-sample.md.
type recheck struct {
	Request          // its data are the part's, once there is a part
	ctx              context.Context
	file             *resultfile.File
	joins            bool
	entries, queries *trajectory.Store // in a join the same
	memory           uint64            // flyby.Options.Memory in bytes: to ask the system anew for each pair takes longer than the pair
	level            question.Level
	table            table
	columns          []string // the columns that are compared
	all              uint64   // number of all pairs of trajectories
	part             bool     // the stores have only some trajectories, and only their rows are compared
	end              cutEnd
	held             []Pair // pairs of the sampled rows of the file
	queryTrajs       []int  // with part: the numbers in the whole data of the stores' trajectories
	entryTrajs       []int
	zoneAt           map[string]int            // the zones of visits, by id
	pairs            map[Pair][]resultfile.Row // the sample, with its rows in the file
	checked          int                       // number of rows compared
}

// allPairs returns the number of all pairs of trajectories.
func (r *recheck) allPairs() uint64 {
	n := uint64(r.others())
	if r.joins && !r.byQuery() {
		return n * (n - 1) / 2
	}
	return uint64(r.queries.Trajectories()) * n
}

// others returns the number of entries, or of zones.
func (r *recheck) others() int {
	if r.ofZones() {
		return len(r.zoneAt)
	}
	return r.entries.Trajectories()
}

// ofZones reports whether rows are of objects and zones.
func (r *recheck) ofZones() bool { return r.Kind == question.ZoneVisits }

// byQuery reports whether all rows of a query are recomputed together: its Pair in the sample has the entry 0.
func (r *recheck) byQuery() bool { return r.level == question.Nearest || r.ofZones() }

// sampled returns the pair in the sample that a pair belongs to.
func (r *recheck) sampled(p Pair) Pair {
	if r.byQuery() {
		p.Entry = 0
	}
	return p
}

// pairColumns returns the columns with a row's pair of trajectories, or of an object and a zone.
func (r *recheck) pairColumns() []string {
	if r.ofZones() {
		return []string{"traj_id", "zone_id"}
	}
	return []string{"query_traj", "entry_traj"}
}

// pairOf returns a row's pair of trajectories. known is false where one of the two is not in the stores.
func (r *recheck) pairOf(row resultfile.Row) (p Pair, known bool, err error) {
	var found [2]bool
	p.Query, found[0] = r.queries.Find(row.Fields[0])
	if p.Entry, found[1] = r.zoneAt[row.Fields[1]]; !r.ofZones() {
		p.Entry, found[1] = r.entries.Find(row.Fields[1])
	}
	for i, name := range r.pairColumns() {
		if !found[i] && !r.part {
			return p, false, r.wrong(row.Number, "%s %q is not in the data", name, row.Fields[i])
		}
	}
	switch {
	case !found[0] || !found[1]:
		return p, false, nil
	case r.level == question.Nearest:
		return Pair{Query: p.Query}, true, nil
	case !r.joins || r.ofZones():
		return p, true, nil
	case r.Has(question.Both) && p.Query > p.Entry:
		return Pair{p.Entry, p.Query}, true, nil
	case p.Query >= p.Entry:
		return p, false, r.wrong(row.Number, "query_traj %s, entry_traj %s: a join has the smaller id first", row.Fields[0], row.Fields[1])
	}
	return p, true, nil
}

// wrong returns the error of a row.
func (r *recheck) wrong(number int, text string, args ...any) error {
	return &Difference{Path: r.file.Path(), Row: number, Text: printable.Text(fmt.Sprintf(text, args...))}
}

// gather keeps the rows of the sample.
func (r *recheck) gather() error {
	expected, err := r.rewritten(nil, nil)
	if err != nil {
		return err
	}
	r.columns = expected.columns
	ids := r.pairColumns()
	at := []int{slices.Index(r.columns, ids[0]), slices.Index(r.columns, ids[1])}
	for row, err := range r.file.Rows(r.ctx, r.columns) {
		if err != nil {
			return err
		}
		p, known, err := r.pairOf(resultfile.Row{Number: row.Number, Fields: []string{row.Fields[at[0]], row.Fields[at[1]]}})
		if err != nil {
			return err
		}
		p = r.sampled(p)
		if rows, wanted := r.pairs[p]; known && wanted {
			r.pairs[p] = append(rows, resultfile.Row{Number: row.Number, Fields: slices.Clone(row.Fields)})
			r.checked++
		}
	}
	return nil
}

// unchecked returns the columns of the file that are not compared.
func (r *recheck) unchecked() (names []string) {
	for _, name := range r.file.Columns() {
		if !slices.Contains(r.columns, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// atOnce is the number of pairs that are recomputed before they are compared.
const atOnce = 100

// inOrder returns the pairs of the sample, pairs with rows first, in the order of the file.
func (r *recheck) inOrder() (order []Pair) {
	for p := range r.pairs {
		order = append(order, p)
	}
	first := func(p Pair) int {
		if rows := r.pairs[p]; len(rows) > 0 {
			return rows[0].Number
		}
		return math.MaxInt
	}
	slices.SortFunc(order, func(a, b Pair) int { return cmp.Or(cmp.Compare(first(a), first(b)), a.compare(b)) })
	return order
}

// compare recomputes and compares every pair.
func (r *recheck) compare() error {
	if r.ofZones() {
		return r.compareVisits()
	}
	order := r.inOrder()
	r.tell(0, len(order))
	done := 0
	for some := range slices.Chunk(order, atOnce) {
		want, err := r.rewritten(some, r.table.find)
		if err != nil {
			return err
		}
		for i, p := range some {
			rows, err := r.remaining(p, want.rows[i])
			if err == nil {
				err = r.comparePair(p, rows)
			}
			if err != nil {
				return err
			}
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
		done += len(some)
		r.tell(done, len(order))
	}
	return nil
}

// tell calls Progress with the number of pairs that have been compared.
func (r *recheck) tell(done, total int) {
	if r.Progress != nil {
		r.Progress(done, total)
	}
}

// comparePair compares the rows of a pair with the rows that it should have.
func (r *recheck) comparePair(p Pair, want [][]string) error {
	got := r.pairs[p]
	for i, row := range got {
		if i >= len(want) {
			return r.wrong(row.Number, "%s: there is no such row", r.named(p))
		}
		for k := range row.Fields {
			if err := r.compareField(row, k, want[i][k]); err != nil {
				return err
			}
		}
	}
	if len(got) < len(want) {
		return r.lacks(p, want[len(got)])
	}
	return nil
}

// lacks returns the error of a row that is missing.
func (r *recheck) lacks(p Pair, row []string) error {
	if r.WKB != nil {
		row = row[:len(row)-1] // the last field is WKB
	}
	return r.wrong(0, "%s: the row %s is missing", r.named(p), fmt.Sprint(row))
}

// compareField compares field k of a row with the field that it should be.
func (r *recheck) compareField(row resultfile.Row, k int, want string) error {
	switch field := row.Fields[k]; {
	case r.columns[k] == geometryColumn && r.WKB != nil && field != want:
		return r.wrong(row.Number, "%s is %s, not %s", geometryColumn, wkbText(field), wkbText(want))
	case !resultfile.SameField(field, want):
		return r.wrong(row.Number, "%s is %s, not %s%s", r.columns[k], resultfile.Quoted(field), resultfile.Quoted(want), r.reason(r.columns[k], field, want))
	}
	return nil
}

// named names the trajectories of a pair, or an object and a zone.
func (r *recheck) named(p Pair) string {
	if r.ofZones() {
		return fmt.Sprintf("traj_id %s, zone_id %s", r.queries.ID(p.Query), r.Request.zones().ID(p.Entry))
	}
	query := "query_traj " + r.queries.ID(p.Query)
	if r.level == question.Nearest {
		return query
	}
	return query + ", entry_traj " + r.entries.ID(p.Entry)
}

// reason says why a field is wrong though it would be right unrounded, "" for any other field: files once had durations unrounded.
func (r *recheck) reason(column, field, want string) string {
	full, err := strconv.ParseFloat(field, 64)
	if err != nil || column != "duration" || r.entries.Times() != trajectory.Timestamp || !resultfile.SameField(strconv.FormatFloat(output.RoundedDuration(full), 'g', -1, 64), want) {
		return ""
	}
	return ": durations of timestamps are written to the microsecond"
}
