package output

import (
	"github.com/klauspost/compress/zstd"

	"flyby/internal/codec"
	"flyby/internal/outfile"
)

const (
	// rowGroupRows is the number of rows of a row group: the bytes of a file depend on it.
	rowGroupRows = 1 << 17
	// pageRows is the number of rows of a page, the last of a row group perhaps fewer.
	pageRows = 1 << 15
	// listGroupRows is rowGroupRows of files with lists, which may be long.
	listGroupRows = 1 << 14
	// timeGroupRows is rowGroupRows for samples in order of time: one page. A slab reads whole row groups, and shares the row groups at its
	// ends with its neighbours: in slabs of 500 MB and 150 MB 10^7 segments are read 1.10 and 1.71 times by row groups of 2^17, 1.03 and 1.25
	// times by 2^15, 1.02 and 1.14 times by 2^13, which makes four times as many row groups in the footer. Of files of 240 MB sizes differ by
	// half a percent; no time of a join tells 2^13 from 2^16.
	timeGroupRows = 1 << 15
)

// A groupBlock has the rows of a row group and the row group encoded from them.
type groupBlock struct {
	rows    rowBlock
	content content
	encoder *groupEncoder // made when first used
	encoded encodedGroup
}

// writeParquet writes row groups of groupRows. The place of a row in a file depends on its number alone.
func writeParquet(out *outfile.File, c content, m means) sink {
	file := newParquetFile(out, c)
	newBlock := func() *groupBlock { return &groupBlock{content: c} }
	write := func(b *groupBlock) error { return out.Blame(file.add(&b.encoded)) }
	return newRowSink(c, c.groupRows(), c.groupBytes(), m, newBlock, write, func() error { return out.Blame(file.finish()) })
}

// groupRows returns the number of rows of a row group, the last perhaps fewer.
func (c content) groupRows() int {
	if c.byTime {
		return timeGroupRows
	}
	for _, column := range c.columns {
		if column.rows != nil {
			return listGroupRows
		}
	}
	return rowGroupRows
}

// groupBytes returns the most memory of a groupBlock, encoded lists aside.
func (c content) groupBytes() uint64 {
	row := 0 // bytes of a row when nothing is saved by encoding it
	for _, column := range c.columns {
		row += column.longestValue(c.parquetTimes)
	}
	const (
		packer  = 2 << 20                                                                        // zstd's, as measured
		scratch = pageRows*8*3 + rowGroupRows*4 + distinctSlots*16 + lowCodes*4 + mostDistinct*8 // of a groupEncoder
		grown   = 5                                                                              // quarters: see textStyle.bytes
	)
	return uint64(c.groupRows()*(c.rowBytes()+row*grown/4)) + c.geometry.blockBytes() + scratch + packer
}

// longestValue returns the most bytes of an encoded value.
func (c outColumn) longestValue(times codec.TimeStorage) int {
	switch {
	case c.ids != nil && !c.ids.IntIDs():
		longest := 0
		for traj := range c.ids.Len() {
			longest = max(longest, len(c.ids.ID(traj)))
		}
		return 4 + longest
	case c.texts != nil:
		return 4 + longestOf(c.texts)
	case c.ids == nil && c.u32 != nil:
		return 5
	case c.time && times == codec.TimeText:
		return 4 + shortCell
	case c.open != nil:
		return 1
	case c.geometry != nil:
		return 4 + c.geometry.bytes()
	}
	return 8
}

func (b *groupBlock) input() *rowBlock { return &b.rows }

func (b *groupBlock) work() (err error) {
	if b.encoder == nil {
		if b.encoder, err = newGroupEncoder(b.content); err != nil {
			return err
		}
	}
	return b.encoder.encode(&b.encoded, &b.rows)
}

// newGroupEncoder makes an encoder for the columns of a file.
func newGroupEncoder(c content) (*groupEncoder, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return nil, err
	}
	g := &groupEncoder{zstd: z, samples: c.samples}
	for _, column := range c.columns {
		g.encoders = append(g.encoders, column.columnEncoder(c.parquetTimes))
	}
	return g, nil
}
