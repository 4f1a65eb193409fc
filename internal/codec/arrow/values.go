package arrow

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/apache/arrow-go/v18/arrow"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// A columnScratch is memory for the values of a column in a codec.Batch that are not in the body as they are.
type columnScratch struct {
	raw        []byte
	floats     []float64
	wholes     []int64
	texts      [][]byte
	codes      []uint32
	ends       []int
	nulls      codec.Set
	faults     []codec.Fault
	itemNulls  codec.Set
	digitBytes []byte
}

// A decoder decodes the values of a column in n rows of a record.
type decoder struct {
	source
	own     *columnScratch
	from, n int
}

// decode sets the values.
func (d *decoder) decode(of *record, to *codec.Values) {
	v, parent := of.columns[d.field], (*vector)(nil)
	if d.part >= 0 {
		v, parent = v.parts[d.part], v
	}
	to.Reset()
	d.own.nulls = v.nulls(parent.nulls(d.own.nulls[:0], &d.own.raw, d.from, d.n), &d.own.raw, d.from, d.n)
	d.own.faults = d.own.faults[:0]
	switch {
	case d.dictionary:
		d.codes(v, of.words[d.id], to)
	case isText(d.typ) || isBytes(d.typ):
		d.own.texts = v.texts(d.own.texts[:0], d.typ, d.from, d.n)
		to.Texts = d.own.texts
		d.clear(to.Texts)
	case d.axes > 0:
		to.Floats = d.axisOf(v.parts[0])
		v.parts[0].addNullsOfAxis(d)
	case itemType(d.typ) != nil:
		d.lists(v, to)
	default:
		d.numbers(v, to)
	}
	to.Nulls, to.Faults = d.own.nulls, d.own.faults
}

// clear empties the texts of rows without a value, which may be any.
func (d *decoder) clear(texts [][]byte) {
	for i := range texts {
		if d.own.nulls.Has(i) {
			texts[i] = nil
		}
	}
}

// numbers decodes values of one size.
func (d *decoder) numbers(v *vector, to *codec.Values) {
	switch typ := d.typ.(type) {
	case *arrow.Float64Type, *arrow.Float32Type, *arrow.Float16Type:
		to.Floats = v.floats(d.own, d.typ, d.from, d.n)
	case *arrow.BooleanType:
		to.Wholes = d.truths(v)
	case arrow.DecimalType:
		d.decimals(v, typ, to)
	case *arrow.Date32Type:
		const day = 86400
		to.Wholes = v.wholes(d.own, typ, d.from, d.n)
		for i := range to.Wholes {
			to.Wholes[i] *= day
		}
	default:
		to.Wholes = v.wholes(d.own, typ, d.from, d.n)
	}
}

// nulls adds the rows from from on that have no value to a set. v may be nil.
func (v *vector) nulls(set codec.Set, scratch *[]byte, from, n int) codec.Set {
	if v == nil || v.valid.of == nil || n == 0 {
		return set
	}
	first := from / 8
	bits := v.valid.part(scratch, int64(first), int64((from+n+7)/8-first))
	for i := 0; i < n; i++ {
		at := from - 8*first + i
		if at%8 == 0 && bits[at/8] == 0xFF {
			i += 7
			continue
		}
		if bits[at/8]>>(at%8)&1 == 0 {
			set.Add(i)
		}
	}
	return set
}

// rawOf returns the bytes of n values of some bytes each.
func (v *vector) rawOf(own *columnScratch, from, n, each int) []byte {
	return v.data.part(&own.raw, int64(from)*int64(each), int64(n)*int64(each))
}

// floats returns n floating point numbers from one on: the body's own where they are float64.
func (v *vector) floats(own *columnScratch, typ arrow.DataType, from, n int) []float64 {
	switch typ.ID() {
	case arrow.FLOAT64:
		return arrow.Float64Traits.CastFromBytes(v.rawOf(own, from, n, 8))
	case arrow.FLOAT32:
		own.floats = infile.Resized(own.floats, n)
		for i, x := range arrow.Float32Traits.CastFromBytes(v.rawOf(own, from, n, 4)) {
			own.floats[i] = float64(x)
		}
	case arrow.FLOAT16:
		own.floats = infile.Resized(own.floats, n)
		for i, x := range arrow.Float16Traits.CastFromBytes(v.rawOf(own, from, n, 2)) {
			own.floats[i] = float64(x.Float32())
		}
	}
	return own.floats[:n]
}

