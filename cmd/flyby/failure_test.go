package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestFullDisk: a full disk is a failure with a message and no file.
func TestFullDisk(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("no /dev/full here: %v", err)
	}
	defer full.Close()
	inputs(t)
	dataSet(t, "syn-uniform", "0.001", "cloud.npy")
	for _, name := range []string{"full.csv", "full.ndjson", "full.parquet", "full.csv.gz", "full.csv.zst"} {
		if err := os.Symlink("/dev/full", t.at(name)); err != nil {
			t.Fatal(err)
		}
	}
	before := folder(t)
	for _, args := range [][]string{
		{"join", "--entries", "good.csv", "--distance", "1"},
		{"join", "--entries", "good.csv", "--distance", "1", "--level", "encounters"},
		{"join", "--entries", "good.csv", "--distance", "1", "--out", "full.csv"},
		{"join", "--entries", "good.csv", "--distance", "1", "--out", "full.ndjson"},
		{"join", "--entries", "good.csv", "--distance", "1", "--out", "full.parquet"},
		{"generate", "galaxy", "--scale", "0.01"},
		{"generate", "galaxy", "--scale", "0.01", "--out", "full.csv"},
		{"info", "good.csv"},
		{"info", "good.csv", "--json", "--quiet"},
		{"devices"},
		{"devices", "--json"},
		{"version"},
		{"demo", "--scale", "0.01"},
		{"selfjoin", "--points", "cloud.npy", "--quiet", "--eps", "20"}, // more rows than a chunk of pairs
		{"pointjoin", "--points", "cloud.npy", "--quiet", "--queries", "cloud.npy", "--eps", "20"},
		{"selfjoin", "--points", "cloud.npy", "--quiet", "--eps", "20", "--out", "full.csv"},
		{"selfjoin", "--points", "cloud.npy", "--quiet", "--eps", "20", "--out", "full.ndjson"},
		{"selfjoin", "--points", "cloud.npy", "--quiet", "--eps", "20", "--out", "full.parquet"},
		{"selfjoin", "--points", "cloud.npy", "--quiet", "--eps", "20", "--out", "full.csv.gz"},
		{"selfjoin", "--points", "cloud.npy", "--quiet", "--eps", "20", "--out", "full.csv.zst"},
	} {
		r := invokeOn(t, streams{out: full}, args...)
		name := strings.TrimPrefix(args[len(args)-1], "full") // the output, if any, ends the line
		if r.status != cli.Failure || strings.Count(r.err, ": no space left on device") != 1 || strings.Count(r.err, "\n") != 1 ||
			len(name) < len(args[len(args)-1]) && r.err != "flyby: write full"+name+": no space left on device\n" {
			t.Errorf("flyby %s: status %d, stderr %q", strings.Join(args, " "), r.status, r.err)
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder changes from %s to %s", before, after)
	}
}

// TestUnwritableFolder: a folder that cannot be written to is reported before the search.
func TestUnwritableFolder(on *testing.T) {
	t := beside(on)
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	inputs(t)
	if err := os.Mkdir(t.at("locked"), 0o555); err != nil {
		t.Fatal(err)
	}
	r := invoke(t, "", "join", "--entries", "good.csv", "--distance", "1", "--out", "locked/out.csv")
	if r.status != cli.Failure || !strings.Contains(r.err, "permission denied") {
		t.Errorf("status %d, stderr %q", r.status, r.err)
	}
}

// TestOutputIsFolder: a folder as output is refused, and so is a folder without files as input.
func TestOutputIsFolder(on *testing.T) {
	t := beside(on)
	inputs(t)
	if err := os.Mkdir(t.at("folder.csv"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"join", "--entries", "good.csv", "--distance", "1", "--out", "folder.csv"}, "is a folder"},
		{[]string{"join", "--entries", "folder.csv", "--distance", "1"}, "folder folder.csv: no files of a known extension"},
	} {
		if r := invoke(t, "", c.args...); r.status != cli.Failure || !strings.Contains(r.err, c.want) {
			t.Errorf("flyby %v: status %d, stderr %q", c.args, r.status, r.err)
		}
	}
}

