package calibrate

import (
	"context"
	"errors"
	"testing"

	"flyby/internal/parallel"
	"flyby/kernel"
)

// Hits are sorted if Options have a Pool, unless they come in order; an interrupted sort returns an error.
func TestOrder(t *testing.T) {
	c := newCalibrator(newFakeDriver(gpu()), Options{Quick: true, Pool: parallel.NewPool(2)})
	scattered := c.scattered(100_000)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.order(cancelled, scattered, int(c.most)); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if err := c.order(t.Context(), scattered, int(c.most)); err != nil || !c.orders() {
		t.Errorf("in order: %v", err)
	}
	ordered := &kernel.Hits{Lists: []kernel.HitList{{List: scattered.Lists[0].List, Ordered: true}}}
	if err := c.order(cancelled, ordered, int(c.most)); err != nil {
		t.Errorf("those in order were put in order: %v", err)
	}
	c.Pool = nil
	if err := c.order(cancelled, scattered, int(c.most)); err != nil || c.orders() {
		t.Errorf("without a pool: %v", err)
	}
}
