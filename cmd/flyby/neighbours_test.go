package main

import (
	"fmt"
	"strings"
	"testing"

	"flyby/points"
	"flyby/trajectory/output"
)

// TestPendingNeighbours: lists come out row by row, those of rows without neighbours empty, before, between and after the others, however
// many are written at a time.
func TestPendingNeighbours(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	const rows, crowded = 40_000, 20_000 // the crowded row has more neighbours than are held
	s := &askedNeighbours{joinSearch: &joinSearch{id: "id"}}
	ids := points.RowIDs(rows)
	to, err := output.CreateTable(t.at("lists.csv"), []output.Column{output.IDColumn("id", &s.rows, ids), output.ListColumn("neighbours", &s.lists, ids)}, output.WriteOptions{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("id,neighbours\n")
	l := &pendingNeighbours{askedNeighbours: s, to: to}
	for row := range uint32(rows) {
		var list []string
		n := row % 3
		if row == crowded {
			n = 1 << 19
		} else if row < 17_000 || row > 39_000 {
			n = 0
		}
		for k := range n {
			list = append(list, fmt.Sprint(k%rows))
			if err := l.add(row, k%rows); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&want, "%d,%s\n", row, strings.Join(list, ";"))
	}
	if err := l.end(rows); err != nil {
		t.Fatal(err)
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	if got := read(t, "lists.csv"); got != want.String() {
		t.Errorf("%d bytes, want %d", len(got), want.Len())
	}
}
