package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"flyby/internal/resultfile"
	"flyby/question"
)

// A rowKey is the sort key of a row: rows of --top sort by d_min first, hits by the segment of the query before the
// entry, nearest entries by rank, events by time. Encounters of a pair have the same key.
type rowKey struct {
	distance float64 // of events the time
	place    [4]int  // query_traj and entry_traj as numbers of the whole data, and for hits query_seg and entry_seg; of events first whether a visit ends
}

// compareKeys orders keys. Where distances are in another unit than the data's, keys of equal distances count as equal: unequal distances may have become equal when they were converted.
func (r *recheck) compareKeys(k, o rowKey) int {
	if r.Top > 0 && r.Answer.Length != "" && k.distance == o.distance {
		return 0
	}
	return cmp.Or(cmp.Compare(k.distance, o.distance), slices.Compare(k.place[:], o.place[:]))
}

// cutEnd says where the rows of a file end that --top or --limit may have cut.
type cutEnd struct {
	rows int  // number of rows in the file
	cut  bool // rows after the last one may be missing
	last rowKey
}

// scanColumns returns the columns that scan reads of all rows.
func (r *recheck) scanColumns() []string {
	columns := r.pairColumns()
	switch {
	case r.level == question.Hits && r.ofZones():
		columns = append(columns, "seg")
	case r.level == question.Events:
		columns = append(columns, "t", "event")
	case r.level == question.Hits:
		columns = append(columns, "query_seg", "entry_seg")
	case r.level == question.Nearest:
		columns = append(columns, "rank")
	}
	if r.Top > 0 {
		columns = append(columns, "d_min")
	}
	return columns
}

// keyOf returns the key of a row of a pair, from its fields of scanColumns.
func (r *recheck) keyOf(p Pair, fields []string) (k rowKey, err error) {
	whole := r.inWhole(p)
	number := func(name string) (v float64) {
		if err == nil {
			field := fields[slices.Index(r.scanColumns(), name)]
			if v, err = strconv.ParseFloat(field, 64); err != nil {
				err = fmt.Errorf("%s is %s, not a number", name, resultfile.Quoted(field))
			}
		}
		return v
	}
	k.place = [4]int{whole.Query, 0, whole.Entry, 0}
	switch {
	case r.level == question.Events:
		k.distance, err = r.entries.Times().Parse(fields[2])
		k.place = [4]int{slices.Index(eventNames(), fields[3]), whole.Query, whole.Entry}
	case r.ofZones() && r.level == question.Hits:
		k.place[1] = int(number("seg"))
	case r.level == question.Hits:
		query, entry := int(number("query_seg")), int(number("entry_seg"))
		if r.Has(question.Both) && fields[0] != r.queries.ID(p.Query) {
			query, entry = entry, query
		}
		k.place[1], k.place[3] = query, entry
	case r.level == question.Nearest:
		k.place[2] = int(number("rank"))
	}
	if r.Top > 0 {
		k.distance = number("d_min")
	}
	return k, err
}

// mostRows returns how many rows a file that flags cut may have; 0: any number.
func (r *recheck) mostRows() uint64 {
	most := max(r.Top, r.Limit)
	if r.Has(question.Both) && !r.Filters() {
		most += most
	}
	return most
}

// cutFlag returns the flag of the command that cuts rows, as "--top 5".
func (r *recheck) cutFlag() string {
	if r.Top > 0 {
		return "--top " + strconv.FormatUint(r.Top, 10)
	}
	return "--limit " + strconv.FormatUint(r.Limit, 10)
}

// scan calls see with the pair of each row, and checks the number of rows and their order.
func (r *recheck) scan(see func(Pair)) error {
	e := &r.end
	for row, err := range r.file.Rows(r.ctx, r.scanColumns()) {
		if err != nil {
			return err
		}
		p, _, err := r.pairOf(row)
		if err != nil {
			return err
		}
		key, err := r.keyOf(p, row.Fields)
		if err != nil {
			return r.wrong(row.Number, "%v", err)
		}
		if e.rows > 0 && r.compareKeys(e.last, key) > 0 {
			return r.wrong(row.Number, "%s %s, %s %s: the row before it comes later", r.scanColumns()[0], row.Fields[0], r.scanColumns()[1], row.Fields[1])
		}
		e.rows, e.last = row.Number, key
		if most := r.mostRows(); most > 0 && uint64(row.Number) > most {
			return r.wrong(row.Number, "%s leaves %d", r.cutFlag(), most)
		}
		see(p)
	}
	e.cut = e.rows > 0 && uint64(e.rows) == r.mostRows()
	return nil
}

// remaining returns the rows of a pair that a cut leaves, sorted as in the file; rows of equal distances are in the file's order already. It keeps all rows that come before the file's last row, and of rows that
// may come before or after it as many as the file has.
func (r *recheck) remaining(p Pair, want [][]string) ([][]string, error) {
	if r.mostRows() == 0 {
		return want, nil
	}
	var at []int
	for _, name := range r.scanColumns() {
		at = append(at, slices.Index(r.columns, name))
	}
	keys := map[*string]rowKey{} // by the address of each row's first field
	for _, row := range want {
		var fields []string
		for _, i := range at {
			fields = append(fields, row[i])
		}
		key, err := r.keyOf(p, fields)
		if err != nil {
			return nil, err
		}
		keys[&row[0]] = key
	}
	slices.SortStableFunc(want, func(a, b []string) int { return r.compareKeys(keys[&a[0]], keys[&b[0]]) })
	n := 0
	for ; n < len(want) && r.end.cut; n++ {
		order := r.compareKeys(keys[&want[n][0]], r.end.last)
		if order > 0 || order == 0 && n >= len(r.pairs[p]) {
			break
		}
	}
	if r.end.cut {
		want = want[:n]
	}
	return want, nil
}
