package runs

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"slices"
	"sync"
)

// BlockHead is the beginning of a block file: blocks of any size with a name, which other processes on other machines read.
type BlockHead struct {
	Kind   uint32            // of the blocks
	Number uint32            // of the file among the files of one kind
	Of     [sha256.Size]byte // the checksum of the file's owner
}

// The bytes of a block file: the magic, format, kind, number and the checksum of its owner, then the checksum of all these; blocks with a checksum
// each; the directory, which is a block of the sizes of all blocks and of notes; the offset of the directory, the number of blocks, the SHA-256 of
// all, and the checksum of these three. A CRC-32C of the whole file would be the same whatever the blocks contain, as each has its own behind it.
// Whoever opens the file and reads each block has found each bit that was flipped, and needs no second reading for the SHA-256.
const (
	blockMagic     = "FLYBYBLK"
	blockFormat    = 1
	blockHeadBytes = len(blockMagic) + 3*4 + sha256.Size + ChecksumBytes
	trailerBytes   = 8 + 4 + sha256.Size + ChecksumBytes
)

const errNoBlocks = fault("it is no block file")

// append appends the bytes of the head, and returns its checksum with them.
func (h *BlockHead) append(to []byte) (bytes []byte, sum uint32) {
	first := len(to)
	to = append(to, blockMagic...)
	to = binary.LittleEndian.AppendUint32(to, blockFormat)
	to = binary.LittleEndian.AppendUint32(to, h.Kind)
	to = binary.LittleEndian.AppendUint32(to, h.Number)
	to = append(to, h.Of[:]...)
	sum = checksum(0, 0, to[first:])
	return binary.LittleEndian.AppendUint32(to, sum), sum
}

// check holds the bytes of a head against the wanted head. The error names the difference.
func (h *BlockHead) check(from []byte) (sum uint32, err error) {
	if string(from[:len(blockMagic)]) != blockMagic {
		return 0, errNoBlocks
	}
	if f := binary.LittleEndian.Uint32(from[len(blockMagic):]); f != blockFormat {
		return 0, fault(fmt.Sprintf("format %d, this version reads %d", f, blockFormat))
	}
	sum = binary.LittleEndian.Uint32(from[blockHeadBytes-ChecksumBytes:])
	if checksum(0, 0, from[:blockHeadBytes-ChecksumBytes]) != sum {
		return 0, errSum
	}
	if want, _ := h.append(nil); string(want) != string(from) {
		return 0, fault("it is of another kind or number, or belongs to something else")
	}
	return sum, nil
}

// BlockWriter writes a block file.
type BlockWriter struct {
	to     io.Writer
	sum    uint32    // of the head
	all    hash.Hash // of all bytes written
	size   uint64
	sizes  []byte // of the blocks
	number uint32 // of the next block
}

// NewBlockWriter begins a block file.
func NewBlockWriter(to io.Writer, h BlockHead) (*BlockWriter, error) {
	w := &BlockWriter{to: to, all: sha256.New()}
	head, sum := h.append(nil)
	w.sum = sum
	return w, w.put(head)
}

// put writes bytes.
func (w *BlockWriter) put(bytes []byte) error {
	w.all.Write(bytes) //nolint:errcheck // never fails
	w.size += uint64(len(bytes))
	_, err := w.to.Write(bytes)
	return err
}

// Write writes a block. It may overwrite the memory behind the block, up to the capacity of its slice.
func (w *BlockWriter) Write(block []byte) (Place, error) {
	p := Place{int64(w.size), w.number, uint32(len(block))}
	w.sizes = binary.LittleEndian.AppendUint32(w.sizes, p.Size)
	w.number++
	return p, w.put(binary.LittleEndian.AppendUint32(block, checksum(w.sum, uint64(p.Number), block)))
}

// Close writes the directory with notes, and the checksum of all. It does not close the underlying writer.
func (w *BlockWriter) Close(notes []byte) error {
	at, blocks := w.size, w.number
	directory := slices.Concat(w.sizes, notes)
	if _, err := w.Write(directory); err != nil {
		return err
	}
	trailer := binary.LittleEndian.AppendUint64(nil, at)
	trailer = binary.LittleEndian.AppendUint32(trailer, blocks)
	if err := w.put(trailer); err != nil {
		return err
	}
	trailer = w.all.Sum(trailer)
	last := binary.LittleEndian.AppendUint32(trailer, checksum(w.sum, uint64(blocks), trailer))[len(trailer)-sha256.Size:]
	w.size += uint64(len(last))
	_, err := w.to.Write(last)
	return err
}

// Size returns the number of bytes that are written.
func (w *BlockWriter) Size() uint64 { return w.size }

// Sum returns the SHA-256 of all, once the file is closed.
func (w *BlockWriter) Sum() [sha256.Size]byte { return [sha256.Size]byte(w.all.Sum(nil)) }

// BlockFile is a block file that is read. The system's file is open from the first reading to Close, and is opened again for a later reading. Any
// number of goroutines may read.
type BlockFile struct {
	path   string
	size   int64
	sum    uint32            // of the head
	end    [sha256.Size]byte // SHA-256 of all, as written in the file
	places []Place
	notes  []byte

	lock sync.Mutex
	file *os.File
}

