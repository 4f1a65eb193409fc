package leaves_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unsafe"

	"flyby/internal/hugepage"
)

// TestAdviseTakesInBothEnds: the first and the last byte of a slice are in memory that may have
// large pages.
func TestAdviseTakesInBothEnds(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Skip("no large pages here:", err)
	}
	s := make([]float64, 1<<20+1)
	hugepage.Advise(s)
	for _, i := range []int{0, len(s) - 1} {
		if at := uintptr(unsafe.Pointer(&s[i])); !advised(t, at) {
			t.Errorf("item %d at %#x is in small pages", i, at)
		}
	}
}

// advised reports whether the mapping of an address has the flag that the hint sets.
func advised(t *testing.T, address uintptr) bool {
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	inside := false
	for line := range strings.Lines(string(maps)) {
		var from, to uintptr
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			inside = from <= address && address < to
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && inside {
			return strings.Contains(flags+" ", " hg ")
		}
	}
	t.Fatalf("no mapping has %#x", address)
	return false
}
