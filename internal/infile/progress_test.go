package infile

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestFilesProgress: bytes of files add up in whatever order they are read, and the total is not known where one size is not.
func TestFilesProgress(t *testing.T) {
	folder := t.TempDir()
	var files []File
	for i, size := range []int{100, 50} {
		path := filepath.Join(folder, fmt.Sprint(i))
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, File{Path: path})
	}
	var told []string
	tell := func(done, total int64) { told = append(told, fmt.Sprintf("%d/%d", done, total)) }
	p := NewFilesProgress(files, tell)
	first, second := p.Of(0), p.Of(1)
	second(20, 50)
	first(100, 100)
	second(50, 50)
	NewFilesProgress(append(files, File{Path: "-"}), tell).Of(2)(7, 0)
	if got := fmt.Sprint(told); got != "[20/150 120/150 150/150 7/0]" || p.Sizes[1] != 50 {
		t.Errorf("%s, %v", got, p.Sizes)
	}
	if NewFilesProgress(files, nil).Of(0) != nil {
		t.Error("nobody asks, and somebody is told")
	}
}

// TestEstimateOfStream: a stream, whose size is not known, is guessed to have as many rows to come as have come, and no more
// than 2^20.
func TestEstimateOfStream(t *testing.T) {
	s := &Source{}
	for rows, want := range map[int]int{0: 0, 1000: 2000, 1 << 20: 2 << 20, 1 << 24: 1<<24 + 1<<20} {
		if got := s.Estimate(rows); got != want {
			t.Errorf("%d rows: %d, want %d", rows, got, want)
		}
	}
}
