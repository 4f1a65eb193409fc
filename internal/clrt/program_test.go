package clrt

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cl"
)

// TestCache: a program is built from the source once, then from the cache, and
// from the source again where the cached file is damaged.
func TestCache(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "flyby", "kernels")
	onEachDevice(t, base, func(t *testing.T, d *Device) {
		must(t, os.RemoveAll(dir)) // files of the device before
		source := "// " + t.Name() + "\n__kernel void f(__global uint *x) { *x = 1; }\n"
		build := func(want string) {
			t.Helper()
			p, from, err := d.compile("test", source, single.Options())
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

// TestCacheOfOthers: a program is compiled anew, with a warning, where its cached file is a link or
// another user's, or where others may write the file or its folder. It is then kept where nobody
// else may write.
func TestCacheOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes on Windows")
	}
	base := t.TempDir()
	dir := filepath.Join(base, "flyby", "kernels")
	onEachDevice(t, base, func(t *testing.T, d *Device) {
		must(t, os.RemoveAll(dir)) // files of the device before
		var logged bytes.Buffer
		log := slog.New(slog.NewTextHandler(&logged, nil))
		source := "// " + t.Name() + "\n__kernel void f(__global uint *x) { *x = 1; }\n"
		build := func(n string) string {
			t.Helper()
			p, from, err := d.compile("test", "// "+n+"\n"+source, single.Options())
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

// TestPrelude: the constants of all files are defined once, before the text; a
// constant of two values is refused; and another value makes another text, on which
// the cache's key depends.
func TestPrelude(t *testing.T) {
	source := func(value uint64) Source {
		return Source{Label: "x", Files: []File{
			{Name: "a.cl", Text: "A", Constants: []Constant{{Name: "A", Value: 1}, {Name: "TOP", Value: 1 << 31}, {Name: "EXACT", Double: 0x1.8p-47}}},
			{Name: "b.cl", Text: "B", Constants: []Constant{{Name: "A", Value: value}}},
		}}
	}
	text, err := source(1).Text()
	must(t, err)
	if want := "#line 1 \"constants of Go\"\n#define A 1\n#define TOP 0x80000000u\n#define EXACT 0x1.8p-47\n#line 1 \"list.cl\"\n"; !strings.HasPrefix(text, want) {
		t.Errorf("%.100s", text)
	}
	for _, other := range []uint64{2, 1 << 32} {
		if _, err := source(other).Text(); err == nil || !strings.Contains(err.Error(), "A of b.cl") {
			t.Errorf("%d: %v", other, err)
		}
	}
	one, two := source(1), source(1)
	two.Files[0].Constants = []Constant{{Name: "A", Value: 1}, {Name: "TOP", Value: 1 << 30}}
	a, _ := one.Text()
	b, _ := two.Text()
	if cacheKey(nil, a, "") == cacheKey(nil, b, "") {
		t.Error("one key for two values")
	}
}

// TestSlots: every word of a struct has a constant.
func TestSlots(t *testing.T) {
	got := Slots(reflect.TypeFor[struct {
		Hit, LongestRow uint32
		List            [3]uint32
	}]())
	if want := []Constant{{Name: "HIT_SLOT"}, {Name: "LONGEST_ROW_SLOT", Value: 1}, {Name: "LIST_SLOT", Value: 2}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// args has the parameters of the kernel of TestLaunch.
type args struct {
	wide
	out  *cl.Buffer
	a    uint32
	some someNumbers
	b    uint32
}

// someNumbers is a struct parameter.
type someNumbers struct {
	x    float64
	y, z uint32
}

// wide is an embedded part of args.
type wide struct {
	c float64
	d uint64
	e float32
}

// TestLaunch: a kernel gets the fields of its struct, changed and unchanged ones; its
// copies keep their own; and a struct of fewer fields is refused.
func TestLaunch(t *testing.T) {
	const k Kernel[args] = "k"
	text := "typedef struct { double x; uint y, z; } some_numbers_t;" +
		" __kernel void k(double c, ulong d, float e, __global double *out, uint a, some_numbers_t some, uint b) {" +
		" out[0] = c; out[1] = d; out[2] = e; out[3] = a; out[4] = b; out[5] = some.x; out[6] = some.y; out[7] = some.z; }"
	onEachDevice(t, "", func(t *testing.T, d *Device) {
		s := Source{Label: "k", Groups: Groups{Size: 1, Block: 1}, Kernels: []AnyKernel{k}, Files: []File{{Name: "k.cl", Text: text}}}
		p, err := d.Build(s)
		must(t, err)
		out, err := d.Memory.Buffer("out", 8*8)
		must(t, err)
		for _, a := range []args{
			{wide{1.5, 1 << 40, 2.5}, out, 3, someNumbers{5, 6, 7}, 4}, {wide{1.5, 1 << 40, 2.5}, out, 4, someNumbers{5, 6, 7}, 3},
			{wide{-1, 7, 0.25}, out, 4, someNumbers{5, 6, 8}, 3}, {wide{-1, 7, 0.25}, out, 4, someNumbers{}, 3},
		} {
			for step := range 2 {
				got := make([]float64, 8)
				must(t, k.Launch(p, Launch{Groups: 1, Step: step}, &a))
				must(t, ReadNow(d.Queues, out, 0, got))
				if want := []float64{a.c, float64(a.d), float64(a.e), float64(a.a), float64(a.b), a.some.x, float64(a.some.y), float64(a.some.z)}; !slices.Equal(got, want) {
					t.Errorf("%v, want %v", got, want)
				}
			}
		}
		must(t, p.Release())
		s.Kernels = []AnyKernel{Kernel[wide]("k")}
		if _, err := d.Build(s); err == nil || !strings.Contains(err.Error(), "7 parameters, its struct 3 fields") {
			t.Errorf("%v", err)
		}
	})
}

// TestPacked: structs with gaps between their fields, or after them, and structs
// within structs are not packed; structs that every device lays out as Go does are.
func TestPacked(t *testing.T) {
	type inner struct{ a uint32 }
	type odd struct {
		a float64
		b uint32
	}
	type gap struct {
		a uint32
		b float64
	}
	type buffer struct{ a *cl.Buffer }
	type nested struct{ inner inner }
	type all struct {
		good   someNumbers
		again  wide
		odd    odd
		gap    gap
		buffer buffer
		nested nested
		number uint32
	}
	_ = all{someNumbers{}, wide{}, odd{0, 0}, gap{0, 0}, buffer{nil}, nested{inner{0}}, 0} // uses the fields, which are not named otherwise
	for _, p := range Kernel[all]("").Params() {
		if p.Fields == nil {
			if p.Name != "number" {
				t.Errorf("%s has no fields", p.Name)
			}
			continue
		}
		if got := p.Packed(); got != (p.Name == "good") {
			t.Errorf("%s (%s): packed %v", p.Name, p.Type, got)
		}
	}
}

// TestBuildError: a build error has the log with the file's name, and the source is
// saved.
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