// wholes returns n integers, or times, from one on: the body's own where they have 64 bits and are not changed.
func (v *vector) wholes(own *columnScratch, typ arrow.DataType, from, n int) []int64 {
	bits := typ.(arrow.FixedWidthDataType).BitWidth()
	raw := v.rawOf(own, from, n, bits/8)
	if bits == 64 {
		return arrow.Int64Traits.CastFromBytes(raw)
	}
	own.wholes = infile.Resized(own.wholes, n)
	switch typ.ID() {
	case arrow.INT8:
		widen(own.wholes, arrow.Int8Traits.CastFromBytes(raw))
	case arrow.INT16:
		widen(own.wholes, arrow.Int16Traits.CastFromBytes(raw))
	case arrow.INT32, arrow.DATE32:
		widen(own.wholes, arrow.Int32Traits.CastFromBytes(raw))
	case arrow.UINT8:
		widen(own.wholes, raw)
	case arrow.UINT16:
		widen(own.wholes, arrow.Uint16Traits.CastFromBytes(raw))
	case arrow.UINT32:
		widen(own.wholes, arrow.Uint32Traits.CastFromBytes(raw))
	}
	return own.wholes
}

// widen copies integers.
func widen[T int8 | int16 | int32 | uint8 | uint16 | uint32](to []int64, from []T) {
	for i, v := range from {
		to[i] = int64(v)
	}
}

// truths returns 0 or 1 for each row.
func (d *decoder) truths(v *vector) []int64 {
	d.own.wholes = infile.Resized(d.own.wholes, d.n)
	bits := v.data.part(&d.own.raw, int64(d.from/8), int64((d.from+d.n+7)/8-d.from/8)) // d.from is a multiple of 8
	for i := range d.own.wholes {
		d.own.wholes[i] = int64(bits[i/8] >> (i % 8) & 1)
	}
	return d.own.wholes
}

// decimals decodes decimals: in units of their last digit where these fit 64 bits, otherwise as text.
func (d *decoder) decimals(v *vector, typ arrow.DecimalType, to *codec.Values) {
	each := typ.(arrow.FixedWidthDataType).BitWidth() / 8
	raw := v.rawOf(d.own, d.from, d.n, each)
	if !fitsWhole(typ) {
		d.digits(raw, each, typ.GetScale(), to)
		return
	}
	d.own.wholes = infile.Resized(d.own.wholes, d.n)
	for i := range d.own.wholes {
		b := raw[i*each:][:each]
		if each == 4 {
			d.own.wholes[i] = int64(int32(binary.LittleEndian.Uint32(b)))
			continue
		}
		low := int64(binary.LittleEndian.Uint64(b))
		d.own.wholes[i] = low
		for high := b[8:]; len(high) > 0; high = high[8:] {
			if int64(binary.LittleEndian.Uint64(high)) != low>>63 && !d.own.nulls.Has(i) {
				d.own.faults = append(d.own.faults, codec.Fault{Row: i, Value: decimalText(b, typ.GetScale()), Cause: fmt.Sprintf("more than the %d digits of its type", typ.GetPrecision())})
				break
			}
		}
	}
	to.Wholes = d.own.wholes
}

// digits decodes decimals as text.
func (d *decoder) digits(raw []byte, each int, scale int32, to *codec.Values) {
	d.own.texts, d.own.digitBytes = infile.Resized(d.own.texts, d.n), d.own.digitBytes[:0]
	for i := range d.own.texts {
		d.own.texts[i] = nil
		if !d.own.nulls.Has(i) {
			before := len(d.own.digitBytes)
			d.own.digitBytes = append(d.own.digitBytes, decimalText(raw[i*each:][:each], scale)...)
			d.own.texts[i] = d.own.digitBytes[before:]
		}
	}
	to.Texts = d.own.texts
}

// decimalText returns an integer of some bytes, of which the last digits are decimals, as text.
func decimalText(b []byte, scale int32) string {
	const mostDecimals = 76 // of any precision
	reversed := slices.Clone(b)
	slices.Reverse(reversed)
	n := new(big.Int).SetBytes(reversed)
	if b[len(b)-1]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	switch {
	case scale == 0:
		return n.String()
	case scale < 0 || scale > mostDecimals:
		return n.String() + "e" + strconv.FormatInt(-int64(scale), 10)
	}
	text := fmt.Sprintf("%0*s", int(scale)+1, new(big.Int).Abs(n).String())
	if text = text[:len(text)-int(scale)] + "." + text[len(text)-int(scale):]; n.Sign() < 0 {
		return "-" + text
	}
	return text
}

// texts appends n texts, or bytes, from one on.
func (v *vector) texts(to [][]byte, typ arrow.DataType, from, n int) [][]byte {
	if _, isView := typ.(arrow.BinaryViewDataType); isView {
		return v.viewed(to, from, n)
	}
	if n == 0 {
		return to
	}
	each := offsetBytes(typ)
	ends, bytes := v.data.all(), v.bytes.all()
	at := offset(ends, from, each)
	for i := range n {
		end := offset(ends, from+i+1, each)
		to = append(to, textOf(bytes, at, end))
		at = end
	}
	return to
}

