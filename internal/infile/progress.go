package infile

import (
	"slices"
	"sync"
)

// A FilesProgress adds up the progress of reading several files.
type FilesProgress struct {
	Sizes []int64 // in bytes; 0: not known

	mu     sync.Mutex
	report func(done, total int64)
	done   []int64
	sum    int64
	total  int64 // 0: not known
}

// NewFilesProgress returns the progress of files, which calls report; nil: it is not reported.
func NewFilesProgress(files []File, report func(done, total int64)) *FilesProgress {
	p := &FilesProgress{report: report, Sizes: make([]int64, len(files)), done: make([]int64, len(files))}
	for i, f := range files {
		p.Sizes[i] = f.Size()
		p.total += p.Sizes[i]
	}
	if slices.Contains(p.Sizes, 0) {
		p.total = 0
	}
	return p
}

// Of returns the function that reports the progress of a file; nil where progress is not reported.
func (p *FilesProgress) Of(file int) func(done, total int64) {
	if p.report == nil {
		return nil
	}
	return func(done, _ int64) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.sum += done - p.done[file]
		p.done[file] = done
		p.report(p.sum, p.total)
	}
}
