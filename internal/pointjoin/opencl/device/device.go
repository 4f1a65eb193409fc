package device

import (
	"errors"

	"flyby/internal/clrt"
	"flyby/kernel"
)

// Device is an open device.
type Device struct {
	*clrt.Device
	About kernel.Device
	// Groups are the groups of kernels that have a work-item for each point.
	Groups clrt.Groups
	// Host is the number of threads that settle borderline pairs.
	Host int
	// Cuts are the sizes of the parts of results.
	Cuts Cuts
	// Matrix is the way of multiplying matrices of float16.
	Matrix Matrix

	ring     clrt.Ring
	programs map[string]*clrt.Program // by text
}

// Matrix is a way of multiplying matrices of float16.
type Matrix int

// The ways: none, by instructions of NVIDIA's PTX, and in their place by loops, which are for tests.
const (
	NoMatrix Matrix = iota
	MatrixPTX
	MatrixLoops
)

// Program builds a program, or returns it if it was built before. The device owns and releases it.
func (d *Device) Program(s clrt.Source) (*clrt.Program, error) {
	text, err := s.Text()
	if err != nil {
		return nil, err
	}
	if p := d.programs[text]; p != nil {
		return p, nil
	}
	p, err := d.Build(s)
	if err != nil {
		return nil, err
	}
	if d.programs == nil {
		d.programs = map[string]*clrt.Program{}
	}
	d.programs[text] = p
	return p, nil
}

// Close releases the programs, and the device with all its buffers.
func (d *Device) Close() error {
	d.ring.Drop()
	var errs []error
	for _, p := range d.programs {
		errs = append(errs, p.Release())
	}
	return errors.Join(append(errs, d.Device.Close())...)
}

// Cuts are the sizes of the parts of results: with small ones tests do with a few pairs what a GPU does with millions.
type Cuts struct {
	Pairs  int // pairs that are ordered and read at a time
	Room   int // pairs on the device at a time
	Doubts int // room for borderline pairs at first
	Table  int // cells that a table may have however few the points; more cells are hashed where points are few
}

// MostGroups is the greatest number of groups of a launch in which each group takes one row after another.
const MostGroups = 1 << 16

// Shares returns the number of groups among which items are divided, and the number of items of each, where a group goes
// through its own items.
func (d *Device) Shares(items int) (groups int, each uint32) {
	const least = 1 << 10 // number of items that is worth a group
	groups = max(1, min(d.Device.MostGroups, (items+least-1)/least))
	return groups, uint32((items + groups - 1) / groups)
}

// GPU reports whether kernels are launched in groups of more than one work-item.
func (d *Device) GPU() bool { return d.Groups.Size > 1 }
