package output

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"flyby/internal/outfile"
	"flyby/internal/parallel"
)

// ArrayMagic is the signature at the start of every file of NumPy's format.
const ArrayMagic = "\x93NUMPY"

// An ArrayWriter writes an array of int64 as NumPy does: version 1 of its format, in C order.
type ArrayWriter struct {
	file *outfile.File
	path string
	left int // numbers still to be written
	text []byte
	took time.Duration
}

// CreateArray begins an array of a shape in a file, which gets its name once it is complete. Of o it heeds Stdout, Folder and Threads.
func CreateArray(path string, o WriteOptions, shape ...int) (*ArrayWriter, error) {
	file, err := outfile.Create(o.Folder, path, o.Stdout, parallel.Threads(o.Threads))
	if err != nil {
		return nil, err
	}
	w := &ArrayWriter{file: file, path: path, left: 1}
	for _, n := range shape {
		w.left *= n
	}
	if _, err := file.Write(ArrayHeader("<i8", shape...)); err != nil {
		file.Abort()
		return nil, err
	}
	return w, nil
}

// Write writes the next numbers.
func (w *ArrayWriter) Write(numbers []int64) error {
	begun := time.Now()
	defer func() { w.took += time.Since(begun) }()
	if w.left -= len(numbers); w.left < 0 {
		return fmt.Errorf("format: write %s: %d numbers more than its shape has", w.path, -w.left)
	}
	w.text = w.text[:0]
	for _, n := range numbers {
		w.text = binary.LittleEndian.AppendUint64(w.text, uint64(n))
	}
	_, err := w.file.Write(w.text)
	return err
}

// Close completes the file. On an error no file remains.
func (w *ArrayWriter) Close() error {
	if w.left != 0 {
		w.file.Abort()
		return fmt.Errorf("format: write %s: %d numbers fewer than its shape has", w.path, w.left)
	}
	return w.file.Close()
}

// Abort drops the unfinished file. After Close it does nothing.
func (w *ArrayWriter) Abort() { w.file.Abort() }

// Discard is Abort for a call while another goroutine writes, whose Write then returns an error.
func (w *ArrayWriter) Discard() { w.file.Discard() }

// AtWork returns the time that Write has taken.
func (w *ArrayWriter) AtWork() time.Duration { return w.took }

// ArrayHeader returns the header of an array of element type descr and a shape in C order, padded to 64 bytes as NumPy does.
func ArrayHeader(descr string, shape ...int) []byte {
	tuple := strings.Trim(fmt.Sprint(shape), "[]")
	tuple = strings.ReplaceAll(tuple, " ", ", ")
	if len(shape) == 1 {
		tuple += ","
	}
	dict := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", descr, tuple)
	const fixed, align = len(ArrayMagic) + 4, 64
	if over := (fixed + len(dict) + 1) % align; over > 0 {
		dict += strings.Repeat(" ", align-over)
	}
	b := append([]byte(ArrayMagic), 1, 0)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(dict)+1))
	return append(append(b, dict...), '\n')
}
