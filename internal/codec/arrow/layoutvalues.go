package arrow

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
)

// views checks texts that stand in their heads or in one of several buffers. The head of a null may have any bytes.
func (w *layout) views(t arrow.DataType) *vector {
	const head, most = 16, 12 // bytes of a head, and of a text that stands in it
	if w.view == w.h.counts {
		panic(lie(fmt.Sprintf("texts behind the last of %d numbers of buffers", w.view)))
	}
	count := int64(binary.LittleEndian.Uint64(w.meta[w.h.firstCount+8*w.view:]))
	w.view++
	if of := w.h.misfit; of != nil {
		w.fitAt(of.count, w.view)
	}
	v := w.values(t)
	v.data = w.hold(v.n, 8*head)
	for range count {
		v.views = append(v.views, w.take())
	}
	heads, valid := v.data.all(), v.valid.all()
	for i := range int(v.n) {
		if valid != nil && valid[i/8]>>(i%8)&1 == 0 {
			continue
		}
		of := heads[head*i:]
		size, at, from := offset(of, 0, 4), offset(of, 2, 4), offset(of, 3, 4)
		switch {
		case 0 <= size && size <= most:
		case at < 0 || at >= count:
			panic(lie(fmt.Sprintf("value %d stands in buffer %d of %d", i+1, at, count)))
		default:
			w.within(int64(i), from, size, v.views[at].size)
		}
	}
	return v
}

// union checks values of several types.
func (w *layout) union(t arrow.UnionType) int64 {
	n := w.values(t).n
	codes := w.hold(n, 8).all()[:n]
	var places []byte
	if t.Mode() == arrow.DenseMode {
		places = w.hold(n, 32).all()
	}
	var has []int64
	for _, f := range t.Fields() {
		has = append(has, w.array(f.Type).n)
	}
	of := [math.MaxInt8 + 1]int64{} // by code: the number of values, and -1 for none
	for i := range of {
		of[i] = -1
	}
	if least := slices.Min(append(has, n)); places == nil && least < n {
		panic(lie(fmt.Sprintf("%d values of a part of %d", least, n)))
	}
	for i, code := range t.TypeCodes() {
		if code >= 0 {
			of[code] = has[i]
		}
	}
	for i, code := range codes {
		if code > math.MaxInt8 || of[code] < 0 {
			panic(lie(fmt.Sprintf("value %d is of kind %d, which there is not", i+1, int8(code))))
		}
		at := int64(i)
		if places != nil {
			at = offset(places, i, 4)
		}
		w.within(int64(i), at, 1, of[code])
	}
	return n
}

// runs checks values that repeat up to their ends.
func (w *layout) runs(t *arrow.RunEndEncodedType) int64 {
	n := w.values(t).n
	m, nulls := w.count()
	if w.skip(); nulls != 0 {
		panic(lie("a run without an end"))
	}
	each := t.RunEnds().(arrow.FixedWidthDataType).BitWidth() / 8
	ends, last := w.hold(m, 8*each).all(), int64(0)
	for i := range int(m) {
		end := last
		if each == 2 {
			end = int64(int16(binary.LittleEndian.Uint16(ends[2*i:])))
		} else {
			end = offset(ends, i, each)
		}
		if end <= last {
			panic(lie(fmt.Sprintf("run %d ends at %d, and begins at %d", i+1, end, last)))
		}
		last = end
	}
	if has := w.array(t.Encoded()).n; has < m || last < n {
		panic(lie(fmt.Sprintf("%d runs of %d values end at %d of %d", m, has, last, n)))
	}
	return n
}
