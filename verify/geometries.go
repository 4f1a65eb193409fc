package verify

import (
	"crypto/sha256"
	"errors"
	"fmt"
)

// geometryColumn is the column of WKB that Parquet and Arrow have.
const geometryColumn = "geometry"

// addGeometries adds the geometries that rows should have.
func (r *recheck) addGeometries(all *recomputed) error {
	if r.WKB == nil {
		return nil
	}
	at := map[string]int{}
	for i, name := range all.columns {
		at[name] = i
	}
	times := []string{"t_enter", "t_exit", "t_closest"}
	if r.level == PairLevel {
		times = []string{"t_first", "t_last", "t_closest"}
	}
	all.columns = append(all.columns, geometryColumn)
	for _, rows := range all.rows {
		for i, row := range rows {
			var t [3]float64
			var errs [3]error
			for k, name := range times {
				t[k], errs[k] = r.entries.Times().Parse(row[at[name]])
			}
			if err := errors.Join(errs[:]...); err != nil {
				return err
			}
			query, _ := r.queries.Find(row[at["query_traj"]])
			entry, _ := r.entries.Find(row[at["entry_traj"]])
			wkb, err := r.WKB(query, entry, t[0], t[1], t[2])
			if err != nil {
				return err
			}
			rows[i] = append(row, string(wkb))
		}
	}
	return nil
}

// wkbText returns WKB as messages show it.
func wkbText(wkb string) string {
	return fmt.Sprintf("WKB of %d bytes (checksum %.8x)", len(wkb), sha256.Sum256([]byte(wkb)))
}
