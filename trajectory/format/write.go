package format

import (
	"fmt"
	"io"
	"os"
	"strings"

	"flyby/internal/parallel"
	"flyby/trajectory"
)

// WriteOptions says how files are written. The zero value is good for files.
type WriteOptions struct {
	// Stdout is what "-" writes to; nil means there is none.
	Stdout io.Writer
	// Threads is the number of goroutines that format; 0 means one a core, and
	// four a core are the most.
	Threads int
}

// An outColumn is one column of a file, in chunks of rows: ids of a store by
// trajectory, plain counts, numbers, times or which ends are open. The slices are
// looked at anew for each chunk.
type outColumn struct {
	name  string
	store *trajectory.Store // with u32: ids of these trajectories
	u32   *[]uint32
	f64   *[]float64
	time  bool // f64 holds times
	open  *[]trajectory.Open
}

// A content is what a file holds, apart from its rows.
type content struct {
	columns      []outColumn
	stamps       bool             // times are timestamps, which text shows as RFC 3339
	parquetTimes timeStorage      // how Parquet holds times
	frame        trajectory.Frame // of positions; Plain where columns have none
}

// A sink takes chunks of rows.
type sink interface {
	// write takes n rows from the columns' slices, which the caller may change
	// after that.
	write(n int) error
	// finish writes what is held back; abandon does not.
	finish() error
	abandon()
}

// A fileWriter is a file of columns being written.
type fileWriter struct {
	out  *target
	sink sink
	over bool // closed or aborted
}

// newFileWriter begins a file of some content, with one of the extensions in kinds.
func newFileWriter(path, kinds string, c content, o WriteOptions) (*fileWriter, error) {
	if o.Threads < 0 {
		return nil, fmt.Errorf("format: write %s: %d threads: must be positive, or 0 for one a core", path, o.Threads)
	}
	o.Threads = parallel.Threads(o.Threads)
	kind, err := pickWriter(path, kinds)
	if err != nil {
		return nil, err
	}
	out, err := create(path, o.Stdout, o.Threads)
	if err != nil {
		return nil, err
	}
	w := &fileWriter{out: out}
	if kind == ".parquet" {
		w.sink = newParquetSink(out, c, o.Threads)
	} else {
		w.sink = newTextSink(out, c, kind != ".csv", o.Threads)
	}
	return w, nil
}

// pickWriter returns the extension of path that is among the known ones, a list
// separated by spaces. Compression is for all but Parquet. Devices and pipes may
// have any name; .csv is for those whose name says nothing.
func pickWriter(path, known string) (string, error) {
	if path == "-" {
		return ".csv", nil
	}
	base, _ := cutCompression(path)
	for ext := range strings.FieldsSeq(known) {
		if strings.HasSuffix(strings.ToLower(base), ext) && (ext != ".parquet" || base == path) {
			return ext, nil
		}
	}
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return ".csv", nil
	}
	return "", fmt.Errorf("format: write %s: unknown extension (known: %s; all but .parquet also with .gz or .zst; - for CSV to standard output)",
		path, strings.ReplaceAll(known, " ", ", "))
}

func (w *fileWriter) write(n int) error {
	if n == 0 {
		return nil
	}
	return w.sink.write(n)
}

// Close writes what is buffered and gives the file its name. On an error nothing
// is left of the file.
func (w *fileWriter) Close() error {
	if w.over {
		return nil
	}
	w.over = true
	if err := w.sink.finish(); err != nil {
		w.out.abort()
		return err
	}
	return w.out.close()
}

// Abort gives the file up and removes what was written; after Close it does
// nothing, so it can be deferred.
func (w *fileWriter) Abort() {
	if w.over {
		return
	}
	w.over = true
	w.sink.abandon()
	w.out.abort()
}

// Discard leaves nothing of the file, at once. It is for another goroutine than the one
// that writes, at any time: a process that is to end need not wait for that one, which
// gets an error from the next Write or Close. After Close it does nothing. Abort is still
// to be called.
func (w *fileWriter) Discard() { w.out.discard() }
