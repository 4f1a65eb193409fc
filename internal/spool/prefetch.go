package spool

import "flyby/internal/slab"

// gatherAhead returns a source that makes the next slab while the yielded one is in use. At most two
// slabs are in use: source may reuse any earlier one.
func gatherAhead(source slab.Source) slab.Source {
	type result struct {
		slab *slab.Slab
		err  error
	}
	return func(yield func(*slab.Slab, error) bool) {
		next, stop, done := make(chan result), make(chan struct{}), make(chan struct{})
		go func() {
			defer close(done)
			defer close(next)
			for b, err := range source {
				select {
				case next <- result{b, err}:
				case <-stop:
					return
				}
			}
		}()
		defer func() {
			close(stop)
			<-done
		}()
		for r := range next {
			if !yield(r.slab, r.err) {
				return
			}
		}
	}
}

// notify returns a source that calls made with each slab before it yields it.
func notify(source slab.Source, made func(*slab.Slab)) slab.Source {
	if made == nil {
		return source
	}
	return func(yield func(*slab.Slab, error) bool) {
		for b, err := range source {
			if err == nil {
				made(b)
			}
			if !yield(b, err) {
				return
			}
		}
	}
}