// TestInterrupted: an interrupt at any time ends with exit status 130 and no file.
func TestInterrupted(on *testing.T) {
	t := beside(on)
	inputs(t)
	before := folder(t)
	commands := [][]string{
		{"join", "--entries", "good.csv", "--distance", "1", "--out", "out.csv"},
		{"join", "--entries", "good.csv", "--distance", "1", "--out", "out.csv", "--method", "temporal"},
		{"join", "--entries", "-", "--distance", "1", "--out", "out.csv"},
		{"info", "cars.fcd.xml"},
		{"generate", "galaxy", "--scale", "0.01", "--out", "out.csv"},
		{"demo", "--scale", "0.01"},
	}
	for _, args := range commands {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		var err strings.Builder
		status := run(ctx, args, streams{in: strings.NewReader("id,t,x,y\n1,0,0,0\n"), out: io.Discard, err: &err})
		if status != cli.Interrupted || err.String() != "flyby: interrupted\n" {
			t.Errorf("flyby %v: status %d, stderr %q", args, status, err.String())
		}
	}
	if after := folder(t); after != before {
		t.Errorf("the folder changes from %s to %s", before, after)
	}
}

// TestSignal: a signal ends a process that waits for more of its standard input.
func TestSignal(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		c := exec.Command(self, "join", "--entries", "-", "--distance", "1", "--out", "out.csv", "--json")
		c.Dir, c.Env = t.folder, append(append(os.Environ(), asCommand+"=1"), t.env...)
		in, err1 := c.StdinPipe()
		told, err2 := c.StderrPipe()
		if err := errors.Join(err1, err2, c.Start()); err != nil {
			t.Fatal(err)
		}
		go writeRows(in) // the error comes as the process ends
		lines := bufio.NewReader(told)
		if first, err := lines.ReadString('\n'); err != nil || !strings.Contains(first, `"progress"`) {
			t.Fatalf("first line %q, %v", first, err)
		}
		if err := c.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		rest, _ := io.ReadAll(lines)
		err = c.Wait()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != cli.Interrupted || !strings.Contains(string(rest), `"interrupted"`) {
			t.Errorf("%v: %v, stderr %q", signal, err, rest)
		}
		if left := folder(t); left != "" {
			t.Errorf("%v: left %s", signal, left)
		}
	}
}

// writeRows writes rows without end.
func writeRows(w io.Writer) {
	_, err := io.WriteString(w, "id,t,x,y\n")
	for i := 0; err == nil; i++ {
		_, err = fmt.Fprintf(w, "1,%d,0,0\n", i)
	}
}

// TestNoDevice: a device that this machine lacks ends with exit status 4, before any file is read.
func TestNoDevice(on *testing.T) {
	t := alone(on)
	inputs(t)
	before := folder(t)
	for _, method := range []string{"auto", "temporal", "spatiotemporal"} {
		r := invoke(t, "", "join", "--entries", "nan.csv", "--distance", "1", "--device", "opencl:99", "--method", method, "--out", "out.csv")
		if r.status != cli.NoDevice || !strings.HasPrefix(r.err, `flyby: no such device: "opencl:99"`) || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%s: status %d, stderr %q", method, r.status, r.err)
		}
	}
	t.T.Setenv("FLYBY_DEVICE", "opencl:99")
	if r := invoke(t, "", "join", "--entries", "good.csv", "--distance", "1", "--out", "out.csv", "--json"); r.status != cli.NoDevice ||
		!strings.Contains(r.err, `"type":"error"`) || !strings.Contains(r.err, `"status":4`) {
		t.Errorf("FLYBY_DEVICE: status %d, stderr %q", r.status, r.err)
	}
	must(t, "join", "--entries", "good.csv", "--distance", "1", "--device", "cpu")
	must(t, "join", "--entries", "good.csv", "--distance", "1", "--method", "rtree") // a method without a choice
	t.T.Setenv("FLYBY_DEVICE", "quantum")
	if r := invoke(t, "", "join", "--entries", "nan.csv", "--distance", "1"); r.status != cli.NoDevice ||
		r.err != "flyby: no such device: FLYBY_DEVICE \"quantum\": must be auto, cpu, gpu, gpu:all, opencl, opencl:all or opencl:N\n" {
		t.Errorf("FLYBY_DEVICE=quantum: status %d, stderr %q", r.status, r.err)
	}
	if after := folder(t); after != before {
		t.Errorf("the folder changes from %s to %s", before, after)
	}
}
