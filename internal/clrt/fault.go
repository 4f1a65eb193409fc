package clrt

import (
	"errors"
	"fmt"

	"flyby/internal/cl"
)

// Fault translates an error of a device for a driver's caller: to memory where there is no room, to lost where the device is
// lost. ok is false, and err stays as it is, where it is not a device's, or says that a kernel does not build.
func Fault(err, memory, lost error) (_ error, ok bool) {
	var status *cl.Error
	switch {
	case cl.IsBuildFailure(err):
		return err, false
	case errors.Is(err, ErrMemory):
		return meaningError{err, memory}, true
	case !errors.As(err, &status):
		return err, false
	case errors.Is(err, memory):
		return err, true
	case errors.Is(err, cl.MemObjectAllocationFailure), errors.Is(err, cl.OutOfHostMemory):
		return fmt.Errorf("%w: %w", memory, err), true
	}
	return fmt.Errorf("%w: %w", lost, err), true
}

// meaningError is an error with its own text, which also matches meaning.
type meaningError struct {
	error
	meaning error
}

func (e meaningError) Unwrap() []error { return []error{e.error, e.meaning} }
