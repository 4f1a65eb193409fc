package queue_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"flyby/serve/internal/queue"
)

// enter waits for memory and for the devices. leave gives both back.
func enter(ctx context.Context, q *queue.Queue, need uint64) (leave func(), err error) {
	p, err := q.Admit(ctx, need)
	if err != nil {
		return nil, err
	}
	if err := p.Turn(ctx); err != nil {
		p.Leave()
		return nil, err
	}
	return p.Leave, nil
}

// arrive enters in a goroutine, and calls in with the result.
func arrive(ctx context.Context, q *queue.Queue, need uint64, in func(leave func(), err error)) {
	go func() { in(enter(ctx, q, need)) }()
	synctest.Wait()
}

// TestOrder: one search is on the devices at a time, and waiting searches enter in the order of their arrival.
func TestOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(10, 100)
		var order []int
		var leaves []func()
		for i := range 5 {
			arrive(t.Context(), q, 10, func(leave func(), err error) {
				if err != nil {
					t.Error(err)
				}
				order, leaves = append(order, i), append(leaves, leave)
			})
		}
		for i := range 5 {
			synctest.Wait()
			if len(order) != i+1 || q.Waiting() != 4-i {
				t.Fatalf("after %d: %d came in, %d wait", i, len(order), q.Waiting())
			}
			leave := leaves[i]
			leave()
			leave() // a second leave does nothing
		}
		if !slices.Equal(order, []int{0, 1, 2, 3, 4}) || q.Used() != 0 || q.Waiting() != 0 {
			t.Error(order, q.Used(), q.Waiting())
		}
	})
}

// TestFull: as many searches wait as may, and one more is refused at once.
func TestFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(2, 100)
		leave, err := enter(t.Context(), q, 1)
		if err != nil {
			t.Fatal(err)
		}
		ended := 0
		for range 2 {
			arrive(t.Context(), q, 1, func(leave func(), err error) {
				if ended++; err == nil {
					leave()
				}
			})
		}
		if _, err := enter(t.Context(), q, 1); err != queue.ErrFull {
			t.Error(err)
		}
		leave()
		synctest.Wait()
		if leave, err = enter(t.Context(), q, 1); err != nil || ended != 2 {
			t.Fatal(ended, err)
		}
		leave()
	})
}

// TestNoWaiting: a queue without places to wait lets one in.
func TestNoWaiting(t *testing.T) {
	q := queue.New(0, 100)
	leave, err := enter(t.Context(), q, 100)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := enter(t.Context(), q, 0); err != queue.ErrFull {
		t.Error(err)
	}
	leave()
}

// TestNeedAboveAllMemory: a need above all memory is refused, however empty or full the queue is.
func TestNeedAboveAllMemory(t *testing.T) {
	q := queue.New(0, 100)
	for range 2 {
		if _, err := enter(t.Context(), q, 101); err != queue.ErrNever {
			t.Error(err)
		}
		if _, err := enter(t.Context(), q, 1); err != nil && err != queue.ErrFull {
			t.Error(err)
		}
	}
}

// TestMemory: a search that does not fit waits, and no later one that fits overtakes it: 45 fit beside 50.
func TestMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(10, 100)
		first, err := q.Admit(t.Context(), 60)
		if err != nil {
			t.Fatal(err)
		}
		var order []uint64
		for _, need := range []uint64{50, 60, 45} {
			arrive(t.Context(), q, need, func(leave func(), err error) {
				if err != nil {
					t.Error(err)
				}
				order = append(order, need)
				leave()
			})
		}
		if len(order) > 0 || q.Waiting() != 3 || q.Used() != 60 {
			t.Error(order, q.Waiting(), q.Used())
		}
		first.Leave()
		first.Leave()
		synctest.Wait()
		if !slices.Equal(order, []uint64{50, 60, 45}) || q.Used() != 0 {
			t.Error(order, q.Used())
		}
	})
}

// TestClientGoesAway: a client that goes away leaves at once, whether it waits for memory or for the devices, and the searches behind it move up.
func TestClientGoesAway(t *testing.T) {
	for _, need := range []uint64{90, 10} {
		synctest.Test(t, func(t *testing.T) {
			q := queue.New(2, 100)
			leave, err := enter(t.Context(), q, 20)
			if err != nil {
				t.Fatal(err)
			}
			why := errors.New("gone")
			ctx, cancel := context.WithCancelCause(t.Context())
			var gone error
			arrive(ctx, q, need, func(_ func(), err error) { gone = err })
			if _, err := enter(ctx, q, 101); err != queue.ErrNever {
				t.Error(err)
			}
			behind := false
			go func() {
				p, err := q.Admit(t.Context(), 70) // it waits, as 90 are before it
				if err != nil {
					t.Error(err)
					return
				}
				behind = true
				p.Leave()
			}()
			synctest.Wait()
			if behind == (need == 90) {
				t.Errorf("behind %d is in: %v", need, behind)
			}
			cancel(why)
			synctest.Wait()
			if !errors.Is(gone, why) || !behind || q.Waiting() != 0 || q.Used() != 20 {
				t.Error(gone, behind, q.Waiting(), q.Used())
			}
			leave()
		})
	}
}

// TestGoneBefore: a client that is gone already is not let in.
func TestGoneBefore(t *testing.T) {
	q := queue.New(2, 100)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := enter(ctx, q, 1); !errors.Is(err, context.Canceled) || q.Used() != 0 {
		t.Error(err, q.Used())
	}
}

