package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
)

// TestManyRowsInFewBytes: a file of about a megabyte that holds 92 million rows, the third line
// being wrong, ends with that line's error and little memory, in every format.
func TestManyRowsInFewBytes(on *testing.T) {
	t := heavy(on)
	const most = 200 << 20 // bytes
	t.Chdir(t.TempDir())
	rows := func(row string) string { return gzipped(t, strings.Repeat(row, 131072)) }
	write(t, "rows.csv.gz", gzipped(t, "traj_id,t,x,y\na,0,0,0\n")+strings.Repeat(rows("a,0,1,0\n"), 700))
	write(t, "places.csv.gz", gzipped(t, "traj_id,t,x,y\na,0,0,0\na,0,1,1\n")+strings.Repeat(rows("a,0,2,0\n"), 700))
	step := rows("<vehicle id='a' x='0' y='0'/>\n")
	write(t, "rows.xml.gz", gzipped(t, "<fcd-export><timestep time='0'><vehicle id='a' x='1' y='0'/>\n\n")+strings.Repeat(step, 700))
	for _, file := range []string{"rows.csv.gz", "places.csv.gz", "rows.xml.gz"} {
		said, status, peak := metered(t, "join", file, "--distance", "1")
		if status != cli.Failure {
			t.Errorf("%s: exit status %d, want %d", file, status, cli.Failure)
		}
		column := "t"
		if strings.HasPrefix(file, "rows.xml") {
			column = "time"
		}
		if want := fmt.Sprintf("flyby: %s:3: column %s: \"0\": repeated time within its trajectory; --skip-bad-rows leaves such rows out\n", file, column); said != want {
			t.Errorf("%s: %s, want %s", file, said, want)
		}
		if peak > most {
			t.Errorf("%s: %d bytes of memory at most, want less than %d", file, peak, most)
		}
	}
}

// TestManyRepeatsInFewBytes: of a file of about a megabyte with millions of copies of one row, whose
// columns would take 300 MB, one row is kept, in little memory.
func TestManyRepeatsInFewBytes(on *testing.T) {
	t := heavy(on)
	const most, copies = 200 << 20, 72 << 17 // bytes, rows
	t.Chdir(t.TempDir())
	rows := func(row string) string { return strings.Repeat(gzipped(t, strings.Repeat(row, 1<<17)), 72) }
	write(t, "rows.csv.gz", gzipped(t, "traj_id,t,x,y\n")+rows("a,0,0,0\n"))
	said, status, peak := metered(t, "join", "rows.csv.gz", "--memory", "200MB", "--distance", "1", "--device", "cpu")
	if want := fmt.Sprintf("left out %s of %s rows that repeat", hostmemory.Count(copies-1), hostmemory.Count(copies)); status != cli.OK || !strings.Contains(said, want) {
		t.Errorf("exit status %d, %s, want %s", status, said, want)
	}
	if peak > most {
		t.Errorf("%d bytes of memory at most, want less than %d", peak, most)
	}
}

// asMeter in the environment makes the test binary run the command in a process of its own and write
// its peak of memory into the file that the variable names. A process begins with the peak of its
// parent, which for a test may be any.
const asMeter = "FLYBY_TEST_AS_METER"

func init() {
	path := os.Getenv(asMeter)
	if path == "" {
		return
	}
	os.Unsetenv(asMeter)
	command := exec.Command(os.Args[0], os.Args[1:]...)
	command.Env, command.Stdout, command.Stderr = append(os.Environ(), asCommand+"=1"), os.Stdout, os.Stderr
	err := command.Run()
	if command.ProcessState == nil {
		panic(err)
	}
	peak := command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	if err := os.WriteFile(path, strconv.AppendInt(nil, peak, 10), 0o600); err != nil {
		panic(err)
	}
	os.Exit(command.ProcessState.ExitCode())
}

// metered runs the command as a process of its own and returns its output, its exit status and its
// peak of memory, in bytes.
func metered(t *place, args ...string) (said string, status int, peak int64) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "peak")
	command := exec.Command(self, args...)
	command.Dir, command.Env = t.folder, append(os.Environ(), asMeter+"="+file)
	out, err := command.CombinedOutput()
	if command.ProcessState == nil {
		t.Fatal(err)
	}
	if peak, err = strconv.ParseInt(read(t, file), 10, 64); err != nil {
		t.Fatal(err)
	}
	return string(out), command.ProcessState.ExitCode(), peak
}

// TestLonLatCountsSamples: 860 KB of rows a third of the way round the Earth apart, split under a
// limit on address space, end with an error that counts the samples, and leave no file.
func TestLonLatCountsSamples(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	var rows strings.Builder
	rows.WriteString("traj_id,t,x,y\n")
	for i := range 60_000 {
		fmt.Fprintf(&rows, "a,%d,%d,%d\n", i, i%2*179, i%2*40-20)
	}
	write(t, "lonlat.csv", rows.String())
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("sh", "-c", `ulimit -v 4000000 && exec "$0" "$@"`, self, "join", "--lonlat", "--entries", "lonlat.csv", "--distance", "1", "--out", "out.csv")
	command.Dir, command.Env = t.folder, append(append(os.Environ(), asCommand+"=1"), t.env...)
	said, _ := command.CombinedOutput()
	want := regexp.MustCompile(`^flyby: lonlat.csv: splitting 59999 long segments: 168,897,186 samples need 10.1 GiB; the limit on address space leaves [0-9.]+ [GM]iB\n$`)
	if status := command.ProcessState.ExitCode(); status != cli.Failure || !want.Match(said) || folder(t) != "lonlat.csv" {
		t.Errorf("exit status %d, %s, left %s, want %s", status, said, folder(t), want)
	}
}

// TestVerboseCountsSplits: --verbose counts the segments that --lonlat splits.
func TestVerboseCountsSplits(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	write(t, "lonlat.csv", "traj_id,t,x,y\na,0,0,0\na,1,0,1\na,2,0,1.0001\n")
	r := invoke(t, "", "join", "--lonlat", "--entries", "lonlat.csv", "--distance", "1", "--verbose", "--device", "cpu")
	if want := "file=lonlat.csv segments=1 samples_added=15\n"; r.status != cli.OK || !strings.Contains(r.err, want) {
		t.Errorf("exit status %d, %s, want %s", r.status, r.err, want)
	}
}

// TestColumnsAreCounted: more rows than a limit on address space has room for end with one line,
// exit status 1 and no file.
func TestColumnsAreCounted(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	var rows strings.Builder
	rows.WriteString("traj_id,t,x,y\n")
	for i := range 6_000_000 {
		rows.WriteString("1,")
		rows.WriteString(strconv.Itoa(i))
		rows.WriteString(",0,0\n")
	}
	write(t, "long.csv", rows.String())
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("sh", "-c", `ulimit -d 400000 && exec "$0" "$@"`, self, "join", "--entries", "long.csv", "--distance", "1", "--memory", "1TB", "--out", "out.csv")
	command.Dir, command.Env = t.folder, append(append(os.Environ(), asCommand+"=1"), t.env...)
	said, _ := command.CombinedOutput()
	want := regexp.MustCompile(`^flyby: long.csv: the columns of [0-9]+ rows so far need [0-9.]+ [MG]iB; the limit on data leaves [0-9.]+ [KMG]?i?B\n$`)
	if status := command.ProcessState.ExitCode(); status != cli.Failure || !want.Match(said) || folder(t) != "long.csv" {
		t.Errorf("exit status %d, %s, want %s", status, said, want)
	}
}
