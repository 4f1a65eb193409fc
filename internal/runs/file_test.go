package runs

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// written returns a run file of rows.
func written(t testing.TB, h Head, rows []numbered) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, h, rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func write(to io.Writer, h Head, rows []numbered) error {
	w := NewWriter(to, h)
	row := make([]byte, numberedLayout.Width)
	for i := range rows {
		numberedLayout.Encode(&rows[i], row)
		if err := w.Add(row); err != nil {
			return err
		}
	}
	return w.Close()
}

// headOf returns the head of the given rows.
func headOf(rows []numbered, block int) Head {
	return Head{Width: numberedLayout.Width, Rows: uint64(len(rows)), Block: block, Serial: 7}
}

// read reads the rows of a run file, some bytes at a time.
func read(from io.ReaderAt, at, size int64, bytes uint64) (rows []numbered, err error) {
	f, err := Open(from, at, size, "it")
	if err != nil {
		return nil, err
	}
	if f.Width != numberedLayout.Width {
		return nil, errors.New("another width")
	}
	r := f.Reader(bytes)
	for {
		text, err := r.Next()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		var one numbered
		numberedLayout.Decode(&one, text)
		rows = append(rows, one)
	}
}

// TestFile: written rows are read, by themselves, behind other bytes, and in a file with a name, a block or many at a time.
func TestFile(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 1, 9, 10, 11, 100, 9000} {
		rows := numberedRows(r, n, 1<<30)
		text := written(t, headOf(rows, 10), rows)
		for _, at := range []int64{0, 13} {
			from := bytes.NewReader(append(make([]byte, at), append(slices.Clone(text), "what follows"...)...))
			for _, page := range []uint64{0, 1000, 1 << 30} {
				if got, err := read(from, at, int64(len(text)), page); err != nil || !slices.Equal(got, rows) {
					t.Errorf("%d rows at byte %d by %d: %d, %v", n, at, page, len(got), err)
				}
			}
		}
		path := filepath.Join(t.TempDir(), "a.run")
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := write(file, headOf(rows, 10), rows); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := read(file, 0, info.Size(), 1<<10); err != nil || !slices.Equal(got, rows) {
			t.Errorf("%d rows of a file: %d, %v", n, len(got), err)
		}
	}
}

// TestBytes: format 1 is these bytes, on every machine.
func TestBytes(t *testing.T) {
	rows := []numbered{{1, 2, 3}, {0x04030201, 5, 6}, {7, 8, 9}}
	got := hex.EncodeToString(written(t, headOf(rows, 2), rows))
	const want = "464c59425952554e" + "01000000" + "0c000000" + "0300000000000000" + "02000000" + "0700000000000000" + "9331647b" +
		"010000000200000003000000" + "010203040500000006000000" + "0ae9e16c" +
		"070000000800000009000000" + "56bdacf8"
	if got != want {
		t.Errorf("\n%s, want\n%s", got, want)
	}
}

// TestWriterRefuses: rows of another width, and more or fewer rows than the head has, are errors.
func TestWriterRefuses(t *testing.T) {
	for _, c := range []struct {
		rows, told, width int
		want              string
	}{{3, 4, 12, "runs: 3 rows in a file of 4"}, {5, 4, 12, "runs: 5 rows in a file of 4"}, {1, 1, 13, "runs: a row of 12 bytes in a file of rows of 13"}} {
		err := write(io.Discard, Head{Width: c.width, Rows: uint64(c.told), Block: 2}, make([]numbered, c.rows))
		if fmt.Sprint(err) != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	failed := errors.New("failed")
	if err := write(failing{failed}, headOf(make([]numbered, 9000), 10), make([]numbered, 9000)); err != failed {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestDamage: each changed byte, each cut and each pair of swapped blocks is an error that names the file, the block and its first byte.
func TestDamage(t *testing.T) {
	rows := numberedRows(rand.New(rand.NewPCG(5, 6)), 25, 1<<30)
	text := written(t, headOf(rows, 10), rows)
	const block = 10*12 + ChecksumBytes
	part := func(at int) string {
		if at < headBytes {
			return "head at byte 100"
		}
		return fmt.Sprintf("block %d at byte %d", (at-headBytes)/block, 100+headBytes+(at-headBytes)/block*block)
	}
	check := func(what string, text []byte, size int, want string) {
		t.Helper()
		from := bytes.NewReader(append(make([]byte, 100), text...))
		for _, page := range []uint64{0, 1 << 20} {
			got, err := read(from, 100, int64(size), page)
			if !errors.Is(err, ErrDamaged) || !strings.HasPrefix(err.Error(), "runs: it: "+want+": ") || !slices.Equal(got, rows[:len(got)]) {
				t.Errorf("%s: %v, want %s", what, err, want)
			}
		}
	}
	for at := range text {
		if 8 <= at && at < 12 { // the format
			continue
		}
		other := slices.Clone(text)
		other[at] ^= 1 << (at % 8)
		check(fmt.Sprint("bit of byte ", at), other, len(text), part(at))
	}
	for n := range text {
		check(fmt.Sprint("size ", n), text[:n], n, part(0))
	}
	check("longer", append(slices.Clone(text), 0), len(text)+1, part(0))
	check("cut in the last block", text[:len(text)-1], len(text), part(headBytes+2*block))
	other := slices.Clone(text)
	copy(other[headBytes:], text[headBytes+block:][:block])
	copy(other[headBytes+block:], text[headBytes:][:block])
	check("blocks change places", other, len(text), part(headBytes))
}

// TestFormat: a file of a later format is not called damaged.
func TestFormat(t *testing.T) {
	text := written(t, headOf(nil, 10), nil)
	text[8] = 2
	if _, err := read(bytes.NewReader(text), 0, int64(len(text)), 0); err == nil || errors.Is(err, ErrDamaged) || err.Error() != "runs: it: head at byte 0: format 2, this version reads 1" {
		t.Error(err)
	}
}

// TestHeads: heads with impossible sizes, and sizes that overflow to a possible one, are errors, even with a right checksum.
func TestHeads(t *testing.T) {
	for _, c := range []struct {
		Head
		size int64
	}{
		{Head{0, 1, 1, 0}, 40}, {Head{1, 1, 0, 0}, 40}, {Head{1 << 30, 1 << 40, 1, 0}, 40}, {Head{1, 1 << 63, 1 << 10, 0}, 40},
		{Head{1, 1<<64 - 1, 2, 0}, 40}, {Head{1 << 31, 1 << 33, 1 << 30, 0}, 72}, {Head{1, 1<<64 - 1, 1 << 31, 0}, 39}, {Head{8, 0, 1, 0}, 44},
	} {
		text, _ := c.append(nil)
		if _, err := Open(bytes.NewReader(append(text, make([]byte, 99)...)), 0, c.size, "it"); !errors.Is(err, ErrDamaged) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
