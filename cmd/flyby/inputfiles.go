package main

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/job"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// inputFiles is a flag, or arguments, that name the files of a data set: files, folders and
// patterns.
type inputFiles struct {
	flag    string           // "--entries"
	names   []string         // as they were given; "-" for standard input
	files   []input.File     // that they lead to, in order, once check has looked
	formats []reading.Format // of files

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

// takeNames takes the names themselves as the files, as of zones, which no folder and no pattern leads to.
func (f *inputFiles) takeNames() {
	for _, name := range f.names {
		f.files = append(f.files, input.File{Path: name})
	}
}

// given reports whether there is a name.
func (f *inputFiles) given() bool { return len(f.names) > 0 }

// check finds the files, and refuses names that no file of trajectories has. Where none is given that is left to others.
func (f *inputFiles) check(c *cobra.Command) error {
	kinds := fileset.Kinds(folderOf(c))
	kinds.Words = f.flag == "--queries"
	return f.find(c, fileset.Formats(), kinds)
}

// find is check of files of some formats.
func (f *inputFiles) find(c *cobra.Command, all reading.Formats, kinds *infile.Kinds) (err error) {
	f.takes, f.formats = kinds.Takes, nil
	if f.files, err = infile.ListFiles(kinds, f.names...); err != nil {
		if errors.Is(err, filepath.ErrBadPattern) {
			return cli.Usage(c, "%s: %s", f.flag, cli.Message(err))
		}
		return err
	}
	for _, file := range f.files {
		of, err := choose(c, f.flag, file.Path, all)
		if err != nil {
			return err
		}
		f.formats = append(f.formats, of)
	}
	return nil
}

// same reports whether two data sets are of the same files.
func (f *inputFiles) same(other *inputFiles) bool { return slices.Equal(f.files, other.files) }

// shown is the data set as messages show it: its file, its folder or pattern, or how many files it has.
func (f *inputFiles) shown() string {
	return job.NameOf(f.names, f.files)
}

// ends are the files as ends of the run.
func (f *inputFiles) ends() (all []end) {
	for _, file := range f.files {
		if !file.IsWord() {
			all = append(all, end{f.flag, file.Holder()})
		}
	}
	return all
}

// addFile adds the flag of an input to the flags of a search.
func (f *searchFlags) addFile(c *cobra.Command, in *inputFiles, name, usage string) {
	in.flag = "--" + name
	c.Flags().Var(in, name, usage)
	completeFile(c, name, fileset.Formats())
	f.inputs = append(f.inputs, in)
}

// arguments takes files that stand as arguments in place of the flag.
func (f *inputFiles) arguments(c *cobra.Command, args []string) error {
	if len(args) == 0 && f.given() {
		return nil
	}
	if f.given() {
		return cli.Usage(c, "%q: the files stand as arguments or behind %s, and %s %s is given too", args[0], f.flag, f.flag, f.names[0])
	}
	f.flag = "FILE"
	for _, name := range args {
		if err := f.Set(name); err != nil {
			return cli.Usage(c, "FILE %q: %w", name, err)
		}
	}
	return nil
}

// missing says that no file is given.
func (f *inputFiles) missing(c *cobra.Command) error {
	if f.flag == "FILE" {
		return cli.Usage(c, "FILE is missing")
	}
	return cli.Usage(c, "%s FILE is missing", f.flag)
}

// argumentFiles are the files that a command has as arguments.
func argumentFiles(c *cobra.Command, args []string) (*inputFiles, error) {
	in := &inputFiles{flag: "FILE"}
	if err := in.arguments(c, args); err != nil {
		return nil, err
	}
	return in, in.check(c)
}

// severalFiles describes several files of trajectories for help.
const severalFiles = "Several files are one data set: all rows of an id are one trajectory, in order of time, and a row that two files have counts once."

// filesHint names, for help, the topic that lists the formats of files.
const filesHint = "FILE may be a folder or a pattern in quotes: flyby help files lists the formats of files."

// load reads a data set, showing how far it is, and tells of rows left out.
func (a *app) load(ctx context.Context, of *inputFiles, o format.Options) (loaded, error) {
	l, err := a.loadPresumed(ctx, of, o, a.tellReading)
	if err == nil && l.Report.LooksLikeDegrees(l.Extent()) {
		err = looksLikeDegrees(of.shown(), l.Extent())
	}
	return l, err
}

// loadPresumed is load of data that may look like degrees.
func (a *app) loadPresumed(ctx context.Context, of *inputFiles, o format.Options, tell func(loaded, *format.Options)) (loaded, error) {
	start := time.Now()
	defer a.display.end()
	store, report, err := input.ReadFiles(ctx, of.files, a.follow(of.shown(), o))
	if err != nil {
		return loaded{}, err
	}
	l := job.InMemory(of.shown(), store, report)
	tell(l, &o)
	l.Took = time.Since(start)
	return l, nil
}

// follow begins the phase of reading data, and has the options show how far it is.
func (a *app) follow(name string, o format.Options) format.Options {
	a.display.begin("read "+name, job.BytesUnit)
	o.Progress = func(done, total int64) {
		a.display.set(float64(done), float64(total))
	}
	return o
}
