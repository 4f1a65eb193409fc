package tune

import (
	"encoding/csv"
	"io"
	"strconv"

	"flyby/internal/inventory"
	"flyby/internal/scene"
)

// A column is a column of the table: its head for people, its name in CSV, how people read its values, and the value of a size.
type column struct {
	head, name string
	write      func(float64) string
	of         func(*Size) float64
	measured   bool // sizes that were not measured have no value
}

// columns are the columns of the table.
func columns() []column {
	count := func(v float64) string { return strconv.Itoa(int(v)) }
	fraction := func(v float64) string { return scene.Digits(v, 3) }
	return []column{
		{"s", "batch_size", count, func(s *Size) float64 { return float64(s.BatchSize) }, false},
		{"batches", "batches", count, func(s *Size) float64 { return float64(s.Batches) }, false},
		{"alpha", "alpha", fraction, func(s *Size) float64 { return s.Alpha }, false},
		{"beta", "beta", fraction, func(s *Size) float64 { return s.Beta }, false},
		{"gamma", "gamma", fraction, func(s *Size) float64 { return s.Gamma }, false},
		{"T_GPU(s)", "t_gpu_s", inventory.Seconds, func(s *Size) float64 { return s.DeviceS }, false},
		{"T_CPU(s)", "t_cpu_s", inventory.Seconds, func(s *Size) float64 { return s.HostS }, false},
		{"T(s)", "predicted_s", inventory.Seconds, func(s *Size) float64 { return s.PredictedS }, false},
		{"measured", "search_s", inventory.Seconds, func(s *Size) float64 { return s.SearchS }, true},
		{"runs", "runs", count, func(s *Size) float64 { return float64(s.Runs) }, true},
	}
}

// table returns the heads, and a row for each size, with values as write has them; columns of measured values are left out where nothing was measured, unless all are wanted.
func (r *Result) table(all bool, head func(column) string, write func(column, float64) string) (rows [][]string) {
	var of []column
	heads := []string{}
	for _, c := range columns() {
		if all || !c.measured || r.Measured != nil {
			of, heads = append(of, c), append(heads, head(c))
		}
	}
	rows = append(rows, heads)
	for i := range r.Sizes {
		s := &r.Sizes[i]
		row := make([]string, len(of))
		for k, c := range of {
			if !c.measured || s.Runs > 0 {
				row[k] = write(c, c.of(s))
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// shown is the table as people read it.
func (r *Result) shown() [][]string {
	return r.table(false, func(c column) string { return c.head }, func(c column, v float64) string { return c.write(v) })
}

// WriteCSV writes the table as CSV: a row for each size, times in seconds, and nothing in the last two columns of a size that was not measured.
func (r *Result) WriteCSV(to io.Writer) error {
	return csv.NewWriter(to).WriteAll(r.table(true, func(c column) string { return c.name }, func(_ column, v float64) string { return scene.Exact(v) }))
}
