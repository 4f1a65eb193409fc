package reading

import (
	"flyby/internal/infile"
	"slices"
	"sync"
)

// PieceCodes number the values of columns of pieces, alike in all files of a data set. They may be used by several goroutines; nil has no values.
type PieceCodes struct {
	guard sync.RWMutex
	codes map[string]uint32
	bytes int
}

// Code returns the number of a value as trajectory.Columns.Piece has it: equal texts have equal numbers, others differ.
func (p *PieceCodes) Code(value []byte) uint32 {
	p.guard.RLock()
	code, known := p.codes[string(value)]
	p.guard.RUnlock()
	if known {
		return code
	}
	p.guard.Lock()
	defer p.guard.Unlock()
	if code, known = p.codes[string(value)]; known {
		return code
	}
	if p.codes == nil {
		p.codes = map[string]uint32{}
	}
	code = uint32(len(p.codes))
	p.codes[string(value)] = code
	p.bytes += len(value)
	return code
}

// Len returns the number of values.
func (p *PieceCodes) Len() int {
	if p == nil {
		return 0
	}
	p.guard.RLock()
	defer p.guard.RUnlock()
	return len(p.codes)
}

// Bytes returns the memory of the values, about.
func (p *PieceCodes) Bytes() int {
	if p == nil {
		return 0
	}
	const value = 52
	p.guard.RLock()
	defer p.guard.RUnlock()
	return p.bytes + value*len(p.codes)
}

// NumberPieces gives options the numbers of pieces, which copies of the options share.
func (o *Options) NumberPieces() {
	if o.Columns[infile.PieceKey] != "" && o.Pieces == nil {
		o.Pieces = &PieceCodes{}
	}
}

// findPieces finds the column of pieces that Options name. missing is its name where the file lacks it, cause says what else is wrong.
func (o *Options) findPieces(names []string, l *FileColumns) (missing, cause string) {
	name := o.Columns[infile.PieceKey]
	at := slices.Index(names, name)
	switch l.Piece = at + 1; {
	case name == "":
		l.Piece = 0
	case at < 0:
		return name, ""
	}
	return "", o.apart(names, l)
}
