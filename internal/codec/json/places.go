package json

import (
	"slices"
	"strconv"
	"sync"

	"flyby/internal/infile"
)

// mostMarks is the number of marks that are kept. Places of rows before them have the numbers of rows alone.
const mostMarks = 1 << 16

// A mark is the place of a row, from which the places of the next rows follow.
type mark struct {
	row    int
	line   int    // 0: none is named
	prefix string // of the path; "": the row is a line, or an item of the document
	first  int    // the row's place in its list, less than 0: it is a line
}

// places are the places of rows in a document.
type places struct {
	inList bool // the document is a list
	alone  bool // the document is one value

	sync.Mutex // rows are placed while others are read
	marks      []mark
}

// note notes that a row is at a place of a list, or is a line, and so are the rows behind it until the next note.
func (p *places) note(row int, prefix []byte, first, line int) {
	p.Lock()
	defer p.Unlock()
	if p.alone && first >= 0 || p.inList {
		line = 0
	}
	if n := len(p.marks); n > 0 {
		last := p.marks[n-1]
		behind := row - last.row
		follows := first < 0 && line == last.line+behind || first >= 0 && first == last.first+behind && line == last.line
		if follows && first < 0 == (last.first < 0) && string(prefix) == last.prefix {
			return
		}
	}
	p.add(mark{row, line, string(prefix), first})
}

// add adds a mark.
func (p *places) add(m mark) {
	if len(p.marks) == mostMarks {
		p.marks = slices.Delete(p.marks, 0, mostMarks/2)
	}
	p.marks = append(p.marks, m)
}

// Place is codec.Reader's.
func (r *Reader) Place(row int) infile.Error {
	r.Lock()
	defer r.Unlock()
	at, found := slices.BinarySearchFunc(r.marks, row, func(m mark, row int) int { return m.row - row })
	for found && at+1 < len(r.marks) && r.marks[at+1].row == row {
		at++ // lists without rows stand before the row's
	}
	if !found {
		at--
	}
	if at < 0 {
		return infile.Error{File: r.src.Name, Index: 1 + row}
	}
	m := r.marks[at]
	switch place := m.first + row - m.row; {
	case m.prefix == "" && m.first >= 0:
		return infile.Error{File: r.src.Name, Index: 1 + place}
	case m.first < 0 && r.inList:
		return infile.Error{File: r.src.Name, Index: 1 + row}
	case m.first < 0:
		return infile.Error{File: r.src.Name, Line: m.line + row - m.row}
	default:
		return infile.Error{File: r.src.Name, Line: m.line, Path: m.prefix + strconv.Itoa(place)}
	}
}
