package infile

// A Block is some whole records of a text file.
type Block struct {
	Text  []byte // the last byte is a newline
	Fatal *Error // why parsing stops, after the text where a splitter says so, nil if it does not

	ready chan struct{} // receives once when parsed
}

// NewBlock returns a block with room for some bytes of text.
func NewBlock(size int) *Block {
	return &Block{Text: make([]byte, 0, size), ready: make(chan struct{}, 1)}
}

// Reset empties a block for its next text.
func (b *Block) Reset() { b.Text, b.Fatal = b.Text[:0], nil }

// Parsed is a block with what is made of its records. It is used again.
type Parsed interface {
	Records() *Block
	// Reset empties it for its next text.
	Reset()
}
