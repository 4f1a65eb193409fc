package format

import (
	"bytes"
	"context"
	"io"

	"flyby/internal/infile"
	"flyby/internal/xmlscan"
)

// EstimateRows says how many rows a file has, about, without reading all of it: as many as its
// footer says for Parquet, as many as its first bytes let expect for text. ok is false where
// that cannot be told: for standard input, for what is no file, and for what cannot be read,
// of which Read says why.
func EstimateRows(path string, o Options) (rows uint64, ok bool) {
	f, known := Find(o.known(), path, Input)
	if path == "-" || !known || !infile.IsRegular(path) {
		return 0, false
	}
	o.Threads = 1
	o.Progress = nil
	src, err := open(path, &o)
	if err != nil {
		return 0, false
	}
	defer src.Close()
	if f.estimate != nil {
		return f.estimate(src, &o)
	}
	return estimateRows(src, f.mark)
}

// estimateParquet is EstimateRows for Parquet, whose footer counts rows.
func estimateParquet(src *infile.Source, o *Options) (rows uint64, ok bool) {
	r := &parquetReader{src: src, o: o}
	if r.openFile(context.Background()) != nil || r.footer.rows < 0 {
		return 0, false
	}
	return uint64(r.footer.rows), true
}

// headOf reads the first of a file. more is false where that is all.
func headOf(s *infile.Source) (head []byte, more, ok bool) {
	head = make([]byte, 1<<20)
	n, err := s.Fill(head)
	return head[:n], err == nil, err == nil || err == io.EOF
}

// estimateRows counts the rows at the beginning of text: marks, lines, or elements that begin.
func estimateRows(s *infile.Source, mark string) (rows uint64, ok bool) {
	head, more, ok := headOf(s)
	if !ok {
		return 0, false
	}
	lines := bytes.Count(head, []byte("\n"))
	if mark != "" {
		lines = bytes.Count(head, []byte(mark))
	} else if bytes.HasPrefix(bytes.TrimLeft(head, "\xef\xbb\xbf \t\r\n"), []byte("<")) {
		lines = bytes.Count(head, []byte("<"))
	}
	return extrapolate(s, lines, more), true
}

// extrapolate says how many rows a file has whose head has some, and is not all where there is
// more.
func extrapolate(s *infile.Source, rows int, more bool) uint64 {
	done := s.Done.Load()
	if !more || done == 0 || s.Total <= done {
		return uint64(rows)
	}
	return uint64(float64(rows) * (float64(s.Total) / float64(done)))
}

// estimateXML is EstimateRows for SUMO and VOTables: elements that begin, or rows of as many bytes
// as columns take. Packed base64 is taken for a third of what it was.
func estimateXML(src *infile.Source, o *Options) (rows uint64, ok bool) {
	head, more, ok := headOf(src)
	switch {
	case !ok:
		return 0, false
	case bytes.Contains(head, []byte("<TABLEDATA")):
		return extrapolate(src, bytes.Count(head, []byte("<TR")), more), true
	case !bytes.Contains(head, []byte("<STREAM")):
		return extrapolate(src, bytes.Count(head, []byte("<")), more), true
	}
	first := &infile.Source{Name: src.Name, Data: bytes.NewReader(head), Signs: src.Signs}
	v := &voReader{x: xmlscan.Reader{Context: context.Background(), Source: first, Line: 1}, o: o, scales: map[string]string{}}
	if v.x.Start() != nil {
		return 0, false
	}
	for v.stream == nil {
		tag, err := v.x.Next()
		if err != nil || !tag.Closing && v.begin(tag, xmlscan.LocalName(tag.Name)) != nil {
			return 0, false
		}
	}
	width := 0
	for _, c := range v.table.columns {
		width += max(1, c.size) * c.count
	}
	size := uint64(src.Total)
	if src.Packing != "" {
		size *= 3
	}
	return size * 3 / 4 / uint64(max(1, width)), true
}

// mostEstimated is of how many files EstimateFiles looks at the rows.
const mostEstimated = 64

// EstimateFiles says how many rows several files have, about. Of many files it looks at some of each
// format, and takes the others by their size. ok is false where EstimateRows has it so for one of them.
func EstimateFiles(files []File, o Options) (rows uint64, ok bool) {
	type class struct{ looked, rows, rest float64 }
	classes := map[string]*class{}
	o.archives = &infile.Archives{}
	defer o.archives.Close()
	step := (len(files) + mostEstimated - 1) / mostEstimated
	for i, file := range files {
		f, _ := Find(o.known(), file.Path, Input)
		_, packing := infile.CutPacking(file.Path)
		c := classes[f.Name+packing]
		size := file.Size()
		switch {
		case size == 0 && len(files) > 1:
			return 0, false
		case c != nil && i%step > 0:
			c.rest += float64(size)
			continue
		case c == nil:
			c = &class{}
			classes[f.Name+packing] = c
		}
		n, ok := EstimateRows(file.Path, o)
		if !ok {
			return 0, false
		}
		rows, c.rows, c.looked = rows+n, c.rows+float64(n), c.looked+float64(size)
	}
	for _, c := range classes {
		if c.looked > 0 {
			rows += uint64(c.rows * (c.rest / c.looked))
		}
	}
	return rows, true
}
