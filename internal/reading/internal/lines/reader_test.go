package lines

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"flyby/internal/infile"
)

// inMemory returns a source of bytes.
func inMemory(data []byte) *infile.Source {
	return &infile.Source{Name: "fuzz", Total: int64(len(data)), Data: bytes.NewReader(data), Signs: []infile.Sign{{Magic: "PAR1", What: "Parquet data, which is read from a file whose name ends in .parquet"}}}
}

// linesOf reads all lines, and returns the error at the end.
func linesOf(r *Reader) (all []string, err error) {
	if err := r.Start(); err != nil {
		return nil, err
	}
	for {
		line, err := r.Next()
		if err != nil {
			return all, err
		}
		all = append(all, string(line))
		if r.Line != len(all) {
			return nil, fmt.Errorf("line %d is said to be line %d", len(all), r.Line)
		}
		if behind := line[:len(line)+1][len(line)]; behind != '\n' && behind != '\r' {
			return nil, fmt.Errorf("%q stands behind line %d", behind, len(all))
		}
	}
}

// TestLineReader: the lines of a text are the same, however many bytes are read at a time.
func TestLineReader(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 15))
	for range 300 {
		var want []string
		var text strings.Builder
		for range 1 + r.IntN(40) {
			line := strings.Repeat(string(rune('a'+r.IntN(3))), r.IntN(30))
			want = append(want, line)
			text.WriteString(line + []string{"\n", "\r\n"}[r.IntN(2)])
		}
		whole := text.String()
		if r.IntN(2) == 0 && want[len(want)-1] != "" {
			whole = strings.TrimRight(whole, "\r\n")
		}
		src := inMemory([]byte(whole))
		if r.IntN(2) == 0 {
			src.Data = iotest.OneByteReader(strings.NewReader(whole))
		}
		src.Total = int64(r.IntN(20)) // decides the bytes read at a time
		got, err := linesOf(&Reader{Context: context.Background(), Source: src})
		if err != io.EOF || !slices.Equal(got, want) {
			t.Fatalf("%q: %v, %v", whole, got, err)
		}
	}
}

func TestLineReaderRefuses(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx        context.Context
		text, want string
	}{
		{context.Background(), "", "fuzz: empty file"},
		{context.Background(), "PAR1...", "fuzz: this is Parquet data, which is read from a file whose name ends in .parquet"},
		{context.Background(), "\xfe\xff\x00a", "fuzz: this is UTF-16 text; convert it to UTF-8"},
		{context.Background(), "a\n" + strings.Repeat("b", 2<<20), "fuzz:2: a line longer than 1048576 bytes"},
		{ended, "a\n", "context canceled"},
	} {
		if _, err := linesOf(&Reader{Context: c.ctx, Source: inMemory([]byte(c.text))}); err == nil || err.Error() != c.want {
			t.Errorf("%.20q: %v, want %s", c.text, err, c.want)
		}
	}
	src, broken := inMemory([]byte("a\nb")), errors.New("broken")
	src.Data = io.MultiReader(src.Data, iotest.ErrReader(broken))
	if _, err := linesOf(&Reader{Context: context.Background(), Source: src}); !errors.Is(err, broken) {
		t.Error(err)
	}
}
