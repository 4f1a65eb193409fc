package format

import "github.com/klauspost/compress/zstd"

const (
	// rowGroupRows is how many rows are encoded at a time: it decides what is in a file.
	rowGroupRows = 1 << 17
	// pageRows is how many rows a page has, the last of a row group perhaps less.
	pageRows = 1 << 15
)

// A groupBlock is the rows of a row group and what becomes of them.
type groupBlock struct {
	rows    rowBlock
	content content
	encoder *groupEncoder // made when first used
	encoded encodedGroup
}

// writeParquet writes row groups of rowGroupRows. Where a row stands in a file depends on its
// number alone.
func writeParquet(out *target, c content, threads int) sink {
	file := newParquetFile(out, c)
	newBlock := func() *groupBlock { return &groupBlock{content: c} }
	write := func(b *groupBlock) error { return out.blame(file.add(&b.encoded)) }
	return newRowSink(c, rowGroupRows, threads, newBlock, write, func() error { return out.blame(file.finish()) })
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
	g := &groupEncoder{zstd: z}
	for _, column := range c.columns {
		g.encoders = append(g.encoders, column.columnEncoder(c.parquetTimes))
	}
	return g, nil
}
