package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// event is a line of go test -json.
type event struct {
	Action, Package, Test string
	Elapsed               float64 // seconds
}

// A timing is the time of a package or a test.
type timing struct {
	name    string
	seconds float64
}

// times has the packages and tests of a run.
type times struct {
	packages, tests []timing
	failed          []string
}

// read takes the events of a run. Other lines, such as of a build that failed, are passed over: the package has an event of the failure.
func read(from io.Reader) (all times, err error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) == nil {
			all.add(e)
		}
	}
	return all, lines.Err()
}

// add takes an event.
func (a *times) add(e event) {
	name := strings.TrimSpace(e.Package + " " + e.Test)
	switch {
	case e.Action == "fail":
		a.failed = append(a.failed, name)
	case e.Action != "pass":
		return
	}
	of := timing{name, e.Elapsed}
	switch {
	case e.Test == "":
		a.packages = append(a.packages, of)
	case !strings.Contains(e.Test, "/"):
		a.tests = append(a.tests, of)
	}
}

// print writes the slowest packages and tests, at most most of each, the slowest first.
func (a *times) print(to io.Writer, most int) {
	for _, list := range [][]timing{a.packages, a.tests} {
		slices.SortStableFunc(list, func(a, b timing) int { return cmp.Compare(b.seconds, a.seconds) })
		for _, t := range list[:min(len(list), most)] {
			fmt.Fprintf(to, "%8.2f s  %s\n", t.seconds, t.name)
		}
		fmt.Fprintln(to)
	}
}
