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
	// Groups are those of kernels with a work-item a point.
	Groups clrt.Groups
	// Host is the number of threads that settle what is borderline.
	Host int
	// Cuts are how results are cut.
	Cuts Cuts

	staging  clrt.Staging
	programs map[string]*clrt.Program // by text
}

// Program builds a program, or returns it where it was built before: it is the device's, which releases it.
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

// Close releases the programs, and the device with all that is on it.
func (d *Device) Close() error {
	d.staging.Drop()
	var errs []error
	for _, p := range d.programs {
		errs = append(errs, p.Release())
	}
	return errors.Join(append(errs, d.Device.Close())...)
}

// Cuts are how results are cut: what a GPU does with millions of pairs is done with a few in tests.
type Cuts struct {
	Pairs  int // of a part that is put in order and read at a time
	Room   int // pairs on the device at a time
	Doubts int // borderline pairs there is room for at first
	Table  int // cells of a table, beyond which they are hashed
}

// MostGroups is the most groups of a launch where each takes rows in turn.
const MostGroups = 1 << 16

// Shares is how many groups a number of items are shared out among, and how many each has, where a group goes through its own.
func (d *Device) Shares(items int) (groups int, each uint32) {
	const least = 1 << 10 // items that are worth a group
	groups = max(1, min(d.Device.MostGroups, (items+least-1)/least))
	return groups, uint32((items + groups - 1) / groups)
}

// GPU reports whether kernels are launched in groups.
func (d *Device) GPU() bool { return d.Groups.Size > 1 }
