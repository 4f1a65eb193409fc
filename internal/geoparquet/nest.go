package geoparquet

import "encoding/binary"

// A NestWriter writes geometries in well-known binary that GeoParquet's native encodings have as lists in lists of positions. Levels of lists are numbered from 1.
type NestWriter struct {
	kind   uint32
	kinds  []uint32 // [levels] of the items of lists; 0: items are no geometries of their own
	to     []byte
	counts []int // [levels+1] where in to the number of items of the open list of a level stands
}

// NewNestWriter returns a writer for an encoding, nil for one that has no lists.
func NewNestWriter(encoding string) *NestWriter {
	w := new(NestWriter)
	switch encoding {
	case "linestring":
		w.kind, w.kinds = lineKind, []uint32{0}
	case "multipoint":
		w.kind, w.kinds = multiPointKind, []uint32{pointKind}
	case "polygon":
		w.kind, w.kinds = polygonKind, []uint32{0, 0}
	case "multilinestring":
		w.kind, w.kinds = multiLineKind, []uint32{lineKind, 0}
	case "multipolygon":
		w.kind, w.kinds = multiShapeKind, []uint32{polygonKind, 0, 0}
	default:
		return nil
	}
	w.counts = make([]int, len(w.kinds)+1)
	return w
}

// Depth returns the number of levels of lists.
func (w *NestWriter) Depth() int { return len(w.kinds) }

// Begin begins a geometry. Bytes of the last one stay valid.
func (w *NestWriter) Begin() {
	w.to = appendHead(nil, w.kind, 2)
	w.list(1)
}

// list begins the list of a level.
func (w *NestWriter) list(level int) {
	w.counts[level] = len(w.to)
	w.to = append(w.to, 0, 0, 0, 0)
}

// Item begins an item of the open list of a level: a list, or on the last level a position, which At adds.
func (w *NestWriter) Item(level int) {
	count := w.to[w.counts[level]:]
	binary.LittleEndian.PutUint32(count, binary.LittleEndian.Uint32(count)+1)
	if kind := w.kinds[level-1]; kind != 0 {
		w.to = appendHead(w.to, kind, 2)
	}
	if level < len(w.kinds) {
		w.list(level + 1)
	}
}

// At adds the position of the last item.
func (w *NestWriter) At(x, y float64) { w.to = appendPosition(w.to, []float64{x, y}) }

// Bytes returns the geometry so far.
func (w *NestWriter) Bytes() []byte { return w.to }
