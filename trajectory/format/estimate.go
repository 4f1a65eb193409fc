package format

import (
	"bytes"
	"io"
	"os"
)

// EstimateRows says how many rows a file has, about, without reading all of it: as many as its
// footer says for Parquet, as many as its first bytes let expect for text. ok is false where
// that cannot be told: for standard input, for what is no file, and for what cannot be read,
// of which Read says why.
func EstimateRows(path string, o Options) (rows uint64, ok bool) {
	f, known := find(o.known(), path, Input)
	info, err := os.Stat(path)
	if path == "-" || !known || err != nil || !info.Mode().IsRegular() {
		return 0, false
	}
	o.Threads = 1
	o.Progress = nil
	src, err := open(path, &o)
	if err != nil {
		return 0, false
	}
	defer src.close()
	if f.Magic == parquetMagic {
		r := &parquetReader{src: src, o: &o}
		if r.openFile() != nil || r.footer.rows < 0 {
			return 0, false
		}
		return uint64(r.footer.rows), true
	}
	if f.estimate != nil {
		return f.estimate(src, &o)
	}
	return src.estimateRows(f.mark)
}

// estimateRows counts the rows at the beginning of text: marks, lines, or elements that begin.
func (s *source) estimateRows(mark string) (rows uint64, ok bool) {
	head := make([]byte, 1<<20)
	n, err := s.read(head)
	if err != nil && err != io.EOF {
		return 0, false
	}
	head = head[:n]
	lines := bytes.Count(head, []byte("\n"))
	if mark != "" {
		lines = bytes.Count(head, []byte(mark))
	} else if bytes.HasPrefix(bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n"), []byte("<")) {
		lines = bytes.Count(head, []byte("<"))
	}
	done := s.done.Load()
	if err == io.EOF || done == 0 || s.total <= done {
		return uint64(lines), true
	}
	return uint64(float64(lines) * (float64(s.total) / float64(done))), true
}
