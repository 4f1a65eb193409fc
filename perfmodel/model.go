package perfmodel

import (
	"fmt"
	"time"

	"flyby/kernel"
)

// Model predicts the time of searches on one device. It is not changed after Calibrate or Load and may be
// used by any number of goroutines.
type Model struct {
	Device Identity  `json:"device"`
	Made   time.Time `json:"made"`
	Kernel Kernel    `json:"kernel"` // T_GPU
	Host   Host      `json:"host"`   // T_CPU
	Walk   Walk      `json:"walk"`   // the pyramid walk
	Report Report    `json:"report"`
}

// Identity is what a model holds good for: another device, driver or number of units needs another.
type Identity struct {
	Name     string `json:"name"`
	Platform string `json:"platform"`
	Driver   string `json:"driver"`
	Units    int    `json:"units"`
}

func identify(d kernel.Device) Identity {
	return Identity{Name: d.Name, Platform: d.Platform, Driver: d.Driver, Units: d.Units}
}

func (i Identity) String() string {
	return fmt.Sprintf("%q, driver %q on %q, %d units", i.Name, i.Driver, i.Platform, i.Units)
}

// Report says how well the parts of a model fit what was measured. Nothing is predicted from it.
type Report struct {
	HeldOut []HeldOut    `json:"heldOut"`
	Mixed   []MixedPoint `json:"mixed"`
	Walks   []WalkPoint  `json:"walks"`
	// Rehearsals are whole searches by the temporal method.
	Rehearsals []Rehearsal `json:"rehearsals"`
	Seconds    float64     `json:"seconds"` // that the calibration took
}

// MixedPoint is an invocation whose interactions are a mix, measured and predicted (paper, Figure 15).
type MixedPoint struct {
	Candidates float64 `json:"c"`
	Queries    float64 `json:"q"`
	Mix        Mix     `json:"mix"`
	// Scattered says that hits lie among spatial misses; otherwise a query segment hits all or none.
	Scattered bool    `json:"scattered"`
	Seconds   float64 `json:"seconds"`
	Separate  float64 `json:"separate"`  // by the paper's sum
	Predicted float64 `json:"predicted"` // by the chosen form
}
