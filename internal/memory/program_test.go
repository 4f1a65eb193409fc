package memory

import (
	"encoding/binary"
	"testing"
)

// TestAbsent: only pages of the program's file that the page table does not show are absent.
func TestAbsent(t *testing.T) {
	const maps = "00001000-00003000 r--p 00000000 fe:00 12                          /usr/bin/fly by\n" +
		"00003000-00004000 r-xp 00000000 fe:00 12                          /usr/bin/fly by\n" +
		"00004000-00005000 r-xp 00000000 fe:00 13                          /usr/bin/fly\n" +
		"00005000-00006000 rw-p 00000000 00:00 0 \n"
	table := make([]byte, 6*8)
	for _, page := range []int{0, 2, 4, 5} { // in memory
		binary.NativeEndian.PutUint64(table[8*page:], 1<<63|3)
	}
	for name, c := range map[string]struct {
		program string
		table   []byte
		pages   uint64
	}{
		"all":          {"/usr/bin/fly by", table, 2},
		"another":      {"/usr/bin/fly", table, 0},
		"none":         {"/usr/bin", table, 0},
		"a table less": {"/usr/bin/fly by", table[:20], 3},
		"none to read": {"/usr/bin/fly by", nil, 3},
	} {
		files := map[string]string{"proc/self/maps": maps}
		if c.table != nil {
			files["proc/self/pagemap"] = string(c.table)
		}
		if got := tree(files).absent(c.program); got != c.pages*4096 {
			t.Errorf("%s: %d bytes, want %d pages", name, got, c.pages)
		}
	}
}

// TestLeft: memory that is held or kept back is not left.
func TestLeft(t *testing.T) {
	const most = 1 << 40
	left, held := Remaining(most), Resident()
	if left >= most-most/slack || left < most-most/slack-2*held-Absent()-1<<30 {
		t.Errorf("%d of %d left, %d held", left, uint64(most), held)
	}
	if got := Remaining(1); got != 0 {
		t.Errorf("%d of 1 left", got)
	}
}

// TestLeast: a process whose bound is Least has as much left as was asked for.
func TestLeast(t *testing.T) {
	const few = 1 << 20 // the process's memory changes meanwhile
	for _, want := range []uint64{0, 1 << 20, 1 << 33} {
		if left := Remaining(Least(want)); left+few < want || left > want+few {
			t.Errorf("%d bytes left of the least for %d", left, want)
		}
	}
}
