package backlog

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"flyby/internal/spill"
)

// open returns a folder whose files hold at most limit bytes.
func open(t *testing.T, limit uint64) *spill.Folder {
	t.Helper()
	f, err := spill.Open(t.TempDir(), limit)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// text returns n bytes, of which pieces in another order differ.
func text(n int) []byte {
	all, random := make([]byte, n), rand.New(rand.NewPCG(3, 4))
	for i := range all {
		all[i] = byte(random.Uint32())
	}
	return all
}

// write writes bytes in pieces of random lengths, and ends the backlog.
func write(b *Backlog, all []byte) error {
	random := rand.New(rand.NewPCG(1, 2))
	for len(all) > 0 {
		n := min(len(all), 1+random.IntN(3*PieceBytes))
		if k, err := b.Write(all[:n]); err != nil || k != n {
			return err
		}
		all = all[n:]
	}
	b.End()
	return nil
}

// TestBytes: a client gets the written bytes, in order, whether it begins first or last, whatever the memory and the room; the files go.
func TestBytes(t *testing.T) {
	all := text(1 << 20)
	for _, most := range []int{1, 1000, 1 << 18, 8 << 20} {
		for _, limit := range []uint64{0, 100_000, 1} {
			folder := open(t, limit)
			b := New(t.Context(), most, folder, time.Hour)
			written := make(chan error, 1)
			size := len(all)
			if most == 1 {
				size = 1000
			}
			go func() { written <- write(b, all[:size]) }()
			if limit == 0 {
				if err := <-written; err != nil {
					t.Fatal(err)
				}
				written <- nil
				if left := size - most; uint64(max(0, left)) > folder.Written()+3*PieceBytes {
					t.Errorf("%d bytes in memory, %d in files", most, folder.Written())
				}
			}
			var got bytes.Buffer
			if err := b.Send(&got); err != nil || !bytes.Equal(got.Bytes(), all[:size]) {
				t.Errorf("memory %d, limit %d: %d bytes of %d: %v", most, limit, got.Len(), size, err)
			}
			if err := errors.Join(<-written, b.Close()); err != nil || folder.Used() != 0 {
				t.Errorf("memory %d, limit %d: %d bytes are left: %v", most, limit, folder.Used(), err)
			}
		}
	}
}

// TestPromptClient: of a client that has taken all bytes nothing more goes to files.
func TestPromptClient(t *testing.T) {
	folder := open(t, 0)
	b := New(t.Context(), 1<<20, folder, time.Hour)
	from, to := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- errors.Join(b.Send(to), to.Close()) }()
	all := text(3 << 20)
	if _, err := b.Write(all[:2<<20]); err != nil {
		t.Fatal(err)
	}
	before := folder.Written()
	if _, err := io.ReadFull(from, make([]byte, 2<<20)); err != nil {
		t.Fatal(err)
	}
	for b.Len() > 0 || folder.Used() > 0 {
		runtime.Gosched()
	}
	if _, err := b.Write(all[2<<20 : 3<<20]); err != nil {
		t.Fatal(err)
	}
	b.End()
	if rest, err := io.ReadAll(from); err != nil || !bytes.Equal(rest, all[2<<20:]) {
		t.Errorf("%d bytes, %v", len(rest), err)
	}
	if err := <-done; err != nil || before == 0 || folder.Written() != before {
		t.Errorf("%d bytes in files, %d before: %v", folder.Written(), before, err)
	}
}

// TestSlow: without room a writer waits for the client 30 s in all, however often the client takes a little, and then fails.
func TestSlow(t *testing.T) {
	const patience = 30 * time.Second
	for _, takes := range []time.Duration{time.Hour, 3 * time.Second} {
		folder := open(t, 1)
		synctest.Test(t, func(t *testing.T) {
			ctx, stop := context.WithTimeout(t.Context(), time.Hour/2)
			b := New(ctx, PieceBytes, folder, patience)
			from, to := io.Pipe()
			done := make(chan error, 1)
			go func() { done <- b.Send(to) }()
			go func() {
				for {
					select {
					case <-time.After(takes):
					case <-ctx.Done():
						from.CloseWithError(ctx.Err())
						return
					}
					io.ReadFull(from, make([]byte, PieceBytes)) //nolint:errcheck // the pipe is closed
				}
			}()
			begun := time.Now()
			n, err := b.Write(text(64 * PieceBytes))
			if after := time.Since(begun); !errors.Is(err, ErrSlow) || !errors.Is(err, spill.ErrNoRoom) || after != patience || n < PieceBytes {
				t.Errorf("after %v: %d bytes, %v", after, n, err)
			}
			stop()
			<-done
		})
	}
}

// TestAnyTime: where nobody else waits for the writer it waits for a slow client as long as that takes.
func TestAnyTime(t *testing.T) {
	folder := open(t, 1)
	synctest.Test(t, func(t *testing.T) {
		b := New(t.Context(), PieceBytes, folder, time.Second)
		b.WaitAnyTime()
		from, to := io.Pipe()
		go func() {
			b.Send(to) //nolint:errcheck // the other end shows it
			to.Close()
		}()
		all, done := text(8*PieceBytes), make(chan error, 1)
		go func() { done <- write(b, all) }()
		var got []byte
		for {
			time.Sleep(time.Minute)
			p := make([]byte, PieceBytes)
			n, err := io.ReadFull(from, p)
			if got = append(got, p[:n]...); err != nil {
				break
			}
		}
		if err := <-done; err != nil || !bytes.Equal(got, all) {
			t.Errorf("%d bytes of %d, %v", len(got), len(all), err)
		}
	})
}

// TestRoomOfOthers: a writer goes on once others have left room in the folder, though its client takes nothing.
func TestRoomOfOthers(t *testing.T) {
	folder := open(t, 10*PieceBytes)
	other, err := folder.Create()
	if err == nil {
		_, err = other.Write(make([]byte, 10*PieceBytes))
	}
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		b := New(t.Context(), PieceBytes, folder, time.Minute)
		done := make(chan error, 1)
		go func() {
			_, err := b.Write(text(4 * PieceBytes))
			done <- err
		}()
		synctest.Wait()
		if err := other.Close(); err != nil {
			t.Error(err)
		}
		if err := errors.Join(<-done, b.Close()); err != nil {
			t.Error(err)
		}
	})
}

// TestGone: the end of the context ends a writer that waits, and a sender.
func TestGone(t *testing.T) {
	gone, folder := errors.New("gone"), open(t, 1)
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancelCause(t.Context())
		b, full := New(ctx, PieceBytes, folder, time.Hour), make(chan error, 1)
		idle, done := New(ctx, PieceBytes, folder, time.Hour), make(chan error, 1)
		go func() {
			_, err := b.Write(text(4 * PieceBytes))
			full <- err
		}()
		go func() { done <- idle.Send(io.Discard) }()
		synctest.Wait()
		stop(gone)
		if err := <-full; err != gone {
			t.Error(err)
		}
		if err := <-done; err != gone {
			t.Error(err)
		}
	})
}
