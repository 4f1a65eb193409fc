package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// TestManyRowsInFewBytes reads files of about a megabyte that hold 92 million
// rows, the third line being wrong. It must end with that line's error and little
// memory, whatever the format.
func TestManyRowsInFewBytes(t *testing.T) {
	const most = 200 << 20 // bytes
	t.Chdir(t.TempDir())
	rows := func(row string) string { return gzipped(t, strings.Repeat(row, 131072)) }
	write(t, "rows.csv.gz", gzipped(t, "traj_id,t,x,y\n")+strings.Repeat(rows("a,0,0,0\n"), 700))
	write(t, "places.csv.gz", gzipped(t, "traj_id,t,x,y\na,0,0,0\na,0,1,1\n")+strings.Repeat(rows("a,0,2,0\n"), 700))
	step := rows("<vehicle id='a' x='0' y='0'/>\n")
	write(t, "rows.xml.gz", gzipped(t, "<fcd-export><timestep time='0'>\n")+strings.Repeat(step, 700))
	for _, file := range []string{"rows.csv.gz", "places.csv.gz", "rows.xml.gz"} {
		command := asProcess(t, "info", file)
		said, err := command.CombinedOutput()
		if err == nil || command.ProcessState.ExitCode() != exitFailure {
			t.Errorf("%s: %v, want exit status %d", file, err, exitFailure)
		}
		column := "t"
		if strings.HasPrefix(file, "rows.xml") {
			column = "time"
		}
		if want := fmt.Sprintf("flyby: %s:3: column %s: \"0\": repeated time within its trajectory\n", file, column); string(said) != want {
			t.Errorf("%s: %s, want %s", file, said, want)
		}
		if peak := command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10; peak > most {
			t.Errorf("%s: %d bytes of memory at most, want less than %d", file, peak, most)
		}
	}
}

// asProcess returns the command as a process of its own.
func asProcess(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(self, args...)
	command.Env = append(os.Environ(), asCommand+"=1")
	return command
}
