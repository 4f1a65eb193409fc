package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/printable"
	"flyby/trajectory/format"
)

// inputFile is a flag that names a file of trajectories, once.
type inputFile struct {
	flag string // "--entries"
	path string // "-" for standard input, "" where none was given
}

func (f *inputFile) Set(path string) error {
	if f.path != "" {
		return fmt.Errorf("one FILE only, and %q is given too", printable.Text(f.path))
	}
	f.path = standardIn(path)
	return nil
}

func (f *inputFile) String() string { return f.path }

// Type is what help calls the value where the flag has no word for it.
func (f *inputFile) Type() string { return "string" }

// end is the file as an end of the run.
func (f *inputFile) end() end { return end{f.flag, f.path} }

// check refuses a name that no file of trajectories has. One that is not given is left to
// others.
func (f *inputFile) check(c *cobra.Command) error {
	if f.path == "" {
		return nil
	}
	return checkPath(c, f.flag, f.path, format.Input)
}

// addFile adds a flag of an input to those of a search.
func (f *searchFlags) addFile(c *cobra.Command, in *inputFile, name, usage string) {
	in.flag = "--" + name
	c.Flags().Var(in, name, usage)
	completeFile(c, name, format.Input)
	f.inputs = append(f.inputs, in)
}

// argument takes the file that stands in the place of --entries.
func (f *searchFlags) argument(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if f.entries.path != "" {
		return cli.Usage(c, "%q: one FILE only, and --entries %s is given too", args[0], f.entries.path)
	}
	f.entries.flag = "FILE"
	return f.entries.Set(args[0])
}

// paths are those of the files that are read.
func (f *searchFlags) paths() (all []string) {
	for _, in := range f.inputs {
		all = append(all, in.path)
	}
	return all
}

// ends are those files as ends of the run.
func (f *searchFlags) ends() (all []end) {
	for _, in := range f.inputs {
		all = append(all, in.end())
	}
	return all
}
