package main

import (
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// beyondIdle is the difference in bytes between the size that suffices for three points and the memory of the command: memory of the
// search, and the margins of internal/memory.AtLeast.
const beyondIdle = 12.7e6

// idle returns the bytes that the command holds with three points: code and libraries take more on some machines than on others. The peak
// leaves out code that the system has taken out of memory, but --memory counts it, and so does the size of a refusal.
func idle(t *place) int {
	t.Helper()
	write(t, "three.csv", "x1,x2\n0,0\n1,1\n2,2\n")
	const line = "selfjoin --points three.csv --eps 1 --device cpu --threads 2 --out three.parquet"
	r, bytes := peak(t, line)
	refused, _ := peak(t, line+" --memory 1MB")
	_, does, ok := saidSize(t, refused)
	if r.status != cli.OK || !ok {
		t.Fatalf("%+v, %+v", r, refused)
	}
	return max(bytes, int(does)-beyondIdle)
}

// Bytes above the memory of an idle command, within which 1,200,000 points are searched in slabs.
const (
	slabRoom = 70e6
	listRoom = 100e6 // for neighbours as lists
)

// TestPointsWithinMemory: joins of points whose index and pairs do not fit keep within their bounds, and write the file of a run with all
// memory.
func TestPointsWithinMemory(on *testing.T) {
	t := heavy(on)
	pointsWithinMemory(t, []withinMemory{
		{"selfjoin --eps 0.15", "searched in slabs", slabRoom}, // 5 million pairs
	})
}

// withinMemory is a command on points, its message where memory is short, and its bound in bytes above the memory of an idle command.
type withinMemory struct {
	command, told string
	room          int
}

func pointsWithinMemory(t *place, commands []withinMemory) {
	t.Chdir(t.TempDir())
	// 1,200,000 points take 19 MB, and their grid 67 MB more; with their tree they take 115 MB.
	dataSet(t, "syn-uniform", "0.6", "points.npy")
	dataSet(t, "syn-uniform", "0.5", "fewer.npy")
	held := idle(t)
	for _, c := range commands {
		if !strings.Contains(c.command, "--points") {
			c.command += " --points points.npy"
		}
		line := c.command + " --device cpu --threads 2 --out " // other devices: libraries of OpenCL hold memory of their own
		must(t, words("%s", line+"whole.parquet")...)
		most := held + c.room
		r, bytes := peak(t, line+"slabs.parquet --verbose --tmp . --memory "+inBytes(uint64(most)))
		if r.status != cli.OK || !strings.Contains(r.err, c.told) || sum(t, "slabs.parquet") != sum(t, "whole.parquet") || bytes > most {
			t.Errorf("%s: status %d, %d bytes held of %d, stderr %s", c.command, r.status, bytes, most, r.err)
		}
	}
}

// TestPointsWhole: a self-join whose index and points take most of the bound is not cut into slabs, keeps within the bound, and writes the
// file of a run with all memory.
func TestPointsWhole(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	dataSet(t, "syn-uniform", "0.3", "points.npy")
	const line = "selfjoin --points points.npy --eps 0.05 --device cpu --threads 2 --out "
	must(t, words("%s", line+"free.parquet")...)
	most := idle(t) + 65e6 // the points take 10e6 of them, an index up to 34e6
	r, bytes := peak(t, line+"tight.parquet --verbose --memory "+inBytes(uint64(most)))
	if r.status != cli.OK || strings.Contains(r.err, "slabs") || sum(t, "tight.parquet") != sum(t, "free.parquet") || bytes > most {
		t.Errorf("status %d, %d bytes held of %d, stderr %s", r.status, bytes, most, r.err)
	}
}

// TestPointsBeyondTmp: pairs of slabs that outgrow --tmp-limit, and a --tmp that cannot be written to, are reported in one line, and leave
// no file.
func TestPointsBeyondTmp(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	dataSet(t, "syn-uniform", "0.6", "points.npy")
	line := "selfjoin --points points.npy --eps 0.3 --device cpu --threads 2 --memory " + inBytes(uint64(idle(t)+slabRoom)) + " --out pairs.csv --tmp "
	for _, c := range []struct {
		tmp, want string
		status    int
	}{{". --tmp-limit 1MB", "write to folder .: its limit of 977 KiB is reached\n", cli.Failure}, {"none", "--tmp: folder none: no such file", cli.WrongUsage}, {". --tmp-limit 0B", "--tmp-limit 0: must be more than nothing", cli.WrongUsage}} {
		r := outcome(t, process(t, `exec "$0" "$@"`, words("%s", line+c.tmp+" --quiet")...))
		if r.status != c.status || !strings.Contains(r.err, c.want) || strings.Count(r.err, "folder") > 1 {
			t.Errorf("%s: status %d, stderr %q, want %d, %q", c.tmp, r.status, r.err, c.status, c.want)
		}
		if _, err := os.Stat(t.at("pairs.csv")); err == nil {
			t.Errorf("%s: a file is left", c.tmp)
		}
	}
}

// TestPredictionOfTmp: a warning precedes a search whose pairs --tmp is not likely to hold; a --tmp with room gets none.
func TestPredictionOfTmp(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	dataSet(t, "syn-uniform", "0.6", "points.npy")
	const told = "pairs outgrow memory and are likely to take"
	held := idle(t)
	for _, c := range []struct {
		line, want string
		room       int // bytes above the memory of an idle command
	}{
		{"--eps 0.3 --tmp-limit 1MB", "about 20,", slabRoom}, // million pairs
		{"--eps 0.03 --tmp-limit 100MB", "", slabRoom},
	} {
		r := outcome(t, process(t, `exec "$0" "$@"`, words("selfjoin --points points.npy --device cpu --threads 2 --tmp . --memory %s --out pairs.csv %s", inBytes(uint64(held+c.room)), c.line)...))
		if before, _, warned := strings.Cut(r.err, told); warned != (c.want != "") || !strings.Contains(before, c.want) || warned && r.status != cli.Failure {
			t.Errorf("%s: status %d, stderr %q, want %q", c.line, r.status, r.err, c.want)
		}
	}
}

// TestPointsLeastMemory: a search of points with too little --memory is refused with a size that suffices: a run with that very size ends
// well, writes the file of a run with all memory, and holds no more, on two cores and on sixteen.
func TestPointsLeastMemory(on *testing.T) {
	t := heavy(on)
	pointsToRefuse(t)
	for line, cores := range map[string]string{
		"dbscan --points points.npy --eps 1 --minpts 4 --method hybrid": "16", "selfjoin --points points.csv --eps 1": "2",
	} {
		pointsRefused(t, line, cores)
	}
}

// pointsToRefuse makes the files of TestPointsLeastMemory.
func pointsToRefuse(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	dataSet(t, "syn-uniform", "0.05", "points.npy")
	dataSet(t, "syn-uniform", "0.1", "more.npy")
	dataSet(t, "syn-uniform", "0.05", "points.csv")
	dataSet(t, "syn-uniform", "0.05", "points.parquet")
}

// pointsRefused checks the property of TestPointsLeastMemory for a command on the given number of cores.
func pointsRefused(t *place, line, cores string) {
	t.Helper()
	line += " --device cpu --quiet --out "
	must(t, words("%s", line+"whole.csv")...)
	t.Setenv("GOMAXPROCS", cores)
	refused, _ := peak(t, line+"least.csv --memory 1MB")
	enough, most, ok := saidSize(t, refused)
	if !ok {
		t.Errorf("%s, %s cores: status %d, %q names no size", line, cores, refused.status, refused.err)
		return
	}
	r, bytes := peak(t, line+"least.csv --memory "+enough)
	if r.status != cli.OK || uint64(bytes) > most || sum(t, "least.csv") != sum(t, "whole.csv") {
		t.Errorf("%s, %s cores: status %d, %d bytes held of %d that are said to do, %s", line, cores, r.status, bytes, most, r.err)
	}
	t.Logf("%s, %s cores: %d bytes held of %d", line, cores, bytes, most)
}
