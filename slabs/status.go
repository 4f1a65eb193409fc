package slabs

import (
	"context"
	"errors"
	"io/fs"
)

// A Condition says whether the part of a slab is there.
type Condition string

// What the part of a slab is.
const (
	Done    Condition = "done"
	Missing Condition = "missing"
	Damaged Condition = "damaged"
)

// State is what a folder has of a slab.
type State struct {
	K    int
	Is   Condition
	Why  error  // of a damaged part
	Rows uint64 // rows of a part that is done
}

// Status reads all parts, and says of each slab whether its part is there and good. The error is the error of ctx.
func (w *Work) Status(ctx context.Context) (all []State, err error) {
	for k := range w.m.Slabs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s := State{K: k, Is: Done}
		f, err := w.openPart(k)
		if err == nil {
			s.Rows, err = f.Rows, errors.Join(f.Check(ctx), f.Close())
		}
		switch {
		case err != nil && ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			s = stateOf(k, err)
		}
		all = append(all, s)
	}
	return all, nil
}

// stateOf is the state of a part that cannot be read.
func stateOf(k int, err error) State {
	if errors.Is(err, fs.ErrNotExist) {
		return State{K: k, Is: Missing}
	}
	return State{K: k, Is: Damaged, Why: err}
}
