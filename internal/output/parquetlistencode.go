package output

import (
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/rle"
	pqformat "github.com/parquet-go/parquet-go/format"
)

// listEncoder encodes lists of rows as lists of their ids, none of them null. A page has whole lists, and at
// most pageRows values unless a single list has more.
type listEncoder struct{ ids RowIDs }

func (e listEncoder) encode(g *groupEncoder, from *blockColumn) error {
	for first := 0; first < len(from.rows); {
		last, values := first, 0
		for last < len(from.rows) && (last == first || values+max(1, len(from.rows[last])) <= pageRows) {
			values += max(1, len(from.rows[last])) // an empty list takes the place of a value
			last++
		}
		if err := e.page(g, from.rows[first:last]); err != nil {
			return err
		}
		first = last
	}
	return nil
}

// page writes a page of lists.
func (e listEncoder) page(g *groupEncoder, lists [][]uint32) (err error) {
	g.raw, g.ints, g.defined, g.repeated = g.raw[:0], g.ints[:0], g.defined[:0], g.repeated[:0]
	nulls := int64(0)
	for _, list := range lists {
		if len(list) == 0 {
			g.defined, g.repeated = append(g.defined, 0), append(g.repeated, 0)
			nulls++
		}
		for i, row := range list {
			g.defined, g.repeated = append(g.defined, 1), append(g.repeated, byte(min(i, 1)))
			e.add(g, int(row))
		}
	}
	levels := rle.Encoding{BitWidth: 1}
	if g.repeats, err = levels.EncodeLevels(g.repeats, g.repeated); err != nil {
		return err
	}
	if g.levels, err = levels.EncodeLevels(g.levels, g.defined); err != nil {
		return err
	}
	head := pqformat.DataPageHeaderV2{
		NumValues: int32(len(g.defined)), NumNulls: int32(nulls), NumRows: int32(len(lists)), Encoding: pqformat.Plain,
		RepetitionLevelsByteLength: int32(len(g.repeats)), DefinitionLevelsByteLength: int32(len(g.levels)),
	}
	if len(g.ints) > 0 {
		head.Encoding = pqformat.DeltaBinaryPacked
		if g.raw, err = new(delta.BinaryPackedEncoding).EncodeInt64(g.raw, g.ints); err != nil {
			return err
		}
	}
	g.repeats = append(g.repeats, g.levels...)
	return g.dataPage(head, g.repeats, g.raw, valueBounds{nulls: nulls, none: len(g.raw) == 0})
}

// add adds the id of a row to a page.
func (e listEncoder) add(g *groupEncoder, row int) {
	if e.ids.IntIDs() {
		g.ints = append(g.ints, e.ids.IntID(row))
		return
	}
	g.raw = appendByteArray(g.raw, e.ids.ID(row))
}
