package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"flyby/internal/resultfile"
)

// A rowKey is where a row stands among all: rows of --top by d_min first, hits by the segment of the query before the
// entry. Encounters of a pair have one key.
type rowKey struct {
	distance float64
	place    [4]int // query_traj and entry_traj as the whole has them, and of hits query_seg and entry_seg
}

// compareKeys orders keys. Those of equal distances in another unit than the data's are as one: unequal distances may come to these.
func (r *recheck) compareKeys(k, o rowKey) int {
	if r.Top > 0 && r.Write.Answer.Length != "" && k.distance == o.distance {
		return 0
	}
	return cmp.Or(cmp.Compare(k.distance, o.distance), slices.Compare(k.place[:], o.place[:]))
}

// rowsEnd is how far the rows of a file go that --top or --limit may have cut.
type rowsEnd struct {
	rows int  // of the file
	cut  bool // rows that come later than the last are not in the file
	last rowKey
}

// scanColumns are the columns that are read of all rows.
func (r *recheck) scanColumns() []string {
	columns := pairColumns()
	if r.level == HitLevel {
		columns = append(columns, "query_seg", "entry_seg")
	}
	if r.Top > 0 {
		columns = append(columns, "d_min")
	}
	return columns
}

// keyOf is the key of a row of a pair, with the columns of scan.
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
	if r.level == HitLevel {
		query, entry := int(number("query_seg")), int(number("entry_seg"))
		if r.Both && fields[0] != r.queries.ID(p.Query) {
			query, entry = entry, query
		}
		k.place[1], k.place[3] = query, entry
	}
	if r.Top > 0 {
		k.distance = number("d_min")
	}
	return k, err
}

// mostRows is how many rows a file may have that flags cut; 0: any.
func (r *recheck) mostRows() uint64 {
	most := max(r.Top, r.Limit)
	if r.Both && !r.Having {
		most += most
	}
	return most
}

// cutFlag is what cuts rows, as a flag of the command, "--top 5".
func (r *recheck) cutFlag() string {
	if r.Top > 0 {
		return "--top " + strconv.FormatUint(r.Top, 10)
	}
	return "--limit " + strconv.FormatUint(r.Limit, 10)
}

// scan calls see with the pair of each row, and holds rows to their number and their order.
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
			return r.wrong(row.Number, "query_traj %s, entry_traj %s: the row before it comes later", row.Fields[0], row.Fields[1])
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

// left is which of the rows of a pair a cut leaves, in the order of the file, which of rows of equal distances they have already: rows that come before the last row, and as many as the
// file has of rows that may come before or after it.
func (r *recheck) left(p Pair, want [][]string) ([][]string, error) {
	if r.mostRows() == 0 {
		return want, nil
	}
	var at []int
	for _, name := range r.scanColumns() {
		at = append(at, slices.Index(r.columns, name))
	}
	keys := map[*string]rowKey{} // by the first field of each row
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
