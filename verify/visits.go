package verify

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"

	"flyby/internal/resultfile"
	"flyby/internal/zone"
	"flyby/trajectory"
	"flyby/verify/internal/visits"
)

// Of a file of visits all rows of an object are recomputed together: its Pair in the sample has the entry 0.

// zones returns the zones of visits, nil for another question.
func (r *Request) zones() *zone.Set {
	if opened := r.Search.Zones.Opened(); opened != nil {
		return opened.Set
	}
	return nil
}

// visiting compares the rows of objects and zones.
type visiting struct {
	*recheck
	zones  []*visits.Zone
	within tolerances
	length func(float64) float64 // from the unit of the data to the file's
}

// compareVisits recomputes and compares the sampled objects, of any level of visits.
func (r *recheck) compareVisits() (err error) {
	if r.part {
		return errors.New("verify: visits are recomputed from data that fit memory")
	}
	set := r.Request.zones()
	v := visiting{recheck: r, within: newTolerances(r.entries, largest(set))}
	if v.length, _, err = r.Answer.Turns(r.Write.Units.Of(r.entries.Times(), r.entries.Space().Frame)); err != nil {
		return err
	}
	for i := range set.Len() {
		v.zones = append(v.zones, visits.NewZone(set, i))
	}
	order := r.inOrder()
	r.tell(0, len(order))
	for i, p := range order {
		if err := v.object(p); err != nil {
			return err
		}
		r.tell(i+1, len(order))
	}
	return nil
}

// largest returns the greatest coordinate of zones, whatever its sign.
func largest(set *zone.Set) (most float64) {
	for _, side := range set.Sides() {
		for k := range side.G[:2] {
			most = max(most, math.Abs(side.G[k]))
		}
	}
	return most
}

// object compares the rows of an object.
func (v *visiting) object(p Pair) error {
	o := visits.NewObject(v.entries, p.Query, visits.Rule{Distance: v.Search.Distance, Window: v.Search.Rule().Window})
	got := v.byZone(v.pairs[p])
	var pairs []Pair
	all := map[Pair]levelRows{}
	for i, z := range v.zones {
		w, err := v.worksOut(o, z)
		if err != nil {
			return err
		}
		if at := (Pair{p.Query, i}); len(w.hits) > 0 || len(got[i]) > 0 {
			rows, err := v.explained(at, &w, got[i])
			if err != nil {
				return err
			}
			pairs, all[at] = append(pairs, at), rows
		}
	}
	want, err := v.rewritten(pairs, func(p Pair) (levelRows, error) { return all[p], nil })
	for i, p := range pairs {
		if err == nil {
			err = v.compareTexts(p, got[p.Entry], want.rows[i])
		}
	}
	return err
}

// byZone returns rows of an object by zone, in order of time.
func (v *visiting) byZone(rows []resultfile.Row) map[int][]resultfile.Row {
	all := map[int][]resultfile.Row{}
	for _, row := range rows {
		at := v.zoneAt[v.field(row, "zone_id")]
		all[at] = append(all[at], row)
	}
	if v.Top == 0 {
		return all
	}
	begin := func(row resultfile.Row) float64 {
		t, _ := v.told(row, numbersOf(v.table.none)[0])
		return t
	}
	for _, some := range all {
		slices.SortStableFunc(some, func(a, b resultfile.Row) int { return cmp.Compare(begin(a), begin(b)) })
	}
	return all
}

// field returns the field of a row in a column.
func (r *recheck) field(row resultfile.Row, column string) string {
	return row.Fields[slices.Index(r.columns, column)]
}

// told returns the number of a row in a column.
func (r *recheck) told(row resultfile.Row, n number) (value float64, err error) {
	field := r.field(row, n.column)
	if value, err = strconv.ParseFloat(field, 64); err != nil && n.measure == instants {
		value, err = r.entries.Times().Parse(field)
	}
	if err != nil {
		err = r.wrong(row.Number, "%s is %s, not a number", n.column, resultfile.Quoted(field))
	}
	return value, err
}

// explained returns the rows that an object and a zone should have, with the numbers of the file where these are within the tolerances, so that columns that follow from them can be compared.
func (v *visiting) explained(p Pair, w *worked, got []resultfile.Row) (rows levelRows, err error) {
	d := doubts{within: 2 * v.within.instant}
	rows, err = v.aligned(p, v.table.visited(p, w, d.less), got)
	for wrong := uint(1); err != nil && wrong < 1<<min(d.seen, mostDoubts); wrong++ {
		other := doubts{within: d.within, wrong: wrong}
		if some, failed := v.aligned(p, v.table.visited(p, w, other.less), got); failed == nil {
			return some, nil
		}
	}
	return rows, err
}

