package predict

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"flyby/internal/private"
	"flyby/kernel"
)

func TestModelSurvivesItsFile(t *testing.T) {
	m := calibrated(t)
	path := filepath.Join(t.TempDir(), "new", "model.json")
	for range 2 { // the second Save replaces the first's file
		if err := m.Save(path); err != nil {
			t.Fatal(err)
		}
	}
	read, err := LoadFor(path, fake())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read, m) {
		t.Errorf("read %+v, saved %+v", read, m)
	}
	files, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(files) != 1 {
		t.Errorf("%d files, error %v", len(files), err)
	}
}

func TestModelOfAnotherDevice(t *testing.T) {
	m := calibrated(t)
	path := filepath.Join(t.TempDir(), "model.json")
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(*kernel.Device){
		func(d *kernel.Device) { d.Name = "Other" },
		func(d *kernel.Device) { d.Driver = "1.1" },
		func(d *kernel.Device) { d.Units = 3 },
	} {
		d := fake()
		change(&d)
		_, err := LoadFor(path, d)
		if !errors.Is(err, errForeign) {
			t.Errorf("%+v: %v", d, err)
		}
	}
}

func TestFilesThatAreIgnored(t *testing.T) {
	m := calibrated(t)
	path := filepath.Join(t.TempDir(), "model.json")
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	edit := func(from, to string) string {
		edited := strings.Replace(string(whole), from, to, 1)
		if edited == string(whole) {
			t.Fatalf("the file holds no %q", from)
		}
		return edited
	}
	for name, bad := range map[string]struct {
		text string
		want error
	}{
		"empty":           {"", errDamaged},
		"no JSON":         {"model", errDamaged},
		"cut":             {string(whole[:len(whole)/2]), errDamaged},
		"something else":  {`{"name": "x"}`, errDamaged},
		"format a number": {`{"format": 3}`, errDamaged},
		"another version": {edit(fmt.Sprintf(`"version": %d`, fileVersion), `"version": 1000`), errVersion},
		"no surface":      {edit(`"hit": {`, `"hot": {`), errDamaged},
		"bad axis":        {edit(`"c": [`, `"c": [9e9, `), errDamaged},
		"bad form":        {edit(`"separate"`, `"sideways"`), errDamaged},
		"no lanes":        {edit(`"lanes": 1`, `"lanes": 0`), errDamaged},
		"quantum":         {edit(`"quantum": 1`, `"quantum": 0`), errDamaged},
		"negative cost":   {edit(`"boxTest": `, `"boxTest": -`), errDamaged},
		"scale":           {edit(`"scale": `, `"scale": 99`), errDamaged},
		"stride":          {edit(`"stride": 1`, `"stride": 9`), errDamaged},
		"negative rate":   {edit(`"secondsPerByte": `, `"secondsPerByte": -`), errDamaged},
		"no curves":       {edit(`"curves": [`, `"curved": [`), errDamaged},
	} {
		if err := os.WriteFile(path, []byte(bad.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Load(path)
		var file *fileError
		if !errors.Is(err, bad.want) || !errors.As(err, &file) || file.Path != path || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A model that other users own or may write is refused, until Save writes it anew.
func TestModelsOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes on Windows")
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir()) // macOS has the caches in it
	m := calibrated(t)
	path, err := DefaultPath(fake())
	if err != nil {
		t.Fatal(err)
	}
	check := func(name string, want bool) {
		t.Helper()
		_, err := LoadFor(path, fake())
		var exposed *private.ExposedError
		if errors.As(err, &exposed) == want || err == nil != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, open := range map[string]string{"file": path, "folder": filepath.Dir(path), "the one above": filepath.Dir(filepath.Dir(path))} {
		if err := m.Save(path); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: mode %v, %v", name, info.Mode(), err)
		}
		check(name, true)
		if err := os.Chmod(open, 0o777); err != nil {
			t.Fatal(err)
		}
		check(name+" open to all", false)
	}
}

func TestNoFile(t *testing.T) {
	_, err := Load(filepath.Join(t.TempDir(), "none.json"))
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
	_, err = Load(t.TempDir())
	var file *fileError
	if !errors.As(err, &file) {
		t.Errorf("a directory: %v", err)
	}
}

func TestSaveWhereItCannot(t *testing.T) {
	m := calibrated(t)
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := m.Save(filepath.Join(blocked, "model.json")); err == nil || !strings.HasPrefix(err.Error(), "perfmodel: save model ") {
		t.Errorf("%v", err)
	}
}

func TestDefaultPath(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", "/cache")
	t.Setenv("HOME", "/home/x")
	d := fake()
	a, err := DefaultPath(d)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(filepath.Base(a), "fake-tm-9000-") || filepath.Ext(a) != ".json" {
		t.Errorf("path %s", a)
	}
	d.Driver = "1.1"
	if b, _ := DefaultPath(d); a == b {
		t.Errorf("another driver has the path %s too", b)
	}
	d.Name = strings.Repeat("very long ", 20) + "/../ name"
	if long, _ := DefaultPath(d); len(filepath.Base(long)) > 60 || strings.Contains(filepath.Base(long), "..") {
		t.Errorf("path %s", long)
	}
}
