package cl

import "fmt"

// handle is the part of every object with a Release: OpenCL's pointer and the object's name in errors.
type handle struct {
	lib *Library
	id  uintptr // 0: released or never created
	on  string  // `buffer "segdist.hit"`
}

// newHandle returns the handle of an object that OpenCL just created, and counts it in l.
func newHandle(l *Library, id uintptr, on string) handle {
	l.live.Add(1)
	return handle{lib: l, id: id, on: on}
}

// usable refuses released objects before they reach a driver, which may crash on them.
func (h *handle) usable(call string) error {
	if h.id != 0 {
		return nil
	}
	if h.on == "" {
		return fmt.Errorf("cl: %s: object %w", call, ErrReleased)
	}
	return fmt.Errorf("cl: %s: %s: %w", call, h.on, ErrReleased)
}

// release releases the object once; h is empty afterwards, also after an error.
func (h *handle) release(call string, f func(uintptr) int32) error {
	if h.id == 0 {
		return nil
	}
	id := h.id
	h.id = 0
	h.lib.live.Add(-1)
	return fail(call, h.on, f(id))
}
