package runs

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"flyby/internal/spill"
)

// numbered is a row of tests: a key of few values, and the index of its adding.
type numbered struct{ high, low, at uint32 }

var numberedLayout = Layout[numbered]{
	Width: 12,
	Encode: func(r *numbered, to []byte) {
		for i, v := range [...]uint32{r.high, r.low, r.at} {
			binary.LittleEndian.PutUint32(to[4*i:], v)
		}
	},
	Decode: func(r *numbered, from []byte) {
		for i, v := range [...]*uint32{&r.high, &r.low, &r.at} {
			*v = binary.LittleEndian.Uint32(from[4*i:])
		}
	},
	Key: func(r *numbered) Key { return Key{uint64(r.high), uint64(r.low)} },
}

// numberedRows returns n rows with keys below most, in any order.
func numberedRows(r *rand.Rand, n, most int) []numbered {
	rows := make([]numbered, n)
	for i := range rows {
		rows[i] = numbered{uint32(r.IntN(most)), uint32(r.IntN(most)), uint32(i)}
	}
	return rows
}

// inOrder returns rows in the order of a stable sort.
func inOrder(rows []numbered) []numbered {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b numbered) int { return numberedLayout.Key(&a).Compare(numberedLayout.Key(&b)) })
	return rows
}

// sorted returns a sorter that has all rows.
func sorted(t testing.TB, memory uint64, rows []numbered) *Sorter[numbered] {
	t.Helper()
	return filled(t, NewSorter(room(t, 0), memory, 0, numberedLayout), rows)
}

// filled adds all rows to a sorter, and ends it.
func filled(t testing.TB, s *Sorter[numbered], rows []numbered) *Sorter[numbered] {
	t.Helper()
	for i := range rows {
		if err := s.Add(&rows[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.End(); err != nil {
		t.Fatal(err)
	}
	return s
}

// walked returns the rows that a sorter gives.
func walked(s *Sorter[numbered]) (rows []numbered, err error) {
	err = s.Walk(func(r *numbered) error {
		rows = append(rows, *r)
		return nil
	})
	return rows, err
}

func room(t testing.TB, limit uint64) *spill.Folder {
	t.Helper()
	folder, err := spill.Open(t.TempDir(), limit)
	if err != nil {
		t.Fatal(err)
	}
	return folder
}
