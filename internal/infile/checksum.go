package infile

import (
	"errors"
	"hash/maphash"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"
)

// smallFile is the size in bytes up to which a file's checksum is taken before its reading begins; that of a longer file is taken beside it.
const smallFile = 8 << 20

// A checksum tells whether a file whose size and time of change are as they were has the bytes that it had. It is of this process alone. Where the system keeps no time of a file's last change of
// state, it takes no sum, and holds. Nil holds for any bytes.
type checksum struct {
	seed  maphash.Seed
	ready chan struct{} // closed when sum and err are set
	sum   uint64
	err   error // the file changed before its sum was taken, or cannot be read

	mutex sync.Mutex
	known time.Time // when the state changed that the file had when its bytes were last found to be the same
}

// newChecksum takes the checksum of a file of a name, whose state is info.
func newChecksum(name string, info fs.FileInfo) *checksum {
	changed, ok := ChangeTime(info)
	if !ok {
		return nil
	}
	c := &checksum{seed: maphash.MakeSeed(), ready: make(chan struct{}), known: changed}
	if info.Size() <= smallFile {
		c.take(name, info)
	} else {
		go c.take(name, info)
	}
	return c
}

// errOther says that a file changed while its checksum was taken.
var errOther = errors.New("infile: the file changed")

// take takes the checksum, by a descriptor of its own: a reading may close the file early.
func (c *checksum) take(name string, info fs.FileInfo) {
	defer close(c.ready)
	file, err := os.Open(name)
	if err != nil {
		c.err = err
		return
	}
	defer file.Close() //nolint:errcheck // it was only read
	if c.sum, c.err = c.of(file); c.err != nil {
		return
	}
	now, err := file.Stat()
	if err != nil || !os.SameFile(now, info) || now.Size() != info.Size() || !now.ModTime().Equal(info.ModTime()) || !changedAt(now, c.known) {
		c.err = errors.Join(errOther, err)
	}
}

// of returns the checksum of the bytes that a file has now.
func (c *checksum) of(file *os.File) (uint64, error) {
	var h maphash.Hash
	h.SetSeed(c.seed)
	_, err := io.CopyBuffer(&h, struct{ io.Reader }{io.NewSectionReader(file, 0, 1<<62)}, make([]byte, 256<<10))
	return h.Sum64(), err
}

// changedAt reports whether a file's state changed last at a time.
func changedAt(info fs.FileInfo, t time.Time) bool {
	changed, _ := ChangeTime(info)
	return changed.Equal(t)
}

// wait waits until the checksum is taken.
func (c *checksum) wait() {
	if c != nil {
		<-c.ready
	}
}

// holds reports whether an open file, whose state is now, has the bytes of the checksum. It reads them where the state has changed since they were last compared.
func (c *checksum) holds(file *os.File, now fs.FileInfo) bool {
	if c == nil {
		return true
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if changedAt(now, c.known) {
		return true
	}
	c.wait()
	sum, err := c.of(file)
	after, lost := file.Stat()
	if c.err != nil || err != nil || lost != nil || sum != c.sum {
		return false
	}
	changed, _ := ChangeTime(now)
	if !changedAt(after, changed) { // it is changing
		return false
	}
	c.known = changed
	return true
}
