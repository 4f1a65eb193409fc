package fileset

import (
	"archive/zip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/trajectory/format"
)

// touch changes the modification time of a file.
func touch(t *testing.T, path string) {
	t.Helper()
	then := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	if err := os.Chtimes(path, then, then); err != nil {
		t.Fatal(err)
	}
}

// changingFiles makes a file of trajectories for each way to read one.
func changingFiles(t *testing.T) map[string]string {
	t.Helper()
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	const text = "id,t,x,y\n1,0,1,2\n1,1,2,3\n"
	s, _, err := readText(t, "a.csv", text, format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.csv", "b.csv.gz", "c.csv.zst", "d.parquet"} {
		if err := output.WriteStore(context.Background(), path(name), s, output.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	track := gpxFile("<trk><trkseg>" + trkpt("1", "2", "", "00:00:00Z") + "</trkseg></trk>")
	if err := os.WriteFile(path("e.gpx"), []byte(track), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(path("f.zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(out)
	w, err := z.Create("g.csv")
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err := errors.Join(err, z.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{path("f.zip") + "/g.csv": path("f.zip")}
	for _, name := range []string{"a.csv", "b.csv.gz", "c.csv.zst", "d.parquet", "e.gpx"} {
		all[path(name)] = path(name)
	}
	return all
}

// TestChangedFiles: a file whose modification time differs at the end of a reading from the start is an error, in every
// way of reading, though all its rows are good; a file that is read twice is the same both times.
func TestChangedFiles(t *testing.T) {
	ctx := context.Background()
	for path, file := range changingFiles(t) {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		reset := func() {
			if err := os.Chtimes(file, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
		}
		change := func(done, _ int64) { touch(t, file) }
		for way, read := range map[string]func(o format.Options) error{
			"in memory": func(o format.Options) error { _, _, err := Read(ctx, path, o); return err },
			"handed on": func(o format.Options) error { _, _, err := ReadRows(ctx, path, o, passOver); return err },
			"sorted":    func(o format.Options) error { o.SortTimes = true; _, _, err := Read(ctx, path, o); return err },
			"several files": func(o format.Options) error {
				_, _, err := ReadFileRows(ctx, []File{{Path: path}}, o, passOver)
				return err
			},
		} {
			reset()
			if err := read(format.Options{}); err != nil {
				t.Errorf("%s %s: %v", way, path, err)
			}
			err := read(format.Options{Reading: format.Reading{Progress: change}})
			if !errors.Is(err, format.ErrChanged) || !strings.Contains(err.Error(), file+": the file changed while it was read: its last change was at ") {
				t.Errorf("%s %s, which changes: %v", way, path, err)
			}
			reset()
			o := format.Options{}.Steady()
			if err := read(o); err != nil {
				t.Errorf("%s %s: %v", way, path, err)
			}
			touch(t, file)
			if err := read(o); !errors.Is(err, format.ErrChanged) {
				t.Errorf("%s %s, which changed after the first reading: %v", way, path, err)
			}
		}
	}
}

// TestRewrittenFiles: in every way of reading a file with Lasting options, a file of which only the rights have changed is read again, and one with another byte, whose size and modification time are
// as they were, is an error.
func TestRewrittenFiles(t *testing.T) {
	for path, file := range changingFiles(t) {
		before, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := infile.ChangeTime(before); !ok {
			t.Skip("this system does not keep the time of the last change of a file's state")
		}
		until := func(change func() error) { // clocks of file systems have ticks
			first := before
			for a, b := first, first; ; b, _ = os.Stat(file) {
				was, _ := infile.ChangeTime(a)
				if now, _ := infile.ChangeTime(b); !now.Equal(was) {
					before = b
					return
				}
				if err := errors.Join(change(), os.Chtimes(file, first.ModTime(), first.ModTime())); err != nil {
					t.Fatal(err)
				}
			}
		}
		o := format.Options{}.Lasting()
		read := func() error {
			_, _, err := ReadFileRows(context.Background(), []File{{Path: path}}, o, passOver)
			return err
		}
		if err := read(); err != nil {
			t.Fatal(err)
		}
		until(func() error { return os.Chmod(file, 0o640) })
		if err := read(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		other := append([]byte{}, text...)
		other[len(other)/2] ^= 1
		until(func() error { return os.WriteFile(file, other, 0o600) })
		if err := read(); !errors.Is(err, format.ErrChanged) {
			t.Errorf("%s, rewritten: %v", path, err)
		}
		until(func() error { return os.WriteFile(file, text, 0o600) })
		if err := read(); err != nil {
			t.Errorf("%s, as it was: %v", path, err)
		}
	}
}

// TestChangedText: where a file changes and has a fault, the error says both.
func TestChangedText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	text := "id,t,x,y\n" + strings.Repeat("1,0,1,2\n", 200_000)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cut := func(done, total int64) {
		if done < total {
			if err := os.Truncate(path, done+3); err != nil {
				t.Error(err)
			}
		}
	}
	_, _, err := Read(context.Background(), path, format.Options{Reading: format.Reading{Progress: cut, Threads: 1}})
	var place *format.Error
	if !errors.Is(err, format.ErrChanged) || !errors.As(err, &place) || place.Line < 2 || !strings.Contains(err.Error(), "columns where the header has 4; "+path+": the file changed while it was read: it had 1600009 bytes at first, and has ") {
		t.Errorf("%v", err)
	}
}