// aligned finds the row of the file for each row that there should be.
func (v *visiting) aligned(p Pair, rows levelRows, got []resultfile.Row) (levelRows, error) {
	var kept []int
	row := 0
	for i, g := range got {
		for ; row < rows.Len() && (len(got) < rows.Len() || v.Filters()) && !v.begins(rows, row, g); row++ {
			if err := v.mayLack(p, rows, row, len(got)-i); err != nil {
				return rows, err
			}
		}
		if row == rows.Len() {
			return rows, v.wrong(g.Number, "%s: there is no such row", v.named(p))
		}
		if err := v.adopt(rows, row, g); err != nil {
			return rows, err
		}
		kept = append(kept, row)
		row++
	}
	for ; row < rows.Len(); row++ {
		if err := v.mayLack(p, rows, row, 0); err != nil {
			return rows, err
		}
	}
	return v.table.pick(rows, kept), nil
}

// begins reports whether a row of the file begins when a row should.
func (v *visiting) begins(rows levelRows, row int, g resultfile.Row) bool {
	n := numbersOf(rows)[0]
	t, err := v.told(g, n)
	if e, ok := rows.(trajectory.Events); ok && v.field(g, "event") != eventNames()[e.Exits[row]] {
		return false
	}
	return err == nil && math.Abs(t-n.values[row]) <= v.within.of(instants, 0, 1)
}

// adopt takes the numbers of a row of the file, if they are within the tolerances.
func (v *visiting) adopt(rows levelRows, row int, g resultfile.Row) error {
	most := v.length(v.Search.Distance + v.entries.Radius(v.trajOf(g)))
	for _, n := range numbersOf(rows) {
		t, err := v.told(g, n)
		if err != nil {
			return err
		}
		want, within := n.values[row], v.within.of(n.measure, n.values[row], visitsIn(rows, row))
		if n.measure == distances {
			want, within = v.length(want), v.length(within)
		}
		if n.measure == distances && ((t == 0) != (want == 0) || t > most) || !(math.Abs(t-want) <= within) {
			return v.wrong(g.Number, "%s is %s, not %v within %v", n.column, resultfile.Quoted(v.field(g, n.column)), want, within)
		}
		if n.measure != distances || v.Answer.Length == "" {
			n.values[row] = t
		}
	}
	return nil
}

// trajOf returns the object of a row of the sample.
func (r *recheck) trajOf(g resultfile.Row) int {
	traj, _ := r.queries.Find(r.field(g, "traj_id"))
	return traj
}

// mayLack returns an error unless the file may lack a row, before some of the rows that it has: conditions leave it out, or the file is cut before it.
func (v *visiting) mayLack(p Pair, rows levelRows, row, later int) error {
	if v.isBehindCut(p, rows, row, later) {
		return nil
	}
	some := v.table.pick(rows, []int{row})
	want, err := v.rewritten([]Pair{p}, func(Pair) (levelRows, error) { return some, nil })
	if err != nil || len(want.rows[0]) == 0 {
		return err
	}
	if v.Filters() && v.isDoubtful(p, some) {
		return nil
	}
	return v.lacks(p, want.rows[0][0])
}

// isDoubtful reports whether conditions leave a row out whose numbers are a tolerance less, or more.
func (v *visiting) isDoubtful(p Pair, rows levelRows) bool {
	for k := range numbersOf(rows) {
		for _, sign := range []float64{-1, 1} {
			other := v.table.pick(rows, []int{0})
			n := numbersOf(other)[k]
			n.values[0] += float64(sign * v.within.of(n.measure, n.values[0], visitsIn(rows, 0)))
			want, err := v.rewritten([]Pair{p}, func(Pair) (levelRows, error) { return other, nil })
			if err == nil && len(want.rows[0]) == 0 {
				return true
			}
		}
	}
	return false
}

// isBehindCut reports whether a row comes after the last row of a file that is cut.
func (v *visiting) isBehindCut(p Pair, rows levelRows, row, later int) bool {
	if !v.end.cut {
		return false
	}
	last, key := v.end.last, rowKey{place: [4]int{p.Query, 0, p.Entry}}
	within := v.within.instant
	switch r := rows.(type) {
	case trajectory.Hits:
		key.place[1] = int(r.QuerySeg[row])
	case trajectory.Events:
		key.distance, key.place = r.T[row], [4]int{int(r.Exits[row]), p.Query, p.Entry}
	}
	if v.Top > 0 {
		for _, n := range numbersOf(rows) {
			if n.measure == distances {
				key.distance, within = v.length(n.values[row]), v.length(v.within.of(distances, n.values[row], 1))
			}
		}
	}
	if math.Abs(key.distance-last.distance) <= within && key.distance != last.distance {
		return true
	}
	order := v.compareKeys(key, last)
	return order > 0 || order == 0 && later == 0
}

// compareTexts compares the other columns of rows.
func (v *visiting) compareTexts(p Pair, got []resultfile.Row, want [][]string) error {
	if len(want) < len(got) {
		return v.wrong(got[len(want)].Number, "%s: conditions leave out a row", v.named(p))
	}
	numbers := numbersOf(v.table.none)
	for i, g := range got {
		for k, column := range v.columns {
			if slices.ContainsFunc(numbers, func(n number) bool { return n.column == column }) {
				continue
			}
			if err := v.compareField(g, k, want[i][k]); err != nil {
				return err
			}
		}
	}
	return nil
}
