package tune

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"flyby/internal/inventory"
	"flyby/internal/memory"
	"flyby/internal/printable"
	"flyby/internal/scene"
)

// Text is the table with a small figure of T(s), and the best sizes, for people.
func (r *Result) Text() string {
	var b strings.Builder
	rows := r.shown()
	for i := range rows {
		figure := ""
		if i > 0 {
			figure = r.bar(&r.Sizes[i-1])
		}
		rows[i] = append(rows[i], figure)
	}
	writeAligned(&b, rows)
	for _, f := range r.facts() {
		b.WriteString(f + "\n")
	}
	return b.String()
}

// writeAligned writes rows with columns of one width, flush right but for the last.
func writeAligned(b *strings.Builder, rows [][]string) {
	wide := make([]int, len(rows[0]))
	for _, row := range rows {
		for k, cell := range row {
			wide[k] = max(wide[k], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for k, cell := range row {
			pad := strings.Repeat(" ", wide[k]-utf8.RuneCountInString(cell))
			if k == len(row)-1 {
				pad = ""
			}
			line.WriteString(pad + cell + "  ")
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// top is how many times the least T(s) the figures reach: longer times are cut off.
const top = 4

// span returns the longest time that figures show.
func (r *Result) span() float64 {
	most, least := 0.0, 0.0
	for i, s := range r.Sizes {
		most = max(most, s.PredictedS, s.SearchS)
		if i == 0 || s.PredictedS < least {
			least = s.PredictedS
		}
	}
	if least > 0 {
		most = min(most, top*max(least, r.fastest()))
	}
	return most
}

// fastest returns the least measured time, 0 where none was.
func (r *Result) fastest() float64 {
	if r.Measured == nil {
		return 0
	}
	return r.Measured.SearchS
}

// bar is T(s) as a line of characters, with a mark at the measured time.
func (r *Result) bar(s *Size) string {
	const wide = 40
	at := func(v float64) int {
		if span := r.span(); span > 0 {
			return min(int(wide*v/span), wide)
		}
		return 0
	}
	line := []byte(strings.Repeat("-", at(s.PredictedS)) + strings.Repeat(" ", wide+1-at(s.PredictedS)))
	if s.PredictedS > r.span() {
		line[wide] = '>'
	}
	if s.Runs > 0 {
		line[at(s.SearchS)] = 'o'
	}
	return strings.TrimRight(string(line), " ")
}

// facts are sentences about the result: the data, the best sizes, and the sizes that were not measured.
func (r *Result) facts() []string {
	all := []string{
		fmt.Sprintf("%s x %s on %s (%s).", inventory.Plural(r.Entries, "entry segment"), inventory.Plural(r.Queries, "query segment"), printable.Text(r.Device), r.Why),
	}
	if len(r.Sizes) == 0 {
		return append(all, "There are no query segments in the times of the search.")
	}
	all = append(all, fmt.Sprintf("Best batch size by the model: %s, predicted to take %s.", memory.Count(r.BatchSize), inventory.Seconds(r.PredictedS)))
	if r.Measured == nil {
		return all
	}
	return append(all, r.Measured.facts(r.find(r.BatchSize))...)
}

// facts are sentences about the measurements. chosen is the size that the model chose.
func (d *Measurement) facts(chosen *Size) (all []string) {
	if d.BatchSize > 0 {
		all = append(all, fmt.Sprintf("Best batch size of those measured: %s, which took %s.", memory.Count(d.BatchSize), inventory.Seconds(d.SearchS)))
	}
	if d.Slowdown != nil {
		all = append(all, fmt.Sprintf("In batches of the model's size the search took %s, %s longer; the model predicts %s.",
			inventory.Seconds(chosen.SearchS), percent(*d.Slowdown), off(chosen.PredictedS/chosen.SearchS-1)))
	}
	if len(d.LeftOut) > 0 {
		var sizes []string
		for _, s := range d.LeftOut {
			sizes = append(sizes, memory.Count(s))
		}
		all = append(all, fmt.Sprintf("Not measured, for %s is too short: %s.", inventory.Seconds(d.BoundS), strings.Join(sizes, ", ")))
	}
	return append(all, fmt.Sprintf("Measured times are medians, of searches in an order from seed %d.", d.Seed))
}

// off says how far a prediction is from the measured time, of which it is the given fraction more.
func off(v float64) string {
	if v < 0 {
		return percent(-v) + " less"
	}
	return percent(v) + " more"
}

// percent writes a fraction in percent, to a tenth.
func percent(v float64) string { return scene.Short(math.Round(1000*v)/10) + " %" }
