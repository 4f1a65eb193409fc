package host

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"flyby/points"
)

// chunkOf returns a chunk of a task with a number in it.
func chunkOf(memory points.Pairs, task, number int) points.Pairs {
	if memory.First == nil {
		memory = points.Pairs{First: make([]uint32, 1), Second: make([]uint32, 1)}
	}
	memory.First[0], memory.Second[0] = uint32(task), uint32(number)
	return memory
}

// TestLane: in any interleaving of threads, chunks pass by task and number, each once, and reuse the memory of chunks
// that have passed.
func TestLane(t *testing.T) {
	const tasks = 400
	for _, threads := range []int{1, 2, 7} {
		l := newLane(t.Context(), threads)
		var wg sync.WaitGroup
		for thread := range threads {
			r := rand.New(rand.NewPCG(uint64(threads), uint64(thread)))
			wg.Go(func() {
				memory := points.Pairs{}
				for task := l.begin(); task < tasks; task = l.begin() {
					hand := l.hand(task)
					for number := range task % 9 {
						for range r.IntN(4) {
							runtime.Gosched()
						}
						var more bool
						if memory, more = hand(chunkOf(memory, task, number)); !more {
							t.Errorf("task %d: no more after chunk %d", task, number)
						}
					}
					l.end(task)
				}
			})
		}
		task, number, seen := 0, 0, map[*uint32]bool{}
		l.pass(tasks, func(chunk points.Pairs) (points.Pairs, bool) {
			for task%9 == number {
				task, number = task+1, 0
			}
			if int(chunk.First[0]) != task || int(chunk.Second[0]) != number {
				t.Fatalf("%d threads: chunk %d of task %d, want %d of %d", threads, chunk.Second[0], chunk.First[0], number, task)
			}
			number++
			seen[&chunk.First[0]] = true
			return chunk, true
		})
		wg.Wait()
		if most := threads * (1 + tasksAhead*chunksAhead); task != tasks-1 || len(seen) > most {
			t.Errorf("%d threads: up to task %d, in %d chunks of memory, want %d at most", threads, task, len(seen), most)
		}
	}
}

// TestLaneStops: once the context has ended no goroutine waits: neither to begin a task, nor to add a chunk, nor to pass
// chunks on.
func TestLaneStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	l := newLane(ctx, 2)
	hand := l.hand(l.begin())
	for number := range chunksAhead {
		if _, more := hand(chunkOf(points.Pairs{}, 0, number)); !more {
			t.Fatalf("no more after chunk %d", number)
		}
	}
	for range tasksAhead*2 - 1 {
		l.begin()
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		if task := l.begin(); task != math.MaxInt {
			t.Errorf("task %d has begun without a slot", task)
		}
	})
	wg.Go(func() {
		if _, more := hand(chunkOf(points.Pairs{}, 0, chunksAhead)); more {
			t.Error("a chunk too many was taken")
		}
	})
	cancel(errors.New("enough"))
	wg.Wait()
	l.pass(1, func(chunk points.Pairs) (points.Pairs, bool) { return chunk, false })
}
