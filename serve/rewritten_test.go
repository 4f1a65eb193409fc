package serve

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flyby/internal/infile"
)

// TestRewrittenFiles: a database whose file has other rights or another name for a while answers questions for which it is read again; one whose file has other bytes, of the same size and with
// its old time set, is to be read anew first.
func TestRewrittenFiles(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"chmod": func(path string) error { return errors.Join(os.Chmod(path, 0o644), os.Chmod(path, 0o600)) },
		"link":  func(path string) error { return errors.Join(os.Link(path, path+".away"), os.Remove(path+".away")) },
		"moved": func(path string) error {
			return errors.Join(os.Rename(path, path+".away"), os.Rename(path+".away", path))
		},
		"rewritten": func(path string) error {
			return os.WriteFile(path, []byte(strings.Replace(cars(40), ",0,0,0,0,", ",0,1,0,0,", 1)), 0o600)
		},
	} {
		for _, question := range []string{"vertical=5", "with=speed"} {
			p := serves(t, nil)
			path := filepath.Join(p.folder, "cars.csv")
			before, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			first, ok := infile.ChangeTime(before)
			if !ok {
				t.Skip("this system does not keep the time of the last change of a file's state")
			}
			for now := first; now.Equal(first); { // clocks of file systems have ticks
				if err := errors.Join(change(path), os.Chtimes(path, time.Time{}, before.ModTime())); err != nil {
					t.Fatal(err)
				}
				info, err := os.Stat(path)
				if err != nil || info.Size() != before.Size() || !info.ModTime().Equal(before.ModTime()) {
					t.Fatal(info, err)
				}
				now, _ = infile.ChangeTime(info)
			}
			want := map[bool]int{false: 200, true: 503}[name == "rewritten"]
			for range 2 {
				if r := p.send("POST", "/v1/databases/cars/join?distance=9&"+question, nil); r.StatusCode != want {
					t.Errorf("%s, %s: %+v: %.300s", name, question, r.Response, r.body)
				}
			}
			if err := p.Reload(t.Context()); err != nil {
				t.Error(err)
			}
			if r := p.send("POST", "/v1/databases/cars/join?distance=9&"+question, nil); r.StatusCode != 200 {
				t.Errorf("%s, %s, read anew: %+v: %.300s", name, question, r.Response, r.body)
			}
		}
	}
}

// TestSame: files are the same if path, size, times and file are.
func TestSame(t *testing.T) {
	info := func() os.FileInfo {
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		i, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return i
	}
	when := time.Unix(1, 1)
	old := stamp{"a", 1, when, when, info()}
	for name, of := range map[string]struct {
		now  []stamp
		same bool
	}{
		"nothing":                  {[]stamp{{"a", 1, when.UTC(), when.UTC(), old.file}}, true},
		"path":                     {[]stamp{{"b", 1, when, when, old.file}}, false},
		"size":                     {[]stamp{{"a", 2, when, when, old.file}}, false},
		"time of change":           {[]stamp{{"a", 1, when.Add(1), when, old.file}}, false},
		"time of change, earlier":  {[]stamp{{"a", 1, when.Add(-1), when, old.file}}, false},
		"time of change of state":  {[]stamp{{"a", 1, when, when.Add(1), old.file}}, false},
		"file":                     {[]stamp{{"a", 1, when, when, info()}}, false},
		"number of files":          {[]stamp{old, old}, false},
		"number of files, of none": {nil, false},
	} {
		if got := same([]stamp{old}, of.now); got != of.same {
			t.Errorf("another %s: same %v", name, got)
		}
	}
}
