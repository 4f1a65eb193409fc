package cl

import (
	"errors"
	"fmt"
	"strings"
)

// ErrReleased says that an object was used after its Release, or an Event before an Enqueue method filled it.
var ErrReleased = errors.New("released or never created")

// Error is a call that OpenCL, or the checks before it, refused.
type Error struct {
	Call   string // the OpenCL function without its cl prefix: "EnqueueReadBuffer"
	On     string // the object: `buffer "segdist.hit" bytes [0, 64)`; may be empty
	Status Status
}

// Error reads `cl: EnqueueReadBuffer buffer "segdist.hit" bytes [0, 64): CL_OUT_OF_RESOURCES (-5)`.
func (e *Error) Error() string {
	return fmt.Sprintf("cl: %s: %v", strings.TrimSpace(e.Call+" "+e.On), e.Status)
}

// Unwrap returns the Status, so that errors.Is(err, cl.OutOfResources) works.
func (e *Error) Unwrap() error { return e.Status }

// fail returns nil for status 0, else an [*Error].
func fail(call, on string, status int32) error {
	if status == 0 {
		return nil
	}
	return &Error{Call: call, On: on, Status: Status(status)}
}

// BuildError is a program that did not compile.
type BuildError struct {
	Program string // the label given to CreateProgramWithSource or CreateProgramWithBinary
	Device  string
	Options string
	Log     string // the compiler's messages
	Cause   error  // an *Error, joined with the error of reading the log, if any
}

// Error ends with the compiler's messages on lines of their own.
func (e *BuildError) Error() string {
	text := fmt.Sprintf("cl: build program %q on %q (options %q): %v", e.Program, e.Device, e.Options, e.Cause)
	if e.Log == "" {
		return text + "; the build log is empty"
	}
	return text + "; build log:\n" + e.Log
}

// Unwrap returns the cause.
func (e *BuildError) Unwrap() error { return e.Cause }

// IsAllocation reports whether err means that memory of the device or the host ran out, or that a buffer is larger
// than the device allows: less work at a time may succeed. Some drivers allocate on first use, so any Enqueue call and
// WaitForEvents may fail in this way.
func IsAllocation(err error) bool {
	return isAny(err, MemObjectAllocationFailure, OutOfResources, OutOfHostMemory, InvalidBufferSize)
}

// IsNoDevice reports whether err means that there is no OpenCL device: no library, no platform, or no platform with a
// device.
func IsNoDevice(err error) bool {
	return errors.Is(err, ErrNoLibrary) || isAny(err, DeviceNotFound, PlatformNotFound)
}

// IsBuildFailure reports whether err holds a [*BuildError].
func IsBuildFailure(err error) bool {
	var build *BuildError
	return errors.As(err, &build)
}

// isAny reports whether err holds one of the statuses.
func isAny(err error, statuses ...Status) bool {
	for _, s := range statuses {
		if errors.Is(err, s) {
			return true
		}
	}
	return false
}
