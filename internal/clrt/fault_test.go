package clrt

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"flyby/internal/cl"
)

// TestFault: an error of a device means no room or a lost device, one of the two; other errors stay
// as they are.
func TestFault(t *testing.T) {
	memory, lost := errors.New("no room"), errors.New("lost")
	other := errors.New("other")
	for _, c := range []struct {
		err, want error
		ok        bool
		text      string
	}{
		{err: nil},
		{err: other, want: other, text: "other"},
		{err: context.Canceled, want: context.Canceled, text: "context canceled"},
		{err: &cl.BuildError{Cause: &cl.Error{Status: cl.BuildProgramFailure}}, want: cl.BuildProgramFailure},
		{err: fmt.Errorf("buffer: %w", ErrMemory), want: memory, ok: true, text: "buffer: out of device memory"},
		{err: fmt.Errorf("%w: %w", ErrMemory, &cl.Error{Status: cl.OutOfResources}), want: memory, ok: true},
		{err: fmt.Errorf("%w: %w", memory, &cl.Error{Status: cl.OutOfResources}), want: memory, ok: true},
		{err: &cl.Error{Status: cl.MemObjectAllocationFailure}, want: memory, ok: true},
		{err: &cl.Error{Status: cl.OutOfHostMemory}, want: memory, ok: true},
		{err: &cl.Error{Status: cl.OutOfResources}, want: lost, ok: true},
		{err: &cl.Error{Status: cl.Status(-9999)}, want: lost, ok: true},
	} {
		got, ok := Fault(c.err, memory, lost)
		if ok != c.ok || !errors.Is(got, c.want) || !errors.Is(got, c.err) || ok && errors.Is(got, memory) == errors.Is(got, lost) {
			t.Errorf("%v: %v, %t", c.err, got, ok)
		}
		if c.text != "" && got.Error() != c.text {
			t.Errorf("%v: %q, want %q", c.err, got, c.text)
		}
	}
}
