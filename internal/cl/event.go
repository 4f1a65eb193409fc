package cl

import (
	"errors"
	"fmt"
	"time"
	"unsafe"
)

// Event follows one enqueued command. The zero Event is ready to be passed to an Enqueue method, which fills it. Filling
// an Event again releases its former event, so that a loop may reuse an Event. It must not be copied once filled.
type Event struct {
	handle
	call string // the Enqueue call that filled it
}

// Profile holds the times of a command in nanoseconds of the device's clock, whose zero is arbitrary.
type Profile struct {
	Queued, Submit, Start, End uint64
}

// Duration is the time that the command ran.
func (p Profile) Duration() time.Duration { return time.Duration(p.End - p.Start) }

const (
	eventExecutionStatus = 0x11D3
	profilingQueued      = 0x1280
	profilingSubmit      = 0x1281
	profilingStart       = 0x1282
	profilingEnd         = 0x1283
)

// WaitForEvents returns when all the commands are complete. If some failed, the error holds the status of each.
func WaitForEvents(events ...*Event) error {
	const call = "WaitForEvents"
	if len(events) == 0 {
		return nil
	}
	ids := make([]uintptr, len(events))
	for i, e := range events {
		if err := e.usable(call); err != nil {
			return err
		}
		ids[i] = e.id
	}
	lib := events[0].lib
	err := fail(call, events[0].on, lib.fn.WaitForEvents(uint32(len(ids)), &ids[0]))
	if !isAny(err, execStatusErrorInWaitList) {
		return err
	}
	for _, e := range events {
		_, cause := e.GetEventInfo()
		err = errors.Join(err, cause)
	}
	return err
}

// GetEventInfo reports without waiting whether the command is complete. A command that failed is an error.
func (e *Event) GetEventInfo() (complete bool, err error) {
	const call = "GetEventInfo"
	if err := e.usable(call); err != nil {
		return false, err
	}
	i := info{call: call, on: e.on, ask: func(param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
		return e.lib.fn.GetEventInfo(e.id, param, size, value, sizeRet)
	}}
	status := scalar[int32](&i, eventExecutionStatus) // 3 queued, 2 submitted, 1 running, 0 complete
	if i.err == nil && status < 0 {
		i.err = fail(e.call, e.on, status)
	}
	return status == 0 && i.err == nil, i.err
}

// GetEventProfilingInfo reads the command's times. It must be complete, and its queue made with [Profiling]: else the
// error is CL_PROFILING_INFO_NOT_AVAILABLE.
func (e *Event) GetEventProfilingInfo() (Profile, error) {
	const call = "GetEventProfilingInfo"
	if err := e.usable(call); err != nil {
		return Profile{}, err
	}
	i := info{call: call, on: fmt.Sprintf("of %s %s", e.call, e.on), ask: func(param uint32, size uintptr, value unsafe.Pointer, sizeRet *uintptr) int32 {
		return e.lib.fn.GetEventProfilingInfo(e.id, param, size, value, sizeRet)
	}}
	return Profile{
		Queued: scalar[uint64](&i, profilingQueued),
		Submit: scalar[uint64](&i, profilingSubmit),
		Start:  scalar[uint64](&i, profilingStart),
		End:    scalar[uint64](&i, profilingEnd),
	}, i.err
}

// Release releases the event and empties it; nil and the zero Event are allowed.
func (e *Event) Release() error {
	if e == nil || e.id == 0 {
		return nil
	}
	return e.release("ReleaseEvent", e.lib.fn.ReleaseEvent)
}
