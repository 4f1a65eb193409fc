package runs

import (
	"encoding/binary"
	"io"

	"flyby/internal/spill"
)

// Blocks is a file of blocks of any size, each with a checksum like a block of a run file. The writer of a block keeps its place. One
// goroutine at a time may write, any may read.
type Blocks struct {
	file   spillFile
	number uint32 // of the next block
}

// Place is the place of a block in a file, without its checksum.
type Place struct {
	At     int64
	Number uint32
	Size   uint32
}

// NewBlocks makes a file of a folder. The error names the folder.
func NewBlocks(folder *spill.Folder) (*Blocks, error) {
	file, err := folder.Create()
	if err != nil {
		return nil, err
	}
	return &Blocks{file: file}, nil
}

// Write writes a block. It may overwrite the memory behind the block, up to the capacity of its slice.
func (b *Blocks) Write(block []byte) (Place, error) {
	p := Place{b.file.Size(), b.number, uint32(len(block))}
	b.number++
	_, err := b.file.Write(binary.LittleEndian.AppendUint32(block, checksum(0, uint64(p.Number), block)))
	return p, err
}

// Read reads a block into memory if the block fits, otherwise into new memory. The error is an ErrDamaged if the file has another block at the place.
func (b *Blocks) Read(p Place, memory []byte) (block []byte, err error) {
	return readBlock(b.file, b.file.Name(), 0, p, memory)
}

// readBlock reads a block of a file with a name, whose head has a checksum.
func readBlock(from io.ReaderAt, name string, sum uint32, p Place, memory []byte) (block []byte, err error) {
	size := int(p.Size) + ChecksumBytes
	if cap(memory) < size {
		memory = make([]byte, size)
	}
	memory = memory[:size]
	if n, err := from.ReadAt(memory, p.At); n < size {
		return nil, blockError(name, uint64(p.Number), p.At, err)
	}
	block = memory[:p.Size]
	if checksum(sum, uint64(p.Number), block) != binary.LittleEndian.Uint32(memory[p.Size:]) {
		return nil, blockError(name, uint64(p.Number), p.At, nil)
	}
	return block, nil
}

// Close frees the file.
func (b *Blocks) Close() error { return b.file.Close() }
