package speed

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// A row may be slower than another commit's by these ratios: short rows vary more.
const (
	mostSlower      = 0.03
	mostSlowerShort = 0.05
	shortRow        = 0.001 // seconds
)

// Side has the measurements of one program in several runs: the trials of each row, run after run.
type Side struct {
	rows  map[string][]Row
	names []string // in the order of their first appearance
}

// ReadSide reads rows as flyby-bench speed --json prints them. Rows that were skipped are left out.
func ReadSide(r io.Reader) (Side, error) {
	s := Side{rows: map[string][]Row{}}
	for lines := json.NewDecoder(r); ; {
		var row Row
		err := lines.Decode(&row)
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return s, fmt.Errorf("speed: rows: %w", err)
		}
		if row.Name == "" {
			return s, errors.New("speed: rows: an object without a row's name")
		}
		if len(row.Seconds) == 0 {
			continue
		}
		if s.rows[row.Name] == nil {
			s.names = append(s.names, row.Name)
		}
		s.rows[row.Name] = append(s.rows[row.Name], row)
	}
}

// Compared has a row's runs of two programs.
type Compared struct {
	Name       string
	Base, Here []Row // runs
}

// Compare pairs the rows that both sides have. A row with other results on the two sides is an error: no
// comparison of times holds then.
func Compare(base, here Side) (all []Compared, err error) {
	for _, name := range here.names {
		c := Compared{name, base.rows[name], here.rows[name]}
		if len(c.Base) == 0 {
			continue
		}
		if a, b := c.Base[0], c.Here[0]; a.Hits != b.Hits || a.Encounters != b.Encounters {
			return nil, fmt.Errorf("speed: row %s: %d hits in %d encounters there, %d in %d here", name, a.Hits, a.Encounters, b.Hits, b.Encounters)
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, errors.New("speed: no row was measured on both sides")
	}
	return all, nil
}

// secondsOf and cpuOf return the trials of a row in all runs.
func secondsOf(runs []Row) (all []float64) {
	for _, r := range runs {
		all = append(all, r.Seconds...)
	}
	return all
}

func cpuOf(runs []Row) (all []float64) {
	for _, r := range runs {
		if r.CPU == nil {
			return nil
		}
		all = append(all, r.CPU...)
	}
	return all
}

// Ratio returns the median time here over the base's.
func (c Compared) Ratio() float64 {
	return results.Median(secondsOf(c.Here)) / results.Median(secondsOf(c.Base))
}

// CPURatio returns Ratio of the processors' time; ok is false where a side does not know it.
func (c Compared) CPURatio() (ratio float64, ok bool) {
	base, here := cpuOf(c.Base), cpuOf(c.Here)
	if base == nil || here == nil {
		return 0, false
	}
	return results.Median(here) / results.Median(base), true
}

// Limit returns the greatest allowed ratio: 1.03, and 1.05 for rows of less than a millisecond at the base.
func (c Compared) Limit() float64 {
	if results.Median(secondsOf(c.Base)) < shortRow {
		return 1 + mostSlowerShort
	}
	return 1 + mostSlower
}

// Holds says whether the ratio is within Limit.
func (c Compared) Holds() Verdict {
	if c.Ratio() <= c.Limit() {
		return Holds
	}
	return Fails
}

// WriteCompared writes a table for people: medians of all trials, the least and the greatest median of a run, the
// ratio of the medians with its limit, and the same of the processors' time.
func WriteCompared(w io.Writer, all []Compared) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "ROW\tBASE\tRUNS\tHERE\tRUNS\tRATIO\tAT MOST\tHOLDS\tCPU BASE\tCPU HERE\tRATIO")
	for _, c := range all {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t%.3f\t%.2f\t%s\t%s\n", c.Name, medianText(secondsOf(c.Base)), rangeText(c.Base),
			medianText(secondsOf(c.Here)), rangeText(c.Here), c.Ratio(), c.Limit(), c.Holds(), c.cpuText())
	}
	return t.Flush()
}

// cpuText returns the last three columns of a row.
func (c Compared) cpuText() string {
	ratio, ok := c.CPURatio()
	if !ok {
		return "-\t-\t-"
	}
	return fmt.Sprintf("%s\t%s\t%.3f", medianText(cpuOf(c.Base)), medianText(cpuOf(c.Here)), ratio)
}

func medianText(seconds []float64) string { return report.Seconds(results.Median(seconds)).Text }

// rangeText returns the least and the greatest median of runs.
func rangeText(runs []Row) string {
	var medians []float64
	for _, r := range runs {
		medians = append(medians, r.Median())
	}
	return report.Seconds(slices.Min(medians)).Text + " to " + report.Seconds(slices.Max(medians)).Text
}
