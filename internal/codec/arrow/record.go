package arrow

import (
	"strconv"
	"sync"

	"flyby/internal/codec"
	"flyby/internal/infile"
	"flyby/internal/memory"
)

// A record is a batch of a stream or a file, of which codec.Batches have rows each.
type record struct {
	*message
	r     *Reader
	batch int // its number, which counts from 1
	first int // the number of its first row
	step  int // rows of a codec.Batch
	bytes body
	place int64              // of the body; less than 0: it came with the record
	words map[int64][][]byte // of dictionaries, by their ids

	once    sync.Once
	columns []*vector // of the fields
	err     error

	users  int  // codec.Batches with rows of it
	peeked bool // two codec.Batches may have the same rows
}

// stepOf returns the number of rows of a codec.Batch: about codec.MostBytes of the body, and a multiple of 64.
func stepOf(rows, bytes int64) int {
	const least = 64
	if rows <= least || bytes <= codec.MostBytes {
		return codec.MostRows
	}
	some := int64(float64(rows) * (codec.MostBytes / float64(bytes)))
	return int(min(codec.MostRows, max(least, some/least*least)))
}

// isOne reports whether a codec.Batch has all rows.
func (of *record) isOne() bool { return of.rows <= int64(of.step) }

// load reads the body, unless it is there, and checks it, once. A record of one codec.Batch takes the memory of scratch.
func (of *record) load(scratch *[]byte) error {
	of.once.Do(func() {
		defer of.r.recovered(&of.err)
		if of.err = of.read(scratch); of.err != nil {
			return
		}
		var cause string
		if of.columns, cause = of.r.types.checkLayout(of.metadata, &of.bytes, &of.header, of.batch); cause != "" {
			of.err = of.r.fail(cause)
		}
	})
	return of.r.cutAfter(of.err, of.first)
}

// read reads and unpacks the body; of a large one that is not packed, buffers are read as they are asked for.
func (of *record) read(scratch *[]byte) (err error) {
	b := &of.bytes
	switch {
	case b.from == nil:
	case !of.isOne() && of.packing < 0:
		b.loaded = map[int64][]byte{}
		return nil
	default:
		all := buffer{b, 0, of.body}
		if of.isOne() && !of.peeked {
			*scratch = all.read(*scratch, 0, all.size)
			b.whole = *scratch
		} else {
			b.whole = all.read(nil, 0, all.size)
		}
		b.from = nil
	}
	b.whole, err = of.r.unpacked(of.message, b.whole, of.batch)
	return err
}

// cutAfter adds to an error the number of rows before it.
func (m *messages) cutAfter(err error, rows int) error {
	if e, ok := err.(*infile.Error); ok && rows > 0 {
		told := *e
		told.Cause += ", after " + strconv.Itoa(rows) + " rows"
		return &told
	}
	return err
}

// fill decodes some columns of the rows of a codec.Batch.
func (of *record) fill(b *codec.Batch, own *scratch, wanted []int) (err error) {
	if err := of.load(&own.body); err != nil {
		return err
	}
	defer of.r.recovered(&err)
	for _, at := range wanted {
		if of.r.columns[at].Kind == codec.Other {
			continue
		}
		d := decoder{source: of.r.sources[at], own: &own.columns[at], from: b.First - of.first, n: b.Rows}
		d.decode(of, &b.Values[at])
	}
	return nil
}

// addWords takes the words of a dictionary, or more words of it. Rows that are in use keep the words that they have.
func (r *Reader) addWords(of *message) error {
	whole, err := r.read(nil, of.body, "in the body of a message")
	if err != nil {
		return err
	}
	if whole, err = r.unpacked(of, whole, r.batches+1); err != nil {
		return err
	}
	all, cause := r.types.checkLayout(of.metadata, &body{whole: whole}, &of.header, r.batches+1)
	if cause != "" {
		return r.fail(cause)
	}
	typ := r.types.words[of.id].of
	if !isText(typ) {
		return nil
	}
	v, before := all[0], r.words[of.id]
	if !of.adds {
		before = nil
	} else if len(before) > 0 {
		before = before[:len(before)-1]
	}
	if err := memory.Need("words of a dictionary", memory.Of(len(before)+int(v.n), 24)); err != nil {
		return r.src.Outgrown(err)
	}
	words := make([][]byte, 0, len(before)+int(v.n)+1)
	words = append(v.texts(append(words, before...), typ, 0, int(v.n)), nil) // the last stands for no word
	nulls := v.nulls(nil, nil, 0, int(v.n))
	for i := range int(v.n) {
		if nulls.Has(i) {
			words[len(before)+i] = nil
		}
	}
	next := make(map[int64][][]byte, len(r.words)+1)
	for id, of := range r.words {
		next[id] = of
	}
	next[of.id] = words
	r.words = next
	return nil
}
