package parquet

import (
	"fmt"
	"math"

	pqformat "github.com/parquet-go/parquet-go/format"
)

// A page is a page's header and the place of its bytes.
type page struct {
	at int64 // offset in the file, after the header
	pageHeader
}

// A pageHeader has the fields of a page's header that flyby uses.
type pageHeader struct {
	kind         int64 // format.PageType
	size, packed int64 // bytes, as unpacked and in the file
	crc          int64 // 0: none
	values       int64 // nulls included
	encoding     int64 // format.Encoding
	levelsAs     int64 // format.Encoding of the definition levels of version 1
	levels       int64 // bytes of definition levels in version 2, before the packed values
	repeats      int64 // bytes of repetition levels in version 2, before these
	flat         bool  // version 2: the values are not packed, whatever the codec
	bodies       int   // a bit for each kind of header inside it
}

// parseHeader reads a PageHeader, which takes n bytes.
func parseHeader(text []byte) (h pageHeader, n int, ok bool) {
	h = pageHeader{kind: -1, size: -1, packed: -1, values: -1, encoding: -1}
	r := &ThriftReader{Rest: text}
	packs := true
	body := func(kind pqformat.PageType, into ...any) ThriftField {
		return func(field byte, depth int) bool {
			h.bodies |= 1 << kind
			return r.Nested(into...)(field, depth)
		}
	}
	ok = r.Structure(0, &h.kind, &h.size, &h.packed, &h.crc,
		body(pqformat.DataPage, &h.values, &h.encoding, &h.levelsAs), nil,
		body(pqformat.DictionaryPage, &h.values, &h.encoding),
		body(pqformat.DataPageV2, &h.values, nil, nil, &h.encoding, &h.levels, &h.repeats, &packs))
	h.flat = !packs
	return h, len(text) - len(r.Rest), ok
}

// check compares the sizes in a page's header with each other, and with room, the bytes of the file
// that are left for the page. It returns the cause of an error, "" for none.
func (h *pageHeader) check(t *Type, codec, room int64) string {
	switch {
	case h.packed < 0 || h.packed > room:
		return fmt.Sprintf("%d bytes where %d are left", h.packed, room)
	case h.size < 0 || h.size > math.MaxInt32:
		return fmt.Sprintf("it claims to unpack to %d bytes", h.size)
	case !h.known():
		return "" // such pages are passed over
	case h.bodies != 1<<h.kind:
		return "its header is not that of its type"
	case h.values < 0 || h.values > math.MaxInt32:
		return fmt.Sprintf("it claims %d values", h.values)
	case h.levels < 0 || h.repeats < 0 || h.levels+h.repeats > h.packed || h.levels > math.MaxInt32 || h.repeats > math.MaxInt32:
		return fmt.Sprintf("%d bytes of levels in %d", h.levels+h.repeats, h.packed)
	}
	packed := h.packed - h.levels - h.repeats
	size := h.size
	if codec == int64(pqformat.Uncompressed) || h.flat {
		size = packed
	} else if most := mostUnpacked(pqformat.CompressionCodec(codec), packed); size > most+h.levels+h.repeats {
		return fmt.Sprintf("its %d bytes cannot unpack to %d", packed, size)
	}
	if most := h.mostValues(t, size); h.values > most {
		return fmt.Sprintf("it claims %d values in %d bytes", h.values, size)
	}
	return ""
}

// known reports whether a page of this kind holds values. Pages of other kinds are passed over, as
// the format demands.
func (h *pageHeader) known() bool {
	return h.kind == int64(pqformat.DataPage) || h.kind == int64(pqformat.DataPageV2) || h.kind == int64(pqformat.DictionaryPage)
}

// mostValues returns how many values of a type a page can hold in size unpacked bytes. Runs, deltas
// of no bits and nulls have no such bound.
func (h *pageHeader) mostValues(t *Type, size int64) int64 {
	if h.kind != int64(pqformat.DictionaryPage) {
		if t.level > 0 {
			return math.MaxInt64
		}
		if e := pqformat.Encoding(h.encoding); e != pqformat.Plain && e != pqformat.ByteStreamSplit {
			return math.MaxInt64
		}
	}
	if t.Kind == pqformat.Boolean {
		return 8 * size
	}
	return size / int64(t.least())
}

// mostUnpacked returns the most bytes that n packed ones can unpack to; it is a bound, not a size
// to allocate.
//
//	Snappy  3 bytes copy 64
//	LZ4     a byte lengthens a match by 255; a token adds 15 + 4
//	gzip    2 bits copy 258
//	zstd    a block of 4 bytes repeats one 2^17 times
//	Brotli  a block of some bytes unpacks to 2^24: no bound worth the name
func mostUnpacked(codec pqformat.CompressionCodec, n int64) int64 {
	const slack = 64
	switch codec {
	case pqformat.Snappy:
		return n*64/3 + slack
	case pqformat.Lz4Raw:
		return n*255 + slack
	case pqformat.Gzip:
		return n*1032 + slack
	case pqformat.Zstd:
		return n<<15 + slack
	}
	return math.MaxInt32
}
