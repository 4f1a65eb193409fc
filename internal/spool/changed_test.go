package spool

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"flyby/internal/spill"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestChangedFiles: a file that changes while it is read with others is an error, where the rows of all have to be put in order.
func TestChangedFiles(t *testing.T) {
	folder := t.TempDir()
	var files []input.File
	for i, text := range []string{"id,t,x,y\n1,0,1,2\n1,2,2,3\n", "id,t,x,y\n1,1,1,2\n1,3,2,3\n"} {
		path := filepath.Join(folder, string(rune('a'+i))+".csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, input.File{Path: path})
	}
	where, err := spill.Open(t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Memory: 16 << 20, Folder: where}
	if s, _, err := ReadFiles(context.Background(), files, o); err != nil {
		t.Fatal(err)
	} else if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	o.Format.Progress = func(int64, int64) {
		if err := os.Chtimes(files[0].Path, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
			t.Error(err)
		}
	}
	if s, _, err := ReadFiles(context.Background(), files, o); !errors.Is(err, format.ErrChanged) {
		t.Errorf("%v", err)
		if err == nil {
			s.Close()
		}
	}
}
