package runs

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/bits"
)

// Head is the beginning of a run file.
type Head struct {
	Width  int    // bytes of a row
	Rows   uint64 // of the file
	Block  int    // rows of a block; the last may have fewer
	Serial uint64 // tells run files in one file without a name apart
}

// The bytes of a head: the magic, then format, width, rows, block and serial, then the checksum of all these.
const (
	magic     = "FLYBYRUN"
	format    = 1
	headBytes = 40
)

// ChecksumBytes is the bytes of a checksum.
const ChecksumBytes = 4

// castagnoli is the polynomial of CRC-32C, for which processors have an instruction.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// checksum returns the CRC-32C of a block. Its initial value is the checksum of the head, of, and the number of the block, by exclusive or: a block
// in the place of another block has a wrong checksum.
func checksum(of uint32, number uint64, block []byte) uint32 {
	return crc32.Update(of^uint32(number)^uint32(number>>32), castagnoli, block)
}

// append appends the bytes of the head, and returns its checksum with them.
func (h *Head) append(to []byte) (bytes []byte, sum uint32) {
	first := len(to)
	to = append(to, magic...)
	to = binary.LittleEndian.AppendUint32(to, format)
	to = binary.LittleEndian.AppendUint32(to, uint32(h.Width))
	to = binary.LittleEndian.AppendUint64(to, h.Rows)
	to = binary.LittleEndian.AppendUint32(to, uint32(h.Block))
	to = binary.LittleEndian.AppendUint64(to, h.Serial)
	sum = checksum(0, 0, to[first:])
	return binary.LittleEndian.AppendUint32(to, sum), sum
}

// parse reads the head from its bytes. The error names the fault.
func (h *Head) parse(from []byte) (sum uint32, err error) {
	if string(from[:len(magic)]) != magic {
		return 0, errMagic
	}
	if f := binary.LittleEndian.Uint32(from[8:]); f != format {
		return 0, fmt.Errorf("format %d, this version reads %d", f, format)
	}
	sum = binary.LittleEndian.Uint32(from[headBytes-ChecksumBytes:])
	if checksum(0, 0, from[:headBytes-ChecksumBytes]) != sum {
		return 0, errSum
	}
	h.Width, h.Rows = int(binary.LittleEndian.Uint32(from[12:])), binary.LittleEndian.Uint64(from[16:])
	h.Block, h.Serial = int(binary.LittleEndian.Uint32(from[24:])), binary.LittleEndian.Uint64(from[28:])
	return sum, nil
}

// size returns the bytes of a file with the head; ok is false where there is no such file.
func (h *Head) size() (bytes int64, ok bool) {
	if h.Width <= 0 || h.Block <= 0 {
		return 0, false
	}
	blocks := (h.Rows + uint64(h.Block) - 1) / uint64(h.Block)
	high, rows := bits.Mul64(h.Rows, uint64(h.Width))
	bytes = int64(headBytes + rows + ChecksumBytes*blocks)
	return bytes, high == 0 && rows < 1<<60 && blocks < 1<<60
}

// blockBytes returns the bytes of a whole block with its checksum.
func (h *Head) blockBytes() int { return h.Block*h.Width + ChecksumBytes }
