package runs

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// tampered is a file of runs with changed bytes.
type tampered struct{ bytes []byte }

func (f *tampered) Write([]byte) (int, error) { return 0, errors.New("it is not written any more") }
func (f *tampered) Size() int64               { return int64(len(f.bytes)) }
func (f *tampered) Name() string              { return "file in folder tmp" }
func (f *tampered) Close() error              { return nil }

func (f *tampered) ReadAt(p []byte, at int64) (int, error) {
	if at >= f.Size() {
		return 0, io.EOF
	}
	n := copy(p, f.bytes[at:])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// tamper makes a sorter read a copy of its file, changed by change.
func tamper(t testing.TB, s *Sorter[numbered], change func([]byte) []byte) {
	t.Helper()
	text := make([]byte, s.file.Size())
	if n, err := s.file.ReadAt(text, 0); n < len(text) {
		t.Fatal(err)
	}
	s.Close()
	s.file = &tampered{change(text)}
}

// TestRunsChangePlaces: runs of one size that were swapped are an error, and never rows in another order.
func TestRunsChangePlaces(t *testing.T) {
	s := sorted(t, 1<<16, numberedRows(rand.New(rand.NewPCG(1, 2)), 3*((1<<16)/(12+slotBytes)), 9))
	if len(s.runs) != 3 || s.runs[0].size != s.runs[1].size {
		t.Fatalf("%+v", s.runs)
	}
	tamper(t, s, func(text []byte) []byte {
		n := s.runs[0].size
		return slices.Concat(text[n:2*n], text[:n], text[2*n:])
	})
	if _, err := walked(s); !errors.Is(err, ErrDamaged) || err.Error() != "runs: file in folder tmp: head at byte 0: it is another run" {
		t.Error(err)
	}
	tamper(t, s, func(text []byte) []byte { // puts the wanted head before the blocks of another run
		n := s.runs[0].size
		return slices.Concat(text[n:n+headBytes], text[headBytes:n], text[n:])
	})
	if _, err := walked(s); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "block 0 at byte 40: ") {
		t.Error(err)
	}
}

// FuzzSorter: rows are sorted, in rounds where they are many, and the file of the runs is cut, bits flipped or parts swapped: there is an error,
// or the right rows come, and never others.
func FuzzSorter(f *testing.F) {
	folder := room(f, 0)
	f.Add(uint16(300), uint16(50), byte(1), uint16(77), uint16(900), uint16(100))
	f.Add(uint16(210), uint16(3), byte(0), uint16(40), uint16(5), uint16(1))
	f.Add(uint16(500), uint16(3000), byte(2), uint16(40), uint16(812), uint16(772))
	f.Add(uint16(110), uint16(9), byte(3), uint16(40), uint16(0), uint16(40))
	f.Fuzz(func(t *testing.T, n, keys uint16, how byte, at, other, size uint16) {
		rows := numberedRows(rand.New(rand.NewPCG(uint64(n), uint64(keys))), int(n)%600, int(keys)+1)
		s := NewSorter(folder, uint64(keys), 1, numberedLayout)
		s.slots = make([]slot, 0, 100)
		filled(t, s, rows)
		defer s.Close()
		changed := false
		if s.Spilled() {
			tamper(t, s, func(text []byte) []byte {
				before := slices.Clone(text)
				text = changedBytes(text, how, int(at), int(other), int(size))
				changed = !slices.Equal(before, text)
				return text
			})
		}
		got, err := walked(s)
		if want := inOrder(rows); err == nil && (changed || !slices.Equal(got, want)) || err != nil && (!changed || !slices.Equal(got, want[:len(got)])) {
			t.Fatalf("%d rows of %d, changed %v: %v", len(got), len(want), changed, err)
		}
	})
}

// changedBytes returns a changed copy of bytes: cut, flipped, or with two parts of some size swapped.
func changedBytes(text []byte, how byte, at, other, size int) []byte {
	at, other = at%len(text), other%len(text)
	switch how % 4 {
	case 0:
		return text[:at]
	case 1:
		text[at] ^= byte(size>>3) | 1<<(size%8)
	case 2:
		size = min(size, len(text)-max(at, other), max(at, other)-min(at, other))
		one := slices.Clone(text[at:][:size])
		copy(text[at:], text[other:][:size])
		copy(text[other:], one)
	case 3:
		copy(text[at:], text[other:][:min(size, len(text)-other)])
	}
	return text
}
