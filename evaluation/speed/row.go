package speed

import (
	"fmt"
	"slices"

	"flyby/evaluation/report"
	"flyby/evaluation/results"
)

// Row is one line of the table of targets, measured.
type Row struct {
	Name string `json:"row"` // "gal-0.05"
	What string `json:"what"`
	// Skipped says why the row was not measured; "" where it was.
	Skipped    string    `json:"skipped,omitempty"`
	Seconds    []float64 `json:"seconds,omitempty"` // of each warm trial
	CPU        []float64 `json:"cpu,omitempty"`     // seconds of the processors in each, on all threads; nil: not known
	Hits       uint64    `json:"hits,omitempty"`
	Encounters uint64    `json:"encounters,omitempty"`
	// Peak is the most memory, in bytes, that the process held while the row was measured, its data
	// included; where a row runs the command, the peak of its processes; 0: not known.
	Peak uint64 `json:"peak_bytes,omitempty"`
	// Claims are the claims about the row, the first one about Seconds.
	Claims []Claim `json:"claims,omitempty"`
	Turns  *Turns  `json:"turns,omitempty"` // of cores, GPU and auto
	Cost   *Cost   `json:"cost,omitempty"`  // of S1 to S10
	Floor  float64 `json:"floor,omitempty"` // seconds at least, by Cost on this machine; 0: not known
	Bare   float64 `json:"bare,omitempty"`  // seconds that the bytes of Cost take with an empty kernel; 0: not known
}

// Claim is a measured value beside its bounds.
type Claim struct {
	What  string  `json:"what"`            // "time", "x R-tree in C++"
	Unit  string  `json:"unit"`            // "s", "x", "MB/s"
	Most  float64 `json:"most,omitempty"`  // the value must not exceed it; 0: no such bound
	Least float64 `json:"least,omitempty"` // the value must not be below it; 0: no such bound
	Got   float64 `json:"got"`
	Note  string  `json:"note,omitempty"` // how the value was measured, or why there is none
	// Unknown says that the value was not measured.
	Unknown bool `json:"unknown,omitempty"`
}

// Verdict is the outcome of a claim.
type Verdict string

// The verdicts. A claim without bounds is reported only.
const (
	Holds     Verdict = "yes"
	Fails     Verdict = "no"
	Unlimited Verdict = "-"
	Unknown   Verdict = "?"
)

// Verdict compares the value with the bounds.
func (c Claim) Verdict() Verdict {
	switch {
	case c.Most == 0 && c.Least == 0:
		return Unlimited
	case c.Unknown:
		return Unknown
	case c.Most > 0 && !(c.Got <= c.Most), c.Least > 0 && !(c.Got >= c.Least):
		return Fails
	}
	return Holds
}

// Median returns the median time of the trials in seconds, NaN where there are none.
func (r Row) Median() float64 { return results.Median(r.Seconds) }

// Holds returns the worst verdict of the row's claims.
func (r Row) Holds() Verdict {
	worst := Unlimited
	for _, v := range []Verdict{Holds, Unknown, Fails} {
		if slices.ContainsFunc(r.Claims, func(c Claim) bool { return c.Verdict() == v }) {
			worst = v
		}
	}
	return worst
}

// bounds writes the target as text.
func (c Claim) bounds() string {
	switch {
	case c.Most > 0:
		return "<= " + quantity(c.Most, c.Unit)
	case c.Least > 0:
		return ">= " + quantity(c.Least, c.Unit)
	}
	return "-"
}

// value writes the measured value as text.
func (c Claim) value() string {
	if c.Unknown {
		return "-"
	}
	return quantity(c.Got, c.Unit)
}

// quantity writes a value with its unit.
func quantity(v float64, unit string) string {
	switch {
	case unit == "s":
		return report.Seconds(v).Text
	case unit == "x":
		return report.Times(v).Text
	case v >= 1e6:
		return fmt.Sprintf("%.3g million %s", v/1e6, unit)
	case v >= 1e3:
		return fmt.Sprintf("%.0f %s", v, unit)
	}
	return fmt.Sprintf("%.3g %s", v, unit)
}

// spread writes the range of the trials as text.
func (r Row) spread() string {
	if len(r.Seconds) < 2 {
		return "-"
	}
	return report.Seconds(slices.Min(r.Seconds)).Text + " to " + report.Seconds(slices.Max(r.Seconds)).Text
}
