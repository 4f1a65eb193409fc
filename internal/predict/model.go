package predict

import (
	"encoding/json"
	"fmt"
	"time"

	"flyby/kernel"
)

// Model predicts the time of searches on one device. It does not change after it is made or read, and may be
// used by any number of goroutines.
type Model struct {
	Device Identity  `json:"device"`
	Made   time.Time `json:"made"`
	Kernel Kernel    `json:"kernel"` // T_GPU
	Host   Host      `json:"host"`   // T_CPU
	Walk   Walk      `json:"walk"`   // the pyramid walk
	// Report compares the parts with their measurements, as package calibrate writes it. Predictions do not use it.
	Report json.RawMessage `json:"report"`
}

// Identity is the device that a model is valid for: another device, driver or number of units needs another model.
type Identity struct {
	Name     string `json:"name"`
	Platform string `json:"platform"`
	Driver   string `json:"driver"`
	Units    int    `json:"units"`
}

// Identify returns the identity of a device.
func Identify(d kernel.Device) Identity {
	return Identity{Name: d.Name, Platform: d.Platform, Driver: d.Driver, Units: d.Units}
}

func (i Identity) String() string {
	return fmt.Sprintf("%q, driver %q on %q, %d units", i.Name, i.Driver, i.Platform, i.Units)
}
