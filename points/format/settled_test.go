package format

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"flyby/trajectory/format"
)

// TestChangedFiles: a file whose time of last change differs between the start and the end of a reading is an error.
func TestChangedFiles(t *testing.T) {
	path := write(t, "points.csv", []byte("x1,x2\n1,2\n"))
	o := Options{Reading: Reading{Progress: func(int64, int64) {
		if err := os.Chtimes(path, time.Unix(1, 0), time.Unix(1, 0)); err != nil {
			t.Error(err)
		}
	}}}
	if _, _, err := Read(context.Background(), path, o); !errors.Is(err, format.ErrChanged) {
		t.Errorf("%v", err)
	}
}
