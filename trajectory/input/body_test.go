package input_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"flyby"
	"flyby/datasets"
	"flyby/internal/output"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// closing has bytes, and counts the calls of Close.
type closing struct {
	*bytes.Reader
	closed int
}

func (c *closing) Close() error { c.closed++; return nil }

// TestOpenBody: bytes in each written format are a data set equal to the file's, readable more than once, of a known size, and closed
// once.
func TestOpenBody(t *testing.T) {
	s, err := datasets.Generate("galaxy", 1, 0.001)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"csv", "parquet", "arrow"} {
		path := filepath.Join(t.TempDir(), "s."+map[string]string{"csv": "csv", "parquet": "parquet", "arrow": "arrows"}[word])
		if err := output.WriteStore(t.Context(), path, s, output.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		from := &closing{Reader: bytes.NewReader(text)}
		d, err := input.OpenBody(t.Context(), "the body", from, int64(len(text)), input.Options{Read: format.Options{Reading: format.Reading{Format: word}}})
		if err != nil {
			t.Fatal(word, err)
		}
		if rows, known := d.Size(); !known || rows < uint64(s.Samples()) {
			t.Errorf("%s: %d rows (%v), there are %d", word, rows, known, s.Samples())
		}
		for range 2 {
			got, _, err := input.ReadFiles(t.Context(), d.Files(), d.ReadOptions())
			if err != nil || got.Samples() != s.Samples() || got.Trajectories() != s.Trajectories() {
				t.Errorf("%s: %v", word, err)
			}
		}
		db, err := flyby.Open(t.Context(), d, flyby.Options{Device: "cpu"})
		if err != nil {
			t.Fatal(word, err)
		}
		if err := errors.Join(db.Close(), d.Close(), d.Close()); err != nil || from.closed != 1 {
			t.Errorf("%s: closed %d times (%v)", word, from.closed, err)
		}
	}
}

// TestRowsOfBodies: of text whose first rows are longer than the others, the size of a body counts every row.
func TestRowsOfBodies(t *testing.T) {
	text := bytes.NewBufferString("id,t,x,y\n")
	for row := range 20_000 {
		id := "a"
		if row < 2000 {
			id = string(bytes.Repeat([]byte("long"), 200))
		}
		text.WriteString(id + ",1,2,3\n")
	}
	d, err := input.OpenBody(t.Context(), "the body", bytes.NewReader(text.Bytes()), int64(text.Len()), input.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rows, known := d.Size(); !known || rows < 20_000 || rows > 20_100 {
		t.Errorf("%d rows (%v)", rows, known)
	}
}

var _ io.ReaderAt = (*closing)(nil)
