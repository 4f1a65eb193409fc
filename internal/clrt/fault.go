package clrt

import (
	"errors"
	"fmt"

	"flyby/kernel/cl"
)

// Fault says what an error of a device means to a driver's caller: no room there, which is memory, or a device that is lost.
// ok is false where err is not a device's, or is of a kernel that does not build: it stays as it is.
func Fault(err, memory, lost error) (_ error, ok bool) {
	var status *cl.Error
	switch {
	case cl.IsBuildFailure(err):
		return err, false
	case errors.Is(err, ErrMemory):
		return both{err, memory}, true
	case !errors.As(err, &status):
		return err, false
	case errors.Is(err, memory):
		return err, true
	case errors.Is(err, cl.MemObjectAllocationFailure), errors.Is(err, cl.OutOfHostMemory):
		return fmt.Errorf("%w: %w", memory, err), true
	}
	return fmt.Errorf("%w: %w", lost, err), true
}

// both is an error that says by itself what the other means.
type both struct {
	error
	meaning error
}

func (e both) Unwrap() []error { return []error{e.error, e.meaning} }
