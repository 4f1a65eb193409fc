package reading

import (
	"strconv"
	"unicode/utf8"

	"flyby/internal/elements"
	"flyby/internal/infile"
)

// A Block is some whole lines of a text file and the rows parsed from them. Blocks are
// parsed by many goroutines, merged in order into a table, and used again.
type Block struct {
	infile.Block
	col   [NumFloats][]float64 // [rows], for the columns the file has
	piece []uint32             // [rows], where the file has pieces
	sets  []elements.Set       // [rows], where the file has element sets
	ids   IDSet
	arena []byte // holds names where text does not
	room  destination
	group int // row group of the rows

	values                           blockValues // of attributes
	absent, flat, repeated, unplaced int         // rows that a preset left out, as in type Preset
}

// NewBlock returns a block with room for a text of some size.
func NewBlock(size int) *Block {
	return &Block{Block: *infile.NewBlock(size)}
}

// Records are the records of the block.
func (b *Block) Records() *infile.Block { return &b.Block }

// Reset empties a block for its next text.
func (b *Block) Reset() {
	b.Block.Reset()
	for k := range b.col {
		b.col[k] = b.col[k][:0]
	}
	b.piece, b.sets = b.piece[:0], b.sets[:0]
	b.ids.reset()
	b.arena = b.arena[:0]
	b.values.reset()
	b.room.names = b.room.names[:0]
	b.absent, b.flat, b.repeated, b.unplaced = 0, 0, 0, 0
}

// rows returns the number of good rows.
func (b *Block) rows() int { return len(b.col[ColT]) }

// add appends the numbers of a row, whose id is in b.ids already.
func (b *Block) add(v *[NumFloats]float64, l *FileColumns, line int) {
	b.Lines.Add(b.rows(), line)
	for k := range b.col {
		if l.At[k] >= 0 {
			b.col[k] = append(b.col[k], v[k])
		}
	}
}

// addID adds a copy of the id of an object of some kind, unless the id is not UTF-8. The copy stays until Reset. Only new ids take
// memory.
func (b *Block) addID(kind objectKind, id []byte) (ok bool) {
	from, known, mark := len(b.arena), len(b.ids.Names), kind.mark()
	b.arena = append(append(b.arena, mark...), id...)
	ok = b.ids.put(infile.TextOf(b.arena[from:]), len(mark))
	if len(b.ids.Names) == known {
		b.arena = b.arena[:from]
	}
	return ok
}

// An IDSet holds the ids of rows: integers as long as every one is a canonical
// decimal, otherwise codes of names.
type IDSet struct {
	ints  []int64
	codes []uint32
	Names []string          // by code
	Index map[string]uint32 // code by name
	named bool              // codes and names are in use, not ints
}

// start empties the set; with named, ids will be names from the first on.
func (s *IDSet) start(named bool) {
	s.reset()
	if named {
		s.Name()
	}
}

func (s *IDSet) reset() {
	s.ints, s.codes = s.ints[:0], s.codes[:0]
	clear(s.Names) // they may point into text that is about to change
	s.Names = s.Names[:0]
	clear(s.Index)
	s.named = false
}

// text returns the id of a row as text.
func (s *IDSet) text(row int) string {
	if s.named {
		return s.Names[s.codes[row]]
	}
	return strconv.FormatInt(s.ints[row], 10)
}

// NotUTF8 is the cause of a text that is refused. If such texts were taken, two ids, values or columns could become one in an output that holds
// UTF-8 only.
const NotUTF8 = "not UTF-8"

// add appends an id, unless it is not UTF-8. The set keeps the string.
func (s *IDSet) add(id string) (ok bool) { return s.put(id, 0) }

// put is add of an id that begins with a mark of some bytes.
func (s *IDSet) put(id string, mark int) (ok bool) {
	if !s.named {
		if v, ok := infile.ParseInt(id); ok {
			s.ints = append(s.ints, v)
			return true
		}
	}
	if mark == 0 && isMarked(id) {
		return false // it may look like an id with a mark
	}
	if n := len(s.codes); n > 0 && s.Names[s.codes[n-1]] == id {
		s.codes = append(s.codes, s.codes[n-1])
		return true
	}
	c, known := s.Index[id]
	if !known {
		if !utf8.ValidString(id[mark:]) {
			return false
		}
		s.Name()
		c = s.Code(id)
	}
	s.codes = append(s.codes, c)
	return true
}

// addInt appends an integer id.
func (s *IDSet) addInt(v int64) {
	if s.named {
		s.add(strconv.FormatInt(v, 10))
		return
	}
	s.ints = append(s.ints, v)
}

// Code returns the code of a name, a new one if need be.
func (s *IDSet) Code(name string) uint32 {
	c, ok := s.Index[name]
	if !ok {
		c = uint32(len(s.Names))
		s.Names = append(s.Names, name)
		s.Index[name] = c
	}
	return c
}

// Name turns integers into names, unless ids are names already. The canonical text of each
// integer is the file's text.
func (s *IDSet) Name() {
	if s.named {
		return
	}
	s.named = true
	if s.Index == nil {
		s.Index = map[string]uint32{}
	}
	last := uint32(0)
	for i, v := range s.ints {
		if i == 0 || v != s.ints[i-1] {
			last = s.Code(strconv.FormatInt(v, 10))
		}
		s.codes = append(s.codes, last)
	}
	s.ints = s.ints[:0]
}
