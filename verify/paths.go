package verify

import (
	"errors"

	"flyby/internal/resultfile"
)

// addPaths adds the paths that rows should have.
func (r *recheck) addPaths(all *recomputed) error {
	if r.Paths == nil {
		return nil
	}
	at := map[string]int{}
	for i, name := range all.columns {
		at[name] = i
	}
	all.columns = append(all.columns, resultfile.PathColumns()...)
	for _, rows := range all.rows {
		for i, row := range rows {
			from, err := r.entries.Times().Parse(row[at["t_enter"]])
			until, failed := r.entries.Times().Parse(row[at["t_exit"]])
			if err = errors.Join(err, failed); err != nil {
				return err
			}
			query, _ := r.queries.Find(row[at["query_traj"]])
			entry, _ := r.entries.Find(row[at["entry_traj"]])
			for side, traj := range []int{query, entry} {
				d := resultfile.NewDrawing()
				err := r.Paths(side == 1, traj, from, until, func(at []float64, begins bool) error {
					d.Add(at, begins)
					return nil
				})
				if err != nil {
					return err
				}
				row = append(row, d.String())
			}
			rows[i] = row
		}
	}
	return nil
}
