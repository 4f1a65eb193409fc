package leaves_test

import (
	"sync"
	"testing"

	"flyby/internal/parallel"
)

// TestTally: everything that several goroutines count is counted, reported never twice at once and never beyond the
// total; the next goroutine to count reports all.
func TestTally(t *testing.T) {
	const goroutines, each = 8, 100
	told, telling := 0.0, 0
	tally := parallel.NewTally(func(done, total float64) {
		telling++ // a race if two report at once
		if done > total || total != goroutines*each+1 {
			t.Errorf("%v of %v done", done, total)
		}
		told = done
	}, goroutines*each+1)
	var group sync.WaitGroup
	for range goroutines {
		group.Go(func() {
			for range each {
				tally.Add(1)
			}
		})
	}
	group.Wait()
	tally.Add(1)
	if told != goroutines*each+1 || telling == 0 || telling > goroutines*each+1 {
		t.Errorf("tells %v in %d times", told, telling)
	}
}

// TestTallyOfNobody: counting without a progress function does nothing.
func TestTallyOfNobody(t *testing.T) {
	tally := parallel.NewTally(nil, 2)
	tally.Add(1)
	tally.Add(1)
}

// TestTallyEnds: the end is reported, even while another goroutine is still reporting.
func TestTallyEnds(t *testing.T) {
	begun, held := make(chan struct{}), make(chan struct{})
	told := 0.0
	tally := parallel.NewTally(func(done, _ float64) {
		if done < 2 {
			close(begun)
			<-held
		}
		told = done
	}, 2)
	var group sync.WaitGroup
	group.Go(func() { tally.Add(1) })
	<-begun
	group.Go(func() { tally.Add(1) })
	close(held)
	group.Wait()
	if told != 2 {
		t.Errorf("%v of 2 told", told)
	}
}
