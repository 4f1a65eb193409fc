package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestCorruptParquet: files of a few hundred bytes that once took all memory, or claim to need it,
// end under a limit on address space of four gigabytes with exit status 1, one line that names the
// place, no output and no file.
func TestCorruptParquet(on *testing.T) {
	t := heavy(on)
	inputs(t)
	for name, want := range map[string]string{
		"oom_1297_bytes":      "column r of row group 0 is corrupt (page 0: not an LZ4 block)",
		"oom_dictionary_page": "column t of row group 0 is corrupt (page 0: not an LZ4 block)",
		"rows":                "corrupt: column traj_id has 10 values in row group 0 of 1099511627776 rows",
		"runs":                "the columns of 2147483647 rows need 64.0 GiB; ",
		"brotli":              "column y of row group 0 is corrupt (page 0: it holds fewer values than it claims)",
	} {
		file := name + ".parquet"
		copyFile(t, filepath.Join(corruptFiles, file), file)
		before := folder(t)
		for _, args := range [][]string{{"info", file}, {"join", "--entries", file, "--distance", "1", "--memory", "1TB", "--out", "out.csv"}} {
			refusedWithin(t, 4<<20, args, file+": "+want)
			if after := folder(t); after != before {
				t.Errorf("flyby %v: the folder changes from %s to %s", args, before, after)
			}
		}
	}
}

// TestZstdWindow: an archive of ten bytes that claims a window of half a gigabyte is refused where
// the limit leaves less.
func TestZstdWindow(on *testing.T) {
	t := heavy(on)
	inputs(t)
	write(t, "window.csv.zst", "\x28\xb5\x2f\xfd\x00\x98\x43\x00\x00a")
	refusedWithin(t, 2600<<10, []string{"info", "window.csv.zst"}, "window.csv.zst: the zstd archive has a window larger than the memory there is for it")
}

// refusedWithin runs the command under a limit on address space, and wants exit status 1 and one
// line that contains want.
func refusedWithin(t *place, kib int, args []string, want string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, told bytes.Buffer
	limit := fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, kib)
	c := exec.Command("/bin/sh", append([]string{"-c", limit, self}, args...)...)
	c.Dir, c.Env = t.folder, append(append(os.Environ(), asCommand+"=1"), t.env...)
	c.Stdout, c.Stderr = &out, &told
	var exit *exec.ExitError
	if err := c.Run(); !errors.As(err, &exit) || exit.ExitCode() != cli.Failure {
		t.Errorf("flyby %v: %v, stderr %q", args, err, told.String())
	}
	if line := told.String(); out.Len() > 0 || strings.Count(line, "\n") != 1 || !strings.HasPrefix(line, "flyby: ") || !strings.Contains(line, want) {
		t.Errorf("flyby %v:\ngot  %q\nwant %q", args, line, want)
	}
}

// corruptFiles is the folder of Parquet files that claim more than they hold, as
// the tests run in a folder of their own.
var corruptFiles = func() string {
	folder, err := filepath.Abs("../../internal/reading/parquet/testdata/corrupt")
	if err != nil {
		panic(err)
	}
	return folder
}()

func copyFile(t *place, from, to string) {
	t.Helper()
	b, err := os.ReadFile(t.at(from))
	if err != nil {
		t.Fatal(err)
	}
	write(t, to, string(b))
}
