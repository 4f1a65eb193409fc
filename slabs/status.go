package slabs

import (
	"context"
	"errors"
	"io/fs"
)

// A Condition says whether the part of a slab is done, missing or damaged.
type Condition string

// The conditions of the part of a slab.
const (
	Done    Condition = "done"
	Missing Condition = "missing"
	Damaged Condition = "damaged"
)

// State is the state of a slab's part in a folder.
type State struct {
	K    int
	Is   Condition
	Why  error  // the reason why a part is damaged
	Rows uint64 // rows of a part that is done
}

// Status reads all parts, and returns the state of each slab. The error is the error of ctx.
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

// stateOf returns the state of a part that cannot be read.
func stateOf(k int, err error) State {
	if errors.Is(err, fs.ErrNotExist) {
		return State{K: k, Is: Missing}
	}
	return State{K: k, Is: Damaged, Why: err}
}
