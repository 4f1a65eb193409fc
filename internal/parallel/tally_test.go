package parallel

import (
	"sync"
	"testing"
)

// TestTally: all that several goroutines count is counted, told never twice at once and never more than the total; the
// next one to count tells of all.
func TestTally(t *testing.T) {
	const goroutines, each = 8, 100
	told, telling := 0.0, 0
	tally := NewTally(func(done, total float64) {
		telling++ // a race where two tell at once
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

// TestTallyOfNobody: counting for nobody does nothing.
func TestTallyOfNobody(t *testing.T) {
	tally := NewTally(nil, 2)
	tally.Add(1)
	tally.Add(1)
}
