package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/printable"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// inputFiles is a flag, or arguments, that name the files of a data set: files, folders and
// patterns.
type inputFiles struct {
	flag  string       // "--entries"
	names []string     // as they were given; "-" for standard input
	files []input.File // that they lead to, in order, once check has looked

	// takes returns the folder or the pattern among names that would lead to a file of a path, too, "" for none; check sets it.
	takes func(path string, names ...string) string
}

// Set adds a name.
func (f *inputFiles) Set(name string) error {
	if name == "" {
		return errors.New("no file name")
	}
	name = standardIn(name)
	if name == "-" && slices.Contains(f.names, name) {
		return errors.New("standard input can be read once only")
	}
	f.names = append(f.names, name)
	return nil
}

func (f *inputFiles) String() string { return strings.Join(f.names, " ") }

// Type is what help calls the value where the flag has no word for it.
func (f *inputFiles) Type() string { return "string" }

// given reports whether there is a name.
func (f *inputFiles) given() bool { return len(f.names) > 0 }

// check finds the files, and refuses names that no file of trajectories has. Where none is given
// that is left to others.
func (f *inputFiles) check(c *cobra.Command) (err error) {
	folder := folderOf(c)
	f.takes = func(path string, names ...string) string { return input.TakesIn(folder, path, names...) }
	if f.files, err = input.ListIn(folder, f.names...); err != nil {
		if errors.Is(err, filepath.ErrBadPattern) {
			return cli.Usage(c, "%s: %s", f.flag, cli.Message(err))
		}
		return err
	}
	for _, file := range f.files {
		if err := checkPath(c, f.flag, file.Path, format.Input); err != nil {
			return err
		}
	}
	return nil
}

// same reports whether two data sets are of the same files.
func (f *inputFiles) same(other *inputFiles) bool { return slices.Equal(f.files, other.files) }

// shown is the data set as messages show it: its file, its folder or pattern, or how many files it has.
func (f *inputFiles) shown() string {
	switch {
	case len(f.files) == 0:
		return "nothing"
	case len(f.names) == 1 && len(f.files) > 1:
		return printable.Text(f.names[0])
	}
	return shownFiles(f.files[0].Path, len(f.files))
}

// shownFiles names the first of some files, and says how many others there are.
func shownFiles(first string, files int) string {
	if files == 1 {
		return shown(first)
	}
	return fmt.Sprintf("%s and %s", shown(first), plural(files-1, "other file"))
}

// ends are the files as ends of the run.
func (f *inputFiles) ends() (all []end) {
	for _, file := range f.files {
		all = append(all, end{f.flag, file.Holder()})
	}
	return all
}

// addFile adds a flag of an input to those of a search.
func (f *searchFlags) addFile(c *cobra.Command, in *inputFiles, name, usage string) {
	in.flag = "--" + name
	c.Flags().Var(in, name, usage)
	completeFile(c, name, format.Input)
	f.inputs = append(f.inputs, in)
}

// arguments takes the files that stand in the place of --entries.
func (f *searchFlags) arguments(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if f.entries.given() {
		return cli.Usage(c, "%q: the files stand as arguments or behind --entries, and --entries %s is given too", args[0], f.entries.names[0])
	}
	f.entries.flag = "FILE"
	for _, name := range args {
		if err := f.entries.Set(name); err != nil {
			return cli.Usage(c, "FILE %q: %w", name, err)
		}
	}
	return nil
}

// argumentFiles are the files that a command has as arguments.
func argumentFiles(c *cobra.Command, args []string) (*inputFiles, error) {
	in := &inputFiles{flag: "FILE"}
	for _, name := range args {
		if err := in.Set(name); err != nil {
			return nil, cli.Usage(c, "FILE %q: %w", name, err)
		}
	}
	return in, in.check(c)
}

// severalFiles says for help what several names are.
const severalFiles = "FILE may be a folder, of which all such files are read, or a pattern in quotes. Several files are one data set: rows of one id are one trajectory, in order of time, and a row that two files have is one."
