package output

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestArrayWriter: the bytes are as numpy.save writes them, data at a multiple of 64, and read back as points.
func TestArrayWriter(t *testing.T) {
	for _, c := range []struct {
		shape []int
		dict  string
	}{
		{[]int{3}, "{'descr': '<i8', 'fortran_order': False, 'shape': (3,), }"}, {[]int{3, 2}, "{'descr': '<i8', 'fortran_order': False, 'shape': (3, 2), }"},
		{[]int{0}, "{'descr': '<i8', 'fortran_order': False, 'shape': (0,), }"}, {[]int{2, 0}, "{'descr': '<i8', 'fortran_order': False, 'shape': (2, 0), }"},
		{[]int{123456, 1}, "{'descr': '<i8', 'fortran_order': False, 'shape': (123456, 1), }"},
	} {
		path := filepath.Join(t.TempDir(), "a.npy")
		w, err := CreateArray(path, WriteOptions{}, c.shape...)
		if err != nil {
			t.Fatal(err)
		}
		n := 1
		for _, of := range c.shape {
			n *= of
		}
		numbers := make([]int64, n)
		for i := range numbers {
			numbers[i] = int64(i) - 1
		}
		for part := range slices.Chunk(numbers, 5) {
			if err := w.Write(part); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := []byte("\x93NUMPY\x01\x00\x76\x00" + fmt.Sprintf("%-117s\n", c.dict))
		for _, v := range numbers {
			want = binary.LittleEndian.AppendUint64(want, uint64(v))
		}
		if !bytes.Equal(data, want) || (len(data)-8*n)%64 != 0 {
			t.Errorf("%v: %q, want %q", c.shape, data[:min(len(data), 160)], want[:min(len(want), 160)])
		}
	}
}

// TestArrayWriterRefuses: writing more or fewer numbers than the shape has is an error that leaves no file.
func TestArrayWriterRefuses(t *testing.T) {
	folder := t.TempDir()
	for numbers, want := range map[int]string{3: "1 numbers fewer than its shape has", 5: "1 numbers more than its shape has"} {
		w, err := CreateArray(filepath.Join(folder, "a.npy"), WriteOptions{}, 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err = w.Write(make([]int64, numbers)); err == nil {
			err = w.Close()
		}
		w.Abort()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d numbers: %v, want %s", numbers, err, want)
		}
	}
	if _, err := CreateArray(filepath.Join(folder, "none", "a.npy"), WriteOptions{}, 1); err == nil {
		t.Error("a folder that is not there")
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}
