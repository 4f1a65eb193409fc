package job

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/cluster"
	"flyby/internal/output"
	"flyby/points"
)

// TestPendingNeighbours: lists are written row by row, with empty ones for rows without neighbours, before, between and after the others,
// in chunks of any size.
func TestPendingNeighbours(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lists.csv")
	const rows, crowded = 40_000, 20_000 // the crowded row has more neighbours than are held
	table := &PointRows{}
	ids := points.RowIDs(rows)
	to, err := output.CreateTable(path, []output.Column{output.IDColumn("id", &table.Rows, ids), output.ListColumn("neighbours", &table.Neighbours, ids)}, output.WriteOptions{Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("id,neighbours\n")
	l := &pendingNeighbours{table: table, to: to}
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
	if got, err := os.ReadFile(path); err != nil || string(got) != want.String() {
		t.Errorf("%d bytes, want %d: %v", len(got), want.Len(), err)
	}
}

// TestRoomAt: the room for a file is known, the room for a stream is not.
func TestRoomAt(t *testing.T) {
	if _, ok := roomAt("", "-"); ok {
		t.Error("standard output has room")
	}
	if room, ok := roomAt(t.TempDir(), "out.csv"); !ok || room == 0 {
		t.Errorf("%d bytes, %t", room, ok)
	}
}

// TestLabelIDs: a column of labels begins with the label of noise.
func TestLabelIDs(t *testing.T) {
	var l labelIDs
	if !l.IntIDs() || l.IntID(0) != cluster.Noise || l.ID(0) != "-1" || l.ID(8) != "7" || l.Len() != 0 {
		t.Errorf("%d, %s, %s", l.IntID(0), l.ID(0), l.ID(8))
	}
}
