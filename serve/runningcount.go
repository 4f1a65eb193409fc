package serve

import (
	"context"
	"net/http"
	"sync"
)

// A running counts the requests that are being answered, so that a server that ends can wait for the requests that it cut: each still writes a line to the log, and gives back memory.
type running struct {
	mutex sync.Mutex
	now   int
	none  chan struct{} // closed once there are no requests; nil: nobody waits
}

// counted counts the requests of a handler.
func (r *running) counted(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, of *http.Request) {
		r.add(1)
		defer r.add(-1) // also for a request that is cut, which panics
		next.ServeHTTP(w, of)
	})
}

// add adds to the count.
func (r *running) add(n int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.now += n
	if r.now == 0 && r.none != nil {
		close(r.none)
		r.none = nil
	}
}

// wait waits until there are no requests, or the context ends. One goroutine may wait.
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
