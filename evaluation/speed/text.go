package speed

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"flyby/evaluation/report"
)

// WriteText writes the tables for people: rows beside their targets, and the floors of S1 to S10.
func (r Report) WriteText(w io.Writer) error {
	d := r.Machine.Device
	fmt.Fprintf(w, "%s (%s), %d cores of %s, %s\n", d.Name, d.Selector, r.Machine.Cores, r.Machine.CPU, r.Machine.System)
	if r.Scale != 1 {
		fmt.Fprintf(w, "scale %v: targets hold at 1\n", r.Scale)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nROW\tWHAT\tTARGET\tMEASURED\tTRIALS\tHITS\tPEAK\tHOLDS")
	for _, row := range r.Rows {
		row.write(t)
	}
	r.writeFloors(t)
	r.writePays(t)
	return t.Flush()
}

// write writes a row, and each further claim on a line of its own.
func (r Row) write(w io.Writer) {
	if r.Skipped != "" {
		fmt.Fprintf(w, "%s\t%s\t-\tskipped: %s\n", r.Name, r.What, r.Skipped)
		return
	}
	for i, c := range r.Claims {
		name, what, trials, hits, peak := "", "", "", "", ""
		if i == 0 {
			name, what, trials, hits, peak = r.Name, r.What, r.spread(), r.foundText(), r.peakText()
		} else {
			what = "  " + c.What
		}
		if c.Note != "" {
			what += " (" + c.Note + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", name, what, c.bounds(), c.value(), trials, hits, peak, c.Verdict())
	}
}

// foundText writes the number of hits, and of encounters; rows that read or index have none.
func (r Row) foundText() string {
	if r.Hits == 0 {
		return "-"
	}
	text := strconv.FormatUint(r.Hits, 10)
	if r.Encounters > 0 {
		text += " in " + strconv.FormatUint(r.Encounters, 10)
	}
	return text
}

// peakText writes the peak of memory.
func (r Row) peakText() string {
	if r.Peak == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f MB", float64(r.Peak)/mega)
}

// bareText writes the time of the bytes of S1 to S10 with an empty kernel.
func (r Row) bareText() string {
	if r.Bare == 0 {
		return "-"
	}
	return report.Seconds(r.Bare).Text
}

// writeFloors writes the floors of S1 to S10, here and on a GPU of the H200's class.
func (r Report) writeFloors(w io.Writer) {
	class := GPUClass()
	if r.Rates == nil {
		return
	}
	fmt.Fprintln(w, "\nSEARCH\tBYTES UP\tBYTES DOWN\tHITS\tINTERACTIONS\tFLOOR HERE\tBARE\tMEASURED\tRATIO\tFLOOR, H200 CLASS")
	for _, row := range r.Rows {
		if c := row.Cost; c != nil {
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t%s\t%s\t%s\t%s\n", row.Name, c.Up, c.Down, c.Hits, c.Interactions,
				report.Seconds(row.Floor).Text, row.bareText(), report.Seconds(row.Median()).Text,
				report.Times(row.Median()/row.Floor).Text, report.Seconds(class.Floor(*c)).Text)
		}
	}
	for _, rates := range []Rates{*r.Rates, class} {
		fmt.Fprintf(w, "\n%s: %.3g GB/s up, %.3g GB/s down, %s there and back, %.4g million interactions/s",
			rates.Name, rates.Up/1e9, rates.Down/1e9, quantity(rates.Latency*1e6, "µs"), rates.Interactions/1e6)
	}
	fmt.Fprintln(w)
}
