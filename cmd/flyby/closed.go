package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// standardOutput is os.Stdout, or what refuses all where that was closed.
func standardOutput() io.Writer {
	if closedAtStart() {
		return closedOutput{}
	}
	return os.Stdout
}

// closedOutput is a standard output that was closed when the process began.
type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "standard output", Err: errors.New("is closed")}
}

// checkStandardOut refuses standard output as an output if it is closed, before time
// is spent on what to write to it.
func (a *app) checkStandardOut(out string) error {
	if _, ok := a.streams.out.(closedOutput); ok && out == "-" {
		return errors.New("write standard output: is closed (--out /dev/null drops results)")
	}
	return nil
}
