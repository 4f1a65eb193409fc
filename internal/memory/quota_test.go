package memory

import (
	"errors"
	"math"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// block returns bytes that are held.
func block(n int) []byte {
	b := make([]byte, n)
	for i := 0; i < n; i += 1 << 10 {
		b[i] = 1
	}
	return b
}

// TestQuota: memory held before is beside a quota, memory taken later is of it, and a part is kept for uncounted memory.
func TestQuota(t *testing.T) {
	const mib = 1 << 20
	before := block(64 * mib)
	debug.FreeOSMemory()
	base := Usage() + Absent()
	q := NewQuota(200 * mib)
	defer q.Close()
	if got := q.Most(); q.Bytes() != 200*mib || got < base+190*mib || got > base+210*mib {
		t.Errorf("%d bytes at most beside %d, of %d", got, base, q.Bytes())
	}
	whole := q.Remaining()
	if whole > q.Bytes()-uncounted+2*mib || whole < q.Bytes()-uncounted-20*mib {
		t.Errorf("%d bytes are left of %d", whole, q.Bytes())
	}
	more := block(100 * mib)
	if left := q.Remaining(); left > whole-90*mib || left < whole-120*mib {
		t.Errorf("%d bytes are left once 100 MiB are held, %d before", left, whole)
	}
	if err := q.Need("slabs take", 50*mib); err != nil {
		t.Error(err)
	}
	err := q.Need("slabs take", 120*mib)
	var little *LittleError
	if !errors.As(err, &little) || !errors.Is(err, ErrNoRoom) || little.What != "slabs take" || little.Bytes != q.Bytes() {
		t.Fatalf("120 MiB beside 100 of 200: %v", err)
	}
	if want := uint64(100+120)*mib + uncounted; little.Least < want-10*mib || little.Least > want+20*mib {
		t.Errorf("least %d, want about %d", little.Least, want)
	}
	if !strings.HasPrefix(err.Error(), "memory 200 MiB: slabs take at least 2") {
		t.Error(err)
	}
	if err := (&Quota{bytes: little.Least + 5*mib, most: q.Most() - q.Bytes() + little.Least + 5*mib, promise: new(promise)}).Need("slabs take", 120*mib); err != nil {
		t.Errorf("the least that would do: %v", err)
	}
	runtime.KeepAlive(more)
	runtime.KeepAlive(before)
}

// TestQuotaOfGarbage: garbage is collected before a quota says no.
func TestQuotaOfGarbage(t *testing.T) {
	const n = 100 << 20
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	debug.FreeOSMemory()
	q := NewQuota(n + n/2)
	defer q.Close()
	runtime.KeepAlive(block(n))
	if err := q.Need("slabs take", n); err != nil {
		t.Error(err)
	}
	runtime.KeepAlive(block(n))
	if left := q.Remaining(); left < n {
		t.Errorf("%d bytes are left beside garbage", left)
	}
}

// TestNoQuota: without a size a quota is four fifths of the free memory, with the process's own; and a size without bound is no quota.
func TestNoQuota(t *testing.T) {
	const n = 256 << 20
	held := block(n)
	near := false
	for range 5 { // others take memory, too
		q, share, beside := NewQuota(0), Share(), sum(Usage(), Absent())
		near = near || q.Most() == share || share != math.MaxUint64 && q.Most() > share-n/2 && q.Most() < share+n/2 &&
			q.Bytes() > share-beside-n/2 && q.Bytes() < share-beside+n/2
	}
	if !near {
		t.Error("no size is another than the share of a process")
	}
	runtime.KeepAlive(held)
	endless := NewQuota(math.MaxUint64)
	defer endless.Close()
	if err := endless.Need("all takes", math.MaxUint64); err != nil || endless.Most() != math.MaxUint64 {
		t.Errorf("without bound: %d, %v", endless.Most(), err)
	}
}

// TestQuotasAtOnce: quotas at once may take together the sum of all, and the bytes that one has taken are not others'; a closed one counts no
// more, and the memory held before the first is measured anew once all are closed.
func TestQuotasAtOnce(t *testing.T) {
	const mib, slack = 1 << 20, 20 << 20
	near := func(what string, got, want uint64) {
		t.Helper()
		if got > want+slack || got+slack < want {
			t.Errorf("%s: %d MiB at most, want %d", what, got/mib, want/mib)
		}
	}
	before := block(64 * mib)
	debug.FreeOSMemory()
	held := func() uint64 { return Usage() + Absent() }
	base := held()
	first := NewQuota(300 * mib)
	taken := block(200 * mib)
	second := NewQuota(100 * mib)
	near("the first of two", first.Most(), base+400*mib)
	near("the second", second.Most(), base+400*mib)
	if left := second.Remaining(); left > second.Bytes() {
		t.Errorf("%d bytes of another's are left", left)
	}
	first.Close()
	first.Close()
	near("once the first is closed", second.Most(), base+100*mib)
	second.Close()
	runtime.KeepAlive(taken)
	runtime.KeepAlive(before)
	taken, before = nil, nil
	debug.FreeOSMemory()
	third := NewQuota(50 * mib)
	defer third.Close()
	near("once nothing is held", third.Most(), held()+50*mib)
}

// TestQuotaTaken: bytes counted by Take are not left, even where the process does not hold them, until Give.
func TestQuotaTaken(t *testing.T) {
	const mib = 1 << 20
	debug.FreeOSMemory()
	q, other := NewQuota(200*mib), NewQuota(200*mib)
	defer q.Close()
	defer other.Close()
	q.Take(150 * mib)
	if q.Rest() != 50*mib || q.Remaining() > 50*mib || other.Rest() != 200*mib {
		t.Errorf("%d bytes are the rest, %d left, %d the rest of the other", q.Rest(), q.Remaining(), other.Rest())
	}
	err := q.Need("slabs take", 60*mib)
	var little *LittleError
	if !errors.As(err, &little) || little.Least < 210*mib || little.Least > 230*mib {
		t.Errorf("60 MiB beside 150 of 200: %v", err)
	}
	q.Give(150 * mib)
	if err := q.Need("slabs take", 60*mib); err != nil || q.Rest() != 200*mib {
		t.Errorf("once they are given back: %d bytes are the rest, %v", q.Rest(), err)
	}
}

// TestShareOfMemory: a share leaves its own bytes, whatever the process holds, and its error names its own bytes.
func TestShareOfMemory(t *testing.T) {
	q := NewShare(100)
	defer q.Close()
	if !q.IsShare() || q.Bytes() != 100 || q.Most() != 100 || q.Remaining() != 100 || q.Usage() != 0 {
		t.Errorf("%d bytes, at most %d, %d left, %d held", q.Bytes(), q.Most(), q.Remaining(), q.Usage())
	}
	q.Take(70)
	if q.Remaining() != 30 || q.Rest() != 30 || q.Need("rows take", 30) != nil {
		t.Errorf("%d left of 30", q.Remaining())
	}
	var little *LittleError
	if err := q.Need("rows take", 50); !errors.As(err, &little) || little.Bytes != 100 || little.Least != 120 {
		t.Errorf("50 of 30: %+v", little)
	}
	q.Give(70)
	if err := q.Need("rows take", 100); err != nil {
		t.Error(err)
	}
}

// TestKeep: a quota that keeps less leaves the rest to others, and does not grow again.
func TestKeep(t *testing.T) {
	one, two := NewQuota(1<<40), NewQuota(1<<41)
	defer one.Close()
	defer two.Close()
	before := two.Most()
	one.Keep(1 << 30)
	one.Keep(1 << 35)
	if got := two.Most(); before-got != 1<<40-1<<30 {
		t.Errorf("%d fewer", before-got)
	}
}
