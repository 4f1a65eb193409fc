package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// standardName is how errors call standard output, whoever writes to it.
const standardName = "standard output"

// standardOutput is os.Stdout, by that name, or what refuses all where that was closed.
func standardOutput() io.Writer {
	if closedAtStart() {
		return closedOutput{}
	}
	return named{os.Stdout}
}

// named is standard output by its name, which for package os is /dev/stdout.
type named struct{ to *os.File }

// Stat returns what the system knows of the file that standard output is: an input, say, or a pipe.
func (n named) Stat() (fs.FileInfo, error) { return n.to.Stat() }

func (n named) Write(text []byte) (int, error) {
	done, err := n.to.Write(text)
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = &fs.PathError{Op: failed.Op, Path: standardName, Err: failed.Err}
	}
	return done, err
}

// closedOutput is a standard output that was closed when the process began.
type closedOutput struct{}

func (closedOutput) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: standardName, Err: errors.New("is closed")}
}

// checkStandardOut refuses standard output as an output if it is closed, before time
// is spent on what to write to it.
func (a *app) checkStandardOut(out string) error {
	if _, ok := a.streams.out.(closedOutput); ok && out == "-" {
		return errors.New("write standard output: is closed (--out /dev/null drops results)")
	}
	return nil
}