// OpenBlocks opens a block file, which must have the wanted head. It checks the head, the directory and the size. The error is an ErrDamaged where
// the file is not as it was written.
func OpenBlocks(path string, want BlockHead) (*BlockFile, error) {
	f := &BlockFile{path: path}
	err := f.open(want)
	if err != nil {
		err = errors.Join(err, f.Close())
	}
	return f, err
}

// open reads head and directory.
func (f *BlockFile) open(want BlockHead) error {
	file, err := f.systemFile()
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if f.size = info.Size(); f.size < int64(blockHeadBytes+ChecksumBytes+trailerBytes) {
		return partError(f.path, "head", errCut)
	}
	var head [blockHeadBytes]byte
	if n, err := file.ReadAt(head[:], 0); n < len(head) {
		return partError(f.path, "head", err)
	}
	if f.sum, err = want.check(head[:]); err != nil {
		return partError(f.path, "head", err)
	}
	return f.readDirectory(file)
}

// readDirectory reads the directory, whose offset is at the end of the file.
func (f *BlockFile) readDirectory(file *os.File) error {
	var trailer [trailerBytes]byte
	if n, err := file.ReadAt(trailer[:], f.size-trailerBytes); n < len(trailer) {
		return partError(f.path, "end", err)
	}
	if at := trailerBytes - ChecksumBytes; checksum(f.sum, uint64(binary.LittleEndian.Uint32(trailer[8:])), trailer[:at]) != binary.LittleEndian.Uint32(trailer[at:]) {
		return partError(f.path, "end", errSum)
	}
	f.end = [sha256.Size]byte(trailer[12:])
	at, blocks := binary.LittleEndian.Uint64(trailer[:]), binary.LittleEndian.Uint32(trailer[8:])
	end := uint64(f.size) - trailerBytes - ChecksumBytes
	if at > end || end-at < 4*uint64(blocks) || end-at > 1<<31 {
		return partError(f.path, "end", errCut)
	}
	directory, err := f.Read(Place{int64(at), blocks, uint32(end - at)}, nil)
	if err != nil {
		return err
	}
	next := uint64(blockHeadBytes)
	f.places = make([]Place, blocks)
	for i := range f.places {
		size := binary.LittleEndian.Uint32(directory[4*i:])
		f.places[i] = Place{int64(next), uint32(i), size}
		next += uint64(size) + ChecksumBytes
	}
	if f.notes = directory[4*blocks:]; next != at {
		return partError(f.path, "directory", fault("its blocks are not as long as the file"))
	}
	return nil
}

// systemFile returns the system's file, which it opens if need be.
func (f *BlockFile) systemFile() (file *os.File, err error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.file == nil {
		f.file, err = os.Open(f.path)
	}
	return f.file, err
}

// Places returns the places of the blocks.
func (f *BlockFile) Places() []Place { return f.places }

// Notes returns the notes of the directory.
func (f *BlockFile) Notes() []byte { return f.notes }

// Size returns the bytes of the file.
func (f *BlockFile) Size() int64 { return f.size }

// Name returns the path of the file.
func (f *BlockFile) Name() string { return f.path }

// Read reads a block into memory if the block fits, otherwise into new memory. The error is an ErrDamaged if the file has another block at the place.
func (f *BlockFile) Read(p Place, memory []byte) (block []byte, err error) {
	file, err := f.systemFile()
	if err != nil {
		return nil, err
	}
	return readBlock(file, f.path, f.sum, p, memory)
}

// ReadBriefly is Read with the file open only meanwhile.
func (f *BlockFile) ReadBriefly(p Place, memory []byte) (block []byte, err error) {
	file, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return readBlock(file, f.path, f.sum, p, memory)
}

// Check reads the whole file, and compares its checksum.
func (f *BlockFile) Check(ctx context.Context) error {
	file, err := f.systemFile()
	if err != nil {
		return err
	}
	all, memory := sha256.New(), make([]byte, 1<<18)
	rest := io.NewSectionReader(file, 0, f.size-sha256.Size-ChecksumBytes)
	for {
		n, err := rest.Read(memory)
		all.Write(memory[:n]) //nolint:errcheck // never fails
		if errors.Is(err, io.EOF) {
			break
		}
		if err = errors.Join(err, ctx.Err()); err != nil {
			return partError(f.path, "all", err)
		}
	}
	if f.end != [sha256.Size]byte(all.Sum(nil)) {
		return partError(f.path, "all", errSum)
	}
	return nil
}

// Sum returns the SHA-256 of all, as written in the file.
func (f *BlockFile) Sum() [sha256.Size]byte { return f.end }

// Damaged returns an ErrDamaged of the file whose blocks are as they were written, but make no sense.
func (f *BlockFile) Damaged(text string) error { return partError(f.path, "content", fault(text)) }

// Close closes the system's file. A second call does nothing.
func (f *BlockFile) Close() (err error) {
	f.lock.Lock()
	defer f.lock.Unlock()
	if f.file != nil {
		err, f.file = f.file.Close(), nil
	}
	return err
}
