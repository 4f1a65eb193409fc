package output

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"flyby/internal/codec"
	"flyby/internal/outfile"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/testing/formattest"
)

// A positionSink writes a line for each row.
type positionSink struct {
	out     *outfile.File
	columns []outColumn
}

func writePositions(out *outfile.File, c content, _ means) sink { return &positionSink{out, c.columns} }

func (s *positionSink) write(n int) error {
	var text []byte
	for row := range n {
		for _, c := range s.columns {
			text = append(c.referenceValue(text, row, false, false), ' ')
		}
		text[len(text)-1] = '\n'
	}
	_, err := s.out.Write(text)
	return err
}

func (s *positionSink) finish() error { return nil }

func (s *positionSink) abandon() {}

func (s *positionSink) atWork() time.Duration { return 0 }

func (s *positionSink) memory() uint64 { return 0 }

// TestAddFormat adds a format by one value each for reading and writing: it is read and written, packed too, and "-" is not of
// that format.
func TestAddFormat(t *testing.T) {
	all := append(fileset.Formats().All, formattest.Positions())
	want := randomStore(t, 4, 5, storeKind{flat: true, times: codec.TimeSeconds, names: false})
	for _, name := range []string{"p.pos", "P.POS", "p.pos.gz", "p.pos.zst"} {
		path := filepath.Join(t.TempDir(), name)
		if err := WriteStore(context.Background(), path, want, WriteOptions{formats: append(writables(), writable{formattest.Positions(), writePositions})}); err != nil {
			t.Fatal(err)
		}
		got, report, err := fileset.ReadAs(context.Background(), path, reading.Options{Formats: all})
		if err != nil || report.Rows != want.Samples() {
			t.Fatalf("%s: %v, %+v", name, err, report)
		}
		if got.Samples() != want.Samples() || got.Trajectories() != want.Trajectories() || got.Extent() != want.Extent() {
			t.Errorf("%s: %d samples, %v, want %d, %v", name, got.Samples(), got.Extent(), want.Samples(), want.Extent())
		}
	}
}
