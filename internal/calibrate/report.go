package calibrate

import (
	"flyby/internal/estimate"
)

// Report compares the parts of a model with the measurements. It is the Report of a
// predict.Model.
type Report struct {
	HeldOut []HeldOut    `json:"heldOut"`
	Mixed   []MixedPoint `json:"mixed"`
	Walks   []WalkPoint  `json:"walks"`
	// Rehearsals are whole searches by the temporal method.
	Rehearsals []Rehearsal `json:"rehearsals"`
	Seconds    float64     `json:"seconds"` // duration of the calibration
}

// MixedPoint is an invocation whose interactions are a mix, measured and predicted (paper, Figure 15).
type MixedPoint struct {
	Candidates float64      `json:"c"`
	Queries    float64      `json:"q"`
	Mix        estimate.Mix `json:"mix"`
	// Scattered is true if hits lie among spatial misses; otherwise a query segment hits all candidates or none.
	Scattered bool    `json:"scattered"`
	Seconds   float64 `json:"seconds"`
	Separate  float64 `json:"separate"`  // by the paper's sum
	Predicted float64 `json:"predicted"` // by the chosen form
}

// WalkPoint is a measured walk.
type WalkPoint struct {
	Count     estimate.WalkCount `json:"count"`
	Tests     float64            `json:"tests"` // box tests by the driver's own count; 0: it does not count
	Seconds   float64            `json:"seconds"`
	Predicted float64            `json:"predicted"`
}
