package serve

import (
	"context"
	"net/http"
	"sync"
)

// A running counts requests that are answered, so that a server that ends can wait for those that it cut: each has a line in the log, and memory to give back.
type running struct {
	mutex sync.Mutex
	now   int
	none  chan struct{} // closed once there are none; nil: nobody waits
}

// counted counts the requests of a handler.
func (r *running) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, of *http.Request) {
		r.add(1)
		defer r.add(-1) // of one that is cut, too, which panics
		next.ServeHTTP(w, of)
	})
}

// add counts.
func (r *running) add(n int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.now += n
	if r.now == 0 && r.none != nil {
		close(r.none)
		r.none = nil
	}
}

// wait waits until there are none, or the context ends. One goroutine may wait.
func (r *running) wait(ctx context.Context) {
	r.mutex.Lock()
	if r.now == 0 {
		r.mutex.Unlock()
		return
	}
	none := make(chan struct{})
	r.none = none
	r.mutex.Unlock()
	select {
	case <-none:
	case <-ctx.Done():
	}
}
