package infile

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// stateOf returns the time of the last change of a file's state.
func stateOf(t *testing.T, path string) time.Time {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	at, ok := ChangeTime(info)
	if !ok {
		t.Skip("this system does not keep it")
	}
	return at
}

// TestRewritten: a file whose rights or names have changed is the file that it was; one that has other bytes, of the same size and with its old time set, is not. Without Sums neither is looked at.
func TestRewritten(t *testing.T) {
	folder := t.TempDir()
	path, away := filepath.Join(folder, "file"), filepath.Join(folder, "away")
	for _, size := range []int{10, smallFile + 100_000} {
		text := bytes.Repeat([]byte("x"), size)
		last := bytes.Clone(text)
		last[size-1] = 'y'
		for name, of := range map[string]struct {
			change func() error
			other  bool
		}{
			"chmod":     {func() error { return errors.Join(os.Chmod(path, 0o644), os.Chmod(path, 0o600)) }, false},
			"link":      {func() error { return errors.Join(os.Link(path, away), os.Remove(away)) }, false},
			"moved":     {func() error { return errors.Join(os.Rename(path, away), os.Rename(away, path)) }, false},
			"as it was": {func() error { return os.WriteFile(path, text, 0o600) }, false},
			"rewritten": {func() error { return os.WriteFile(path, last, 0o600) }, true},
		} {
			if err := os.WriteFile(path, text, 0o600); err != nil {
				t.Fatal(err)
			}
			before, sums, plain := stateOf(t, path), &Stamps{Sums: true}, &Stamps{}
			settled := func(all *Stamps) error {
				s := &Source{Stamps: all}
				if err := s.Open(path, nil); err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				return s.Settled(nil)
			}
			if err := errors.Join(settled(sums), settled(plain)); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			for stateOf(t, path).Equal(before) { // clocks of file systems have ticks
				if err := errors.Join(of.change(), os.Chtimes(path, info.ModTime(), info.ModTime())); err != nil {
					t.Fatal(err)
				}
			}
			for range 2 {
				if err := settled(sums); errors.Is(err, ErrChanged) != of.other || !of.other && err != nil {
					t.Errorf("%s, %d bytes: %v", name, size, err)
				}
			}
			if err := settled(plain); err != nil {
				t.Errorf("%s, without sums: %v", name, err)
			}
		}
	}
}
