package kernel

import "fmt"

// Device describes the device of a driver.
type Device struct {
	Selector string // the value of --device for it: its provider's name, a colon and a number
	Name     string
	Vendor   string
	Platform string // of OpenCL, with its version
	Driver   string // version
	Kind     Kind
	Units    int    // compute units, or cores
	ClockMHz int    // 0: unknown
	Memory   uint64 // bytes
	MaxAlloc uint64 // bytes of the largest single buffer; 0: no limit of its own
	Float64  bool   // solves on the device; without it the host solves the interactions that the device leaves
	Tile     int    // query segments that Interact takes at once: batches are filled up to a multiple of it; 0: one
}

// Kind is the kind of a device.
type Kind string

const (
	// CPU marks a processor, through OpenCL or the host driver.
	CPU Kind = "cpu"
	// GPU marks a graphics processor.
	GPU Kind = "gpu"
	// Accelerator marks any other OpenCL device.
	Accelerator Kind = "accelerator"
)

// OverflowError says that the hits of a work outgrow a device's buffer: the work is to be
// cut, and its parts to be run.
type OverflowError struct {
	Hits uint64 // hits of the work; 0: not known
	Room uint64 // hits that the buffer holds
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("kernel: %d hits outgrow the buffer of %d", e.Hits, e.Room)
}