// TestDone: devices that are returned go to the next search, while the memory stays.
func TestDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(2, 100)
		p, err := q.Admit(t.Context(), 60)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Turn(t.Context()); err != nil {
			t.Fatal(err)
		}
		in := 0
		arrive(t.Context(), q, 40, func(leave func(), err error) { in++; leave() })
		if in != 0 {
			t.Error("two are on the devices")
		}
		p.Done()
		p.Done()
		synctest.Wait()
		if in != 1 || q.Used() != 60 {
			t.Error(in, q.Used())
		}
		p.Leave()
		if q.Used() != 0 {
			t.Error(q.Used())
		}
	})
}

// TestTurns: the devices go to the first search that asks for them, not to the first admitted: a body may come slowly.
func TestTurns(t *testing.T) {
	q := queue.New(2, 100)
	slow, err := q.Admit(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	leave, err := enter(t.Context(), q, 10)
	if err != nil {
		t.Fatal(err)
	}
	leave()
	if err := slow.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	slow.Leave()
}

// TestTurnRefused: a place that is refused the devices keeps its memory.
func TestTurnRefused(t *testing.T) {
	q := queue.New(0, 100)
	a, err := q.Admit(t.Context(), 10)
	if err != nil {
		t.Fatal(err)
	}
	leave, err := enter(t.Context(), q, 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Turn(t.Context()); err != queue.ErrFull || q.Used() != 20 {
		t.Error(err, q.Used())
	}
	a.Leave()
	leave()
	if q.Used() != 0 {
		t.Error(q.Used())
	}
}

// TestShut: waiting and new searches are refused, and admitted ones stay.
func TestShut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(10, 100)
		in, err := q.Admit(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		leave, err := enter(t.Context(), q, 10)
		if err != nil {
			t.Fatal(err)
		}
		refused := make(chan error, 3)
		for _, need := range []uint64{1, 100, 1} {
			arrive(t.Context(), q, need, func(_ func(), err error) { refused <- err })
		}
		q.Shut()
		q.Shut()
		synctest.Wait()
		for range 3 {
			if err := <-refused; err != queue.ErrShut {
				t.Error(err)
			}
		}
		if _, err := enter(t.Context(), q, 1); err != queue.ErrShut {
			t.Error(err)
		}
		if err := in.Turn(t.Context()); err != queue.ErrShut {
			t.Error(err)
		}
		in.Leave()
		if q.Used() != 10 || q.Waiting() != 0 {
			t.Error(q.Used(), q.Waiting())
		}
		leave()
		if q.Used() != 0 {
			t.Error(q.Used())
		}
	})
}

// TestNoWakeupIsLost: clients that come, go away and leave at random leave an empty queue, which lets one in. At no time are two on the
// devices, nor is more memory taken than there is.
func TestNoWakeupIsLost(t *testing.T) {
	q := queue.New(8, 100)
	var all sync.WaitGroup
	var lock sync.Mutex
	held, searching := uint64(0), 0
	change := func(need uint64, by int) {
		lock.Lock()
		defer lock.Unlock()
		if held, searching = held+need, searching+by; held > 100 || searching > 1 {
			t.Errorf("%d bytes, %d at once", held, searching)
		}
	}
	for client := range uint64(12) {
		random := rand.New(rand.NewPCG(1, client))
		all.Go(func() {
			for range 500 {
				ctx, cancel := context.WithCancel(t.Context())
				need := random.Uint64N(60)
				spins := random.IntN(50)
				go func() {
					for range spins { // spins let clients go away at any moment
					}
					cancel()
				}()
				p, err := q.Admit(ctx, need)
				if err == nil {
					change(need, 0)
					if err = p.Turn(ctx); err == nil {
						change(0, 1)
						change(0, -1)
						p.Done()
					}
					change(-need, 0)
					p.Leave()
				}
				cancel()
				if err != nil && !errors.Is(err, context.Canceled) && err != queue.ErrFull {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if q.Used() != 0 || q.Waiting() != 0 {
		t.Fatal(q.Used(), q.Waiting())
	}
	leave, err := enter(t.Context(), q, 100)
	if err != nil {
		t.Fatal(err)
	}
	leave()
}

// TestDeadline: a search whose time is over leaves the queue with the error of its context.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(2, 100)
		leave, err := enter(t.Context(), q, 20)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := enter(ctx, q, 20); !errors.Is(err, context.DeadlineExceeded) || q.Used() != 20 {
			t.Error(err, q.Used())
		}
		leave()
	})
}

// TestKeep: a place may keep some of its memory, and waiting searches get the rest and the devices.
func TestKeep(t *testing.T) {
	q := queue.New(10, 100)
	p, err := q.Admit(t.Context(), 80)
	if err == nil {
		err = p.Turn(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	p.Keep(30)
	leave, err := enter(t.Context(), q, 70)
	if err != nil || q.Used() != 100 {
		t.Fatal(err, q.Used())
	}
	leave()
	p.Keep(90) // no more than its own
	if q.Used() != 30 {
		t.Error(q.Used())
	}
	p.Leave()
	if q.Used() != 0 {
		t.Error(q.Used())
	}
}

// TestSplit: a part of a place's memory is given back by itself, and has no devices.
func TestSplit(t *testing.T) {
	q := queue.New(1, 100)
	p, err := q.Admit(t.Context(), 80)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Turn(t.Context()); err != nil {
		t.Fatal(err)
	}
	part, all := p.Split(30), p.Split(1000)
	if q.Used() != 80 {
		t.Errorf("%d bytes are used", q.Used())
	}
	p.Leave()
	if leave, err := enter(t.Context(), q, 20); err != nil { // the devices are free
		t.Error(err)
	} else {
		leave()
	}
	for _, of := range []struct {
		place *queue.Place
		used  uint64
	}{{part, 50}, {part, 50}, {all, 0}} {
		if of.place.Leave(); q.Used() != of.used {
			t.Errorf("%d bytes are used, want %d", q.Used(), of.used)
		}
	}
}
