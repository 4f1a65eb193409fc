package clrt

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"flyby/kernel/cl"
)

// TestCache builds from the source once, then from the cache, and from the
// source again where the cached file is damaged.
func TestCache(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "flyby", "kernels")
	onEachDevice(t, base, func(t *testing.T, d *Device) {
		must(t, os.RemoveAll(dir)) // what the device before left
		source := "// " + t.Name() + "\n__kernel void f(__global uint *x) { *x = 1; }\n"
		build := func(want string) {
			t.Helper()
			p, from, err := d.compile("test", source, single.defines())
			must(t, err)
			must(t, p.Release())
			if from != want {
				t.Errorf("built from %s, want %s", from, want)
			}
		}
		build("source")
		build("cache")
		files, err := filepath.Glob(filepath.Join(dir, "*.bin"))
		must(t, err)
		if len(files) != 1 {
			t.Fatalf("%d files", len(files))
		}
		data, err := os.ReadFile(files[0])
		must(t, err)
		for name, bad := range map[string][]byte{
			"empty": nil, "cut": data[:len(data)/2], "flipped": append(append([]byte{}, data[:len(data)-1]...), ^data[len(data)-1]),
		} {
			must(t, os.WriteFile(files[0], bad, 0o666))
			t.Log(name)
			build("source")
			build("cache")
		}
		d.cache.save(filepath.Base(files[0]), []byte("whole, but no program"))
		build("source")
		build("cache")
	})
}

// TestCacheOfOthers compiles anew, with one warning, what others own or may write,
// and keeps what it compiled where nobody else may write it.
func TestCacheOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes on Windows")
	}
	base := t.TempDir()
	dir := filepath.Join(base, "flyby", "kernels")
	onEachDevice(t, base, func(t *testing.T, d *Device) {
		must(t, os.RemoveAll(dir)) // what the device before left
		var logged bytes.Buffer
		log := slog.New(slog.NewTextHandler(&logged, nil))
		source := "// " + t.Name() + "\n__kernel void f(__global uint *x) { *x = 1; }\n"
		build := func(n string) string {
			t.Helper()
			p, from, err := d.compile("test", "// "+n+"\n"+source, single.defines())
			must(t, err)
			must(t, p.Release())
			return from
		}
		build("one")
		build("two")
		files, err := filepath.Glob(filepath.Join(dir, "*.bin"))
		must(t, err)
		if len(files) != 2 {
			t.Fatalf("%d files", len(files))
		}
		for name, spoil := range map[string]func() error{
			"files of a group": func() error { return errors.Join(os.Chmod(files[0], 0o660), os.Chmod(files[1], 0o606)) },
			"the folder":       func() error { return os.Chmod(dir, 0o777) },
			"the one above":    func() error { return os.Chmod(filepath.Dir(dir), 0o720) },
			"links":            func() error { return errors.Join(link(files[0]), link(files[1])) },
			"files of others":  func() error { return errors.Join(giveAway(files[0]), giveAway(files[1])) },
		} {
			logged.Reset()
			d.cache = newCache(base, log)
			must(t, spoil())
			if one, two := build("one"), build("two"); one != "source" || two != "source" {
				t.Errorf("%s: built from %s and %s", name, one, two)
			}
			if n := strings.Count(logged.String(), "level=WARN"); n < 1 || n > 2 || strings.Count(logged.String(), "compiled anew") != n {
				t.Errorf("%s: %d warnings: %s", name, n, &logged)
			}
			d.cache = newCache(base, log)
			if one, two := build("one"), build("two"); one != "cache" || two != "cache" {
				t.Errorf("%s: afterwards built from %s and %s", name, one, two)
			}
			for _, path := range append(files, dir, filepath.Dir(dir)) {
				if info, err := os.Lstat(path); err != nil || info.Mode().Perm()&0o077 != 0 || !info.IsDir() && !info.Mode().IsRegular() {
					t.Errorf("%s: afterwards %v, %v", name, info.Mode(), err)
				}
			}
		}
		must(t, errors.Join(os.Rename(files[0], files[0]+"2"), os.Rename(files[1], files[0]), os.Rename(files[0]+"2", files[1])))
		if one, two := build("one"), build("two"); one != "source" || two != "source" {
			t.Errorf("files that took each other's names: built from %s and %s", one, two)
		}
	})
}

// link puts a link to a file in its place.
func link(path string) error {
	return errors.Join(os.Rename(path, path+".real"), os.Symlink(path+".real", path))
}

// giveAway gives a file to another user, or lets others write it where only root can.
func giveAway(path string) error {
	if os.Geteuid() == 0 {
		return os.Chown(path, 12345, -1)
	}
	return os.Chmod(path, 0o666)
}

func TestCacheKey(t *testing.T) {
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		mine := d.identity
		keys := map[string]bool{cacheKey(mine, "a", "b"): true, cacheKey(mine, "ab", ""): true, cacheKey(mine, "", "ab"): true}
		other := slices.Clone(mine)
		other[3] += "1"
		keys[cacheKey(other, "a", "b")] = true
		if len(keys) != 4 {
			t.Errorf("%d keys of 4", len(keys))
		}
	})
}

// TestBuildError wants the log with the file's name, and the source saved.
func TestBuildError(t *testing.T) {
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		_, err := d.Build(Source{Label: "broken", Groups: single, Files: []File{{Name: "good.cl", Text: "\n"}, {Name: "broken.cl", Text: "\n\n__kernel void f() { nonsense; }\n"}}})
		if !cl.IsBuildFailure(err) {
			t.Fatal(err)
		}
		text := err.Error()
		saved := regexp.MustCompile(`source in (\S+)\)`).FindStringSubmatch(text)
		if saved == nil || !strings.Contains(text, "-D BLOCK=") {
			t.Fatal(text)
		}
		if _, err := os.Stat(saved[1]); err != nil {
			t.Error(err)
		}
		must(t, os.Remove(saved[1]))
	})
}
