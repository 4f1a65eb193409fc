package parquet

import (
	"bytes"
	"cmp"
	"slices"
	"testing"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// TestBounds: where the statistics of a row group give bounds of a column, the bounds are the least and the greatest number in it; a column of bytes, or of text,
// has none.
func TestBounds(t *testing.T) {
	const rows, group = 40, 10
	file, names := kindFile(t, rows, group, 1, true)
	g, err := OpenGroups(&infile.Source{Name: "memory", At: bytes.NewReader(file), Total: int64(len(file))})
	if err != nil {
		t.Fatal(err)
	}
	bounded := 0
	for i, name := range names {
		c := &g.columns[i]
		for at := range g.Len() {
			v, ok := g.Bounds(at, i)
			if !ok {
				continue
			}
			if bounded++; c.Kind == codec.Text || c.Kind == codec.Digits || c.Kind == codec.Bytes || len(v.Floats)+len(v.Wholes) != 2 {
				t.Fatalf("%s: bounds %v", name, v)
			}
			var all codec.Values
			r := opened(t, file, 1)
			r.Want([]int{i}, nil)
			eachBatch(t, r, func(b *codec.Batch) {
				all.Floats, all.Wholes = append(all.Floats, b.Values[i].Floats...), append(all.Wholes, b.Values[i].Wholes...)
			})
			floats, wholes := all.Floats, all.Wholes
			if len(floats) > 0 {
				floats = floats[at*group:][:group]
				if v.Floats[0] != slices.Min(floats) || v.Floats[1] != slices.Max(floats) {
					t.Errorf("%s of row group %d: %v, values %v", name, at, v.Floats, floats)
				}
				continue
			}
			order := cmp.Compare[int64]
			if c.Unsigned {
				order = func(a, b int64) int { return cmp.Compare(uint64(a), uint64(b)) }
			}
			if wholes = wholes[at*group:][:group]; v.Wholes[0] != slices.MinFunc(wholes, order) || v.Wholes[1] != slices.MaxFunc(wholes, order) {
				t.Errorf("%s of row group %d: %v, values %v", name, at, v.Wholes, wholes)
			}
		}
	}
	if bounded < 4*rows/group {
		t.Errorf("%d bounds", bounded)
	}
}
