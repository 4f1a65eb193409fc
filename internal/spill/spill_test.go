package spill

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// opened returns a folder of a test with a limit.
func opened(t *testing.T, limit uint64) *Folder {
	t.Helper()
	f, err := Open(t.TempDir(), limit)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// created returns an empty file, closed after the test.
func created(t *testing.T, f *Folder) *File {
	t.Helper()
	file, err := f.Create()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := file.Close(); err != nil {
			t.Error(err)
		}
	})
	return file
}

// TestReadBack: written bytes are read, in any order, and reading ends with io.EOF.
func TestReadBack(t *testing.T) {
	file := created(t, opened(t, 0))
	for _, text := range []string{"one ", "", "two"} {
		if n, err := file.Write([]byte(text)); err != nil || n != len(text) {
			t.Fatalf("%d, %v", n, err)
		}
	}
	if file.Size() != 7 {
		t.Errorf("size %d, want 7", file.Size())
	}
	got := make([]byte, 3)
	if n, err := file.ReadAt(got, 4); n != 3 || err != nil || string(got) != "two" {
		t.Errorf("%q, %d, %v", got, n, err)
	}
	all, err := io.ReadAll(io.NewSectionReader(file, 0, file.Size()))
	if err != nil || string(all) != "one two" {
		t.Errorf("%q, %v", all, err)
	}
	if _, err := file.ReadAt(got, 6); !errors.Is(err, io.EOF) {
		t.Errorf("%v, want the end", err)
	}
}

// TestLimit: the files of a folder hold no more than its limit, and a closed file gives its bytes
// back.
func TestLimit(t *testing.T) {
	f := opened(t, 100)
	one, other := created(t, f), created(t, f)
	if _, err := one.Write(make([]byte, 60)); err != nil {
		t.Fatal(err)
	}
	n, err := other.Write(make([]byte, 41))
	if n != 0 || !errors.Is(err, ErrNoRoom) || !strings.Contains(err.Error(), f.Path()) || !strings.Contains(err.Error(), "100 B") {
		t.Errorf("%d, %v", n, err)
	}
	if f.Room() != 40 {
		t.Errorf("room %d, want 40", f.Room())
	}
	if err := errors.Join(one.Close(), one.Close()); err != nil {
		t.Error(err)
	}
	if _, err := other.Write(make([]byte, 100)); err != nil {
		t.Error(err)
	}
	if f.Written() != 160 {
		t.Errorf("%d bytes written, want 160", f.Written())
	}
}

// TestNeed: a block that does not fit is refused with its size, the room and the folder.
func TestNeed(t *testing.T) {
	f := opened(t, 2048)
	if err := f.Need("slabs", 2048); err != nil {
		t.Error(err)
	}
	err := f.Need("slabs", 4096)
	want := "spill: slabs need 4.0 KiB; folder " + f.Path() + " has room for 2.0 KiB of its limit of 2.0 KiB"
	if !errors.Is(err, ErrNoRoom) || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if got := opened(t, 0).Room(); got == 0 || got == math.MaxUint64 {
		t.Errorf("%d bytes are free", got)
	}
}

// TestNoFolder: a path where no file can be written is refused by its name.
func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below"), filepath.Join(t.TempDir(), "missing")} {
		if _, err := Open(path, 0); err == nil || !strings.HasPrefix(err.Error(), "spill: folder "+path+": ") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestClosed: a closed file takes no bytes, and the folder's count stays right.
func TestClosed(t *testing.T) {
	f := opened(t, 100)
	file := created(t, f)
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Write(bytes.Repeat([]byte{1}, 10)); err == nil || !strings.Contains(err.Error(), f.Path()) {
		t.Errorf("%v", err)
	}
	if f.Room() != 100 {
		t.Errorf("room %d, want 100", f.Room())
	}
}

// TestPart: files of parts count against the limit of the whole, each part counts its own bytes, and a context hands its folder on.
func TestPart(t *testing.T) {
	f := opened(t, 100)
	ctx := WithFolder(t.Context(), f)
	a, b := FolderIn(ctx), FolderIn(ctx)
	if FolderIn(t.Context()) != nil {
		t.Error("a folder out of nowhere")
	}
	one, two := created(t, a), created(t, b)
	if _, err := one.Write(make([]byte, 60)); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Write(make([]byte, 50)); !errors.Is(err, ErrNoRoom) {
		t.Error(err)
	}
	if err := b.Need("rows", 50); !errors.Is(err, ErrNoRoom) || !strings.Contains(err.Error(), "room for 40 B of its limit of 100 B") {
		t.Error(err)
	}
	if a.Written() != 60 || b.Written() != 0 || f.Used() != 60 || a.Room() != 40 || b.Room() != 40 {
		t.Errorf("%d and %d bytes written, %d used, room for %d and %d", a.Written(), b.Written(), f.Used(), a.Room(), b.Room())
	}
	if err := one.Close(); err != nil {
		t.Error(err)
	}
	if _, err := two.Write(make([]byte, 100)); err != nil || f.Room() != 0 {
		t.Errorf("room for %d: %v", f.Room(), err)
	}
}
