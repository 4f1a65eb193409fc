package backlog

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"flyby/internal/spill"
)

// PieceBytes is the most bytes that are handed on at once.
const PieceBytes = 64 << 10

// retry is the time after which a waiting writer tries to write to the folder again: other answers may have left room there.
const retry = time.Second

// ErrSlow is the error of a write that has waited for the client as long as it may.
var ErrSlow = errors.New("backlog: the client takes less than there is room for")

// A Backlog has one goroutine that writes and one that sends.
type Backlog struct {
	ctx       context.Context // its end ends all waiting
	most      int             // bytes in memory
	folder    *spill.Folder
	patience  time.Duration // that is left for all waits of the writer together
	unlimited bool          // the writer waits until ctx ends

	more, room chan struct{} // of capacity 1: bytes were written, bytes were taken

	mutex   sync.Mutex
	memory  chain          // in memory, the oldest bytes
	sending int            // bytes of the piece that is being sent, which are in memory too
	files   []*waitingFile // in files, the bytes behind them
	writing bool           // the last file is being written to
	ended   bool
}

// New makes an empty backlog that has at most most bytes in memory. All writes together wait for the client no longer than patience.
func New(ctx context.Context, most int, folder *spill.Folder, patience time.Duration) *Backlog {
	return &Backlog{ctx: ctx, most: most, folder: folder, patience: patience, more: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// Len returns the number of bytes in memory.
func (b *Backlog) Len() int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.memory.size + b.sending
}

// Write adds bytes. It waits for the client only where neither memory nor the folder has room: the error is then ErrSlow, with the folder's, once patience is used up. Another error is the cause
// of the context's end.
func (b *Backlog) Write(p []byte) (n int, err error) {
	for n < len(p) {
		if err := context.Cause(b.ctx); err != nil {
			return n, err
		}
		k, full := b.put(p[n:min(n+min(PieceBytes, max(1, b.most)), len(p))])
		n += k
		if full == nil {
			continue
		}
		if err := b.wait(full); err != nil {
			return n, err
		}
	}
	return n, nil
}

// put adds bytes to memory, or behind the bytes in files. The error says why the folder took some of them only.
func (b *Backlog) put(p []byte) (n int, full error) {
	defer signal(b.more)
	last, err := b.begin(p)
	if err != nil || last == nil {
		return len(p), err
	}
	if last.file == nil {
		last.file, full = b.folder.Create()
	}
	if full == nil {
		n, full = last.file.Write(p)
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	last.written += int64(n)
	b.writing = false
	return n, full
}

// begin adds bytes to memory where they fit, and nothing lies in files; else it returns the file to write them to.
func (b *Backlog) begin(p []byte) (*waitingFile, error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if err := b.drop(); err != nil {
		return nil, err
	}
	if len(b.files) == 0 && b.memory.size+b.sending+len(p) <= b.most {
		b.memory.add(p)
		return nil, nil
	}
	b.writing = true
	if len(b.files) == 0 || b.files[len(b.files)-1].written >= fileBytes {
		b.files = append(b.files, &waitingFile{})
	}
	return b.files[len(b.files)-1], nil
}

// wait waits until the client takes bytes, or for a moment. full is the error that the wait puts off.
func (b *Backlog) wait(full error) error {
	begun, longest := time.Now(), retry
	if !b.unlimited {
		longest = min(retry, b.patience)
	}
	moment := time.NewTimer(longest)
	defer moment.Stop()
	select {
	case <-b.room:
	case <-moment.C:
	case <-b.ctx.Done():
		return context.Cause(b.ctx)
	}
	if b.patience -= time.Since(begun); b.patience <= 0 && !b.unlimited {
		return fmt.Errorf("%w: %w", ErrSlow, full)
	}
	return nil
}

// WaitAnyTime lets later writes wait for the client until the context ends: nobody else waits for the writer.
func (b *Backlog) WaitAnyTime() { b.unlimited = true }

// End tells the sender that no bytes come any more.
func (b *Backlog) End() {
	b.mutex.Lock()
	b.ended = true
	b.mutex.Unlock()
	signal(b.more)
}

// Send hands the bytes to a client as they come, until all bytes before the end are sent.
func (b *Backlog) Send(to io.Writer) error {
	var room []byte // for bytes of files
	for {
		if err := context.Cause(b.ctx); err != nil {
			return err
		}
		p, from, n := b.next()
		switch {
		case from != nil:
			if room == nil {
				room = make([]byte, PieceBytes)
			}
			p = room[:n]
			if _, err := from.file.ReadAt(p, from.taken); err != nil {
				return err
			}
		case p == nil && n < 0:
			return nil
		case p == nil:
			select {
			case <-b.more:
			case <-b.ctx.Done():
			}
			continue
		}
		if _, err := to.Write(p); err != nil {
			return err
		}
		if err := b.sent(from, len(p)); err != nil {
			return err
		}
	}
}

// next returns the next piece of memory, or the file that has the next n bytes. n is -1 where no bytes come any more.
func (b *Backlog) next() (p []byte, from *waitingFile, n int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if p = b.memory.next(); p != nil {
		b.sending = len(p)
		return p, nil, len(p)
	}
	for _, of := range b.files {
		if of.taken < of.written {
			return nil, of, int(min(PieceBytes, of.written-of.taken))
		}
	}
	if b.ended {
		return nil, nil, -1
	}
	return nil, nil, 0
}

// sent counts bytes that were sent, from memory or from a file.
func (b *Backlog) sent(from *waitingFile, n int) error {
	defer signal(b.room)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if from == nil {
		b.sending = 0
		return nil
	}
	from.taken += int64(n)
	return b.drop()
}

// drop closes the files whose bytes are all sent. The caller has the mutex.
func (b *Backlog) drop() error {
	for len(b.files) > 0 && b.files[0].taken == b.files[0].written && (len(b.files) > 1 || !b.writing) {
		first := b.files[0]
		b.files = b.files[1:]
		if err := first.close(); err != nil {
			return err
		}
	}
	return nil
}

// Close frees the bytes that are left. Nobody writes or sends any more.
func (b *Backlog) Close() error {
	var errs []error
	for _, of := range b.files {
		errs = append(errs, of.close())
	}
	b.files, b.memory = nil, chain{}
	return errors.Join(errs...)
}

// signal wakes the goroutine that waits, or that will wait.
func signal(to chan<- struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}