// textOf returns bytes from one place to another, never nil.
func textOf(bytes []byte, from, to int64) []byte {
	if from == to {
		return []byte{}
	}
	return bytes[from:to:to]
}

// viewed appends n texts from views. Those of nulls are nil.
func (v *vector) viewed(to [][]byte, from, n int) [][]byte {
	const head, most = 16, 12
	heads, valid := v.data.all(), v.valid.all()
	for i := from; i < from+n; i++ {
		of := heads[head*i:][:head]
		switch size := offset(of, 0, 4); {
		case valid != nil && valid[i/8]>>(i%8)&1 == 0:
			to = append(to, nil)
		case size <= most:
			to = append(to, textOf(of, 4, 4+size))
		default:
			at := offset(of, 3, 4)
			to = append(to, textOf(v.views[offset(of, 2, 4)].all(), at, at+size))
		}
	}
	return to
}

// codes decodes numbers of the words of a dictionary, of which the last stands for no word.
func (d *decoder) codes(v *vector, words [][]byte, to *codec.Values) {
	none := len(words) - 1
	d.own.codes = infile.Resized(d.own.codes, d.n)
	for i, at := range v.wholes(d.own, d.typ, d.from, d.n) {
		switch {
		case d.own.nulls.Has(i):
			at = int64(none)
		case at < 0 || at >= int64(none): // an unsigned number of 64 bits may be less than 0
			d.own.faults = append(d.own.faults, codec.Fault{Row: i, Cause: d.noWord(at, none)})
			at = int64(none)
		case words[at] == nil:
			d.own.nulls.Add(i)
		}
		d.own.codes[i] = uint32(at)
	}
	to.Texts, to.Codes = words, d.own.codes
}

// noWord is the fault of a number that is in no dictionary of some words.
func (d *decoder) noWord(at int64, words int) string {
	return "corrupt: number " + strconv.FormatInt(at, 10) + " of a dictionary of " + strconv.Itoa(words)
}

// lists decodes lists of numbers.
func (d *decoder) lists(v *vector, to *codec.Values) {
	d.own.ends = infile.Resized(d.own.ends, d.n)
	first, last := 0, 0
	if of, ok := d.typ.(*arrow.FixedSizeListType); ok {
		each := int(of.Len())
		first, last = d.from*each, (d.from+d.n)*each
		for i := range d.own.ends {
			d.own.ends[i] = (i + 1) * each
		}
	} else if d.n > 0 {
		ends, each := v.data.all(), offsetBytes(d.typ)
		first, last = int(offset(ends, d.from, each)), int(offset(ends, d.from+d.n, each))
		for i := range d.own.ends {
			d.own.ends[i] = int(offset(ends, d.from+i+1, each)) - first
		}
	}
	items := v.parts[0]
	d.own.itemNulls = items.nulls(d.own.itemNulls[:0], &d.own.raw, first, last-first)
	to.Ends, to.ItemNulls, to.Floats = d.own.ends, d.own.itemNulls, items.anyFloats(d.own, itemType(d.typ), first, last-first)
}

// anyFloats returns n numbers of any type from one on.
func (v *vector) anyFloats(own *columnScratch, typ arrow.DataType, from, n int) []float64 {
	if !arrow.IsInteger(typ.ID()) {
		return v.floats(own, typ, from, n)
	}
	own.floats = infile.Resized(own.floats, n)
	for i, x := range v.wholes(own, typ, from, n) {
		if own.floats[i] = float64(x); x < 0 && typ.ID() == arrow.UINT64 {
			own.floats[i] = float64(uint64(x))
		}
	}
	return own.floats
}

// axisOf returns one coordinate of interleaved points.
func (d *decoder) axisOf(items *vector) []float64 {
	all := arrow.Float64Traits.CastFromBytes(items.rawOf(d.own, d.from*d.axes, d.n*d.axes, 8))
	d.own.floats = infile.Resized(d.own.floats, d.n)
	for i := range d.own.floats {
		d.own.floats[i] = all[d.axes*i+d.axis]
	}
	return d.own.floats
}

// addNullsOfAxis adds the points whose coordinate is null to the nulls of a column.
func (v *vector) addNullsOfAxis(d *decoder) {
	d.own.itemNulls = v.nulls(d.own.itemNulls[:0], &d.own.raw, d.from*d.axes, d.n*d.axes)
	for i := 0; i < d.n && len(d.own.itemNulls) > 0; i++ {
		if d.own.itemNulls.Has(d.axes*i + d.axis) {
			d.own.nulls.Add(i)
		}
	}
}
