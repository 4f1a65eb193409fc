package verify

import (
	"crypto/sha256"
	"fmt"

	"flyby/internal/resultfile"
	"flyby/question"
)

// geometryColumn is the column of WKB that Parquet and Arrow have.
const geometryColumn = "geometry"

// addShapes adds the paths and the geometries that rows should have.
func (r *recheck) addShapes(all *recomputed) error {
	if r.Paths != nil {
		if err := r.addColumns(all, resultfile.PathColumns(), []string{"t_enter", "t_exit"}, r.pathsOf); err != nil {
			return err
		}
	}
	if r.WKB == nil {
		return nil
	}
	times := []string{"t_enter", "t_exit", "t_closest"}
	switch r.level {
	case question.Pairs:
		times = []string{"t_first", "t_last", "t_closest"}
	case question.Nearest:
		times = []string{"t_closest", "t_closest", "t_closest"}
	case question.Events:
		times = []string{"t", "t", "t"}
	}
	return r.addColumns(all, []string{geometryColumn}, times, func(query, entry int, t []float64) ([]string, error) {
		wkb, err := r.WKB(query, entry, t[0], t[1], t[2])
		return []string{string(wkb)}, err
	})
}

// addColumns adds columns whose fields follow from the two trajectories of a row and from some of its times.
func (r *recheck) addColumns(all *recomputed, columns, times []string, fields func(query, entry int, t []float64) ([]string, error)) error {
	at := map[string]int{}
	for i, name := range all.columns {
		at[name] = i
	}
	all.columns = append(all.columns, columns...)
	t := make([]float64, len(times))
	for _, rows := range all.rows {
		for i, row := range rows {
			for k, name := range times {
				var err error
				if t[k], err = r.entries.Times().Parse(row[at[name]]); err != nil {
					return err
				}
			}
			ids := r.pairColumns()
			query, _ := r.queries.Find(row[at[ids[0]]])
			entry, _ := r.entries.Find(row[at[ids[1]]])
			further, err := fields(query, entry, t)
			if err != nil {
				return err
			}
			rows[i] = append(row, further...)
		}
	}
	return nil
}

// pathsOf returns the paths of two trajectories between two times.
func (r *recheck) pathsOf(query, entry int, t []float64) (paths []string, err error) {
	for side, traj := range []int{query, entry} {
		d := resultfile.NewDrawing()
		err := r.Paths(side == 1, traj, t[0], t[1], func(at []float64, begins bool) error {
			d.Add(at, begins)
			return nil
		})
		if err != nil {
			return nil, err
		}
		paths = append(paths, d.String())
	}
	return paths, nil
}

// wkbText returns WKB as messages show it.
func wkbText(wkb string) string {
	return fmt.Sprintf("WKB of %d bytes (checksum %.8x)", len(wkb), sha256.Sum256([]byte(wkb)))
}
