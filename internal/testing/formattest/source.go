package formattest

import (
	"bytes"
	"os"
	"runtime/metrics"
	"testing"

	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// OnDisk returns the source of a file, opened.
func OnDisk(t testing.TB, path string) *infile.Source {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return InMemory(text)
}

// InMemory returns a source of bytes.
func InMemory(data []byte) *infile.Source {
	r := bytes.NewReader(data)
	s := &infile.Source{Name: "fuzz", At: r, Total: int64(len(data))}
	s.Data = s.Counted(r)
	return s
}

// Outcome builds a store of the rows that a reader returned, and fails unless there is
// either a store or an error.
func Outcome(t *testing.T, p *reading.Parsed, err error, o format.Options) (*trajectory.Store, error) {
	t.Helper()
	var s *trajectory.Store
	if err == nil {
		s, _, err = p.Build("fuzz", &reading.Options{Options: o})
	}
	if (s == nil) == (err == nil) {
		t.Fatalf("store %v, error %v", s, err)
	}
	if s != nil && s.Samples() == 0 {
		t.Fatal("a store without samples")
	}
	return s, err
}

// LargestInput is the most bytes of an input that a reader is fuzzed with. Faults of large files
// appear in small ones, too, a hundred times as often. The least FITS file with a table has 8640 bytes.
const LargestInput = 9 << 10

// Allocated returns the number of bytes allocated so far, without recent small ones.
func Allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
