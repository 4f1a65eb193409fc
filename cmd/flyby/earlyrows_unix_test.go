//go:build unix

package main

import (
	"io"
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestPipeEarly: hits that go to a pipe are written before the search ends, and equal the hits of a file; encounters
// and files wait for the end. A test of internal/engine counts how much of the work is done by then.
func TestPipeEarly(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	dataSet(t, "galaxy", "0.02", "stars.csv")
	const told = "hits are wanted early"
	for _, level := range []string{"hits", "encounters"} {
		args := []string{"join", "stars.csv", "--distance", "0.5", "--device", "cpu", "--level", level, "--verbose"}
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		all := make(chan string)
		go func() {
			text, err := io.ReadAll(reader)
			if err != nil {
				t.Error(err)
			}
			all <- string(text)
		}()
		piped := invokeOn(t, streams{out: writer}, args...)
		if err := writer.Close(); err != nil {
			t.Error(err)
		}
		got := <-all
		file := invoke(t, "", append(args, "--out", "rows.csv")...)
		if piped.status != cli.OK || file.status != cli.OK || got != read(t, "rows.csv") || strings.Count(got, "\n") < 10 {
			t.Errorf("%s: status %d and %d, %d bytes and %d\n%s", level, piped.status, file.status, len(got), len(read(t, "rows.csv")), piped.err)
		}
		if strings.Contains(piped.err, told) != (level == "hits") || strings.Contains(file.err, told) {
			t.Errorf("%s to a pipe: %s\nto a file: %s", level, piped.err, file.err)
		}
	}
}
