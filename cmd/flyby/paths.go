package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/ends"
	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/printable"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/job"
	"flyby/slabs"
)

// The flags that name the formats of files whose names say none.
const (
	inFormatFlag  = "in-format"
	outFormatFlag = "out-format"
)

// addOutFormat adds the flag for --out, a file that is written in one of some formats, and has a shell complete --out.
func addOutFormat(c *cobra.Command, all reading.Formats) {
	completeFile(c, "out", all)
	c.Flags().String(outFormatFlag, "", "`FORMAT` of an output whose name says none, as -, pipes and /dev/fd/5: "+cli.Listed(all.Words(), "or")+" (default: csv)")
	complete(c, outFormatFlag, all.Words()...)
}

// wordOf is the format that a flag of a command names; "" where it names none, or the command has no such flag.
func wordOf(c *cobra.Command, flag string) string {
	if f := c.Flags().Lookup(flag); f != nil {
		return f.Value.String()
	}
	return ""
}

// choose returns the format of a path. It refuses a path whose end says none, but of devices and pipes for --out, a word that names none, and a path
// whose end says another format than the word.
func choose(c *cobra.Command, what, path string, all reading.Formats) (reading.Format, error) {
	flag := outFormatFlag
	if all.Use.Reads() {
		flag = inFormatFlag
		side := asking.EntrySide
		if what == "--queries" {
			side = asking.QuerySide
		}
		if own := string(side) + "-" + flag; c.Flags().Changed(own) {
			flag = own
		}
	}
	word := wordOf(c, flag)
	of, known := all.Choose(path, word)
	if c.Flags().Changed(flag) {
		switch named, ok := all.Choose("-", word); {
		case !ok || word == "":
			return of.Format, cli.Usage(c, "--%s %q: %s", flag, word, cli.OneOf(word, all.Words()))
		case known && of.Name != named.Name:
			return of.Format, cli.Usage(c, "--%s %s: %s %s is %s by its ending", flag, word, what, path, of.Name)
		}
	}
	if known || what == "--out" && (path == "" || isDevice(c, path)) {
		return of.Format, nil
	}
	names, hint := all.Known(), ""
	switch {
	case all.Use == reading.PointInput:
		names += " from standard input"
	case all.Use == reading.Input:
		hint = fileset.Foreign(path)
	case takesPage(c):
		names += "; " + pageExtension + " for a page"
	default:
		hint = pageHint(path)
	}
	return of.Format, cli.Usage(c, "%s %s: unknown extension (known: %s)%s", what, path, names, hint)
}

// remark is a remark on an input format, in brackets, "" if there is none.
func remark(f reading.Format) string {
	also := slices.Clone(f.Also)
	for i, ext := range also {
		if ext == "" {
			also[i] = "no extension"
		}
	}
	switch {
	case len(also) > 0:
		return " (" + cli.Listed(also, "and") + " are the same)"
	case f.About != "":
		return " (" + f.About + ")"
	}
	return ""
}

// inputNames lists the formats that are read.
func inputNames() string {
	var names []string
	for _, f := range fileset.Formats().All {
		names = append(names, f.Name)
	}
	return cli.Listed(names, "and")
}

// folded breaks a paragraph into lines of help.
func folded(text string) string {
	const width = 80
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return strings.Join(append(lines, line), "\n")
}

// endings are the extensions of files of some formats, without the point, as shells want them.
func endings(all reading.Formats) (names []string) {
	for _, ext := range all.Extensions() {
		names = append(names, strings.TrimPrefix(ext, "."))
	}
	if all.Use.Reads() {
		names = append(names, strings.TrimPrefix(fileset.ArchiveExtension, "."))
	}
	return names
}

// completeFile lets a shell complete the flag by names of files of some formats.
func completeFile(c *cobra.Command, flag string, all reading.Formats) {
	if err := c.MarkFlagFilename(flag, endings(all)...); err != nil {
		panic(err) // our own bug: there is no such flag
	}
}

// completeArguments lets a shell complete arguments by names of files of some formats.
func completeArguments(all reading.Formats) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return endings(all), cobra.ShellCompDirectiveFilterFileExt
	}
}

// checkOut returns the format of an output, and refuses one that cannot be made before time is spent on what to
// write to it. Devices and pipes, such as /dev/null, may have any name.
func checkOut(c *cobra.Command, path string, all reading.Formats) (reading.Format, error) {
	of, err := choose(c, "--out", path, all)
	if err == nil {
		err = checkTarget(c, path)
	}
	return of, err
}

// checkTable is checkOut of a table, whose rows have no places.
func checkTable(c *cobra.Command, out, rows string, all reading.Formats) error {
	if hasPlaces(c, out) {
		return cli.Usage(c, "--out %s: GeoJSON has places, and %s have none", out, rows)
	}
	_, err := checkOut(c, out, all)
	return err
}

// hasPlaces reports whether an output is of a format that needs a place for each row: GeoJSON.
func hasPlaces(c *cobra.Command, out string) bool {
	of, _ := output.Written(reading.ResultOutput).Choose(out, wordOf(c, outFormatFlag))
	return of.Placed
}

// sink is the file of an output, or standard output.
func (a *app) sink(c *cobra.Command, out string) job.Sink {
	return job.Standard(out, a.streams.out, a.folder, a.showsOn(out)).As(wordOf(c, outFormatFlag))
}

// isDevice reports whether a path leads to a device or a pipe.
func isDevice(c *cobra.Command, path string) bool {
	info, err := os.Stat(infile.In(folderOf(c), path))
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

// checkTarget is checkOut of an output whose name files may have.
func checkTarget(c *cobra.Command, path string) error {
	switch {
	case path == "":
		return cli.Usage(c, "--out: no file name")
	case path == "-" || isDevice(c, path):
		return nil
	}
	if err := checkReserved(c, end{"--out", path}); err != nil {
		return err
	}
	at := infile.In(folderOf(c), path)
	_, lost := os.Stat(at)
	if _, err := os.Lstat(at); err == nil && errors.Is(lost, fs.ErrNotExist) {
		return fmt.Errorf("write %s: is a link to what does not exist", path)
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(infile.In(folderOf(c), folder)); err != nil || !info.IsDir() {
		return fmt.Errorf("write %s: folder %s does not exist", path, folder)
	}
	return nil
}

// checkReserved refuses an output under a name that a plan of slabs keeps for itself.
func checkReserved(c *cobra.Command, out end) error {
	if out.path == "-" {
		return nil
	}
	if folder := slabs.Reserved(infile.In(folderOf(c), out.path)); folder != "" {
		return cli.Usage(c, "%s: is a name that the plan in %s keeps for itself", out.say(standardName), printable.Text(folder))
	}
	return nil
}

// An end is an input or the output file of a run.
type end struct {
	flag string // "--entries"
	path string // "-" for standard input or output
}

// standardIn returns "-" for the names that standard input has as a file, else path.
func standardIn(path string) string { return standard(path, "stdin", "0") }

// standardOut returns "-" for the names that standard output has as a file, else path: the
// shell may have led standard output to a file, which must not be replaced then.
func standardOut(path string) string { return standard(path, "stdout", "1") }

// standard returns "-" if path leads to the standard stream called name, with the number
// fd, else path.
func standard(path, name, fd string) string {
	names := []string{"/dev/" + name, "/dev/fd/" + fd, "/proc/self/fd/" + fd, "/proc/thread-self/fd/" + fd}
	if path != "" && slices.Contains(names, filepath.ToSlash(filepath.Clean(path))) {
		return "-"
	}
	return path
}

// outRules describes the files of --out for help.
const outRules = ", in the format of its ending (flyby help files); - is standard output. A file is replaced once the new one is whole, an input never"

// checkEnds is checkApart for an answer, which a closed standard output cannot take.
func (a *app) checkEnds(c *cobra.Command, out end, inputs ...*inputFiles) error {
	return cmp.Or(a.checkApart(c, out, inputs...), a.checkStandardOut(c))
}

// checkApart refuses an output that is the same file as an input, under any name, or that the folders and patterns of the
// inputs would lead to in the next run, or that has a name which a plan of slabs keeps. A file that does not exist, or cannot be examined, is reported where it is opened.
func (a *app) checkApart(c *cobra.Command, out end, inputs ...*inputFiles) error {
	if err := cmp.Or(checkReserved(c, out), a.checkFiles(c, out, inputs)); err != nil {
		return err
	}
	for _, in := range inputs {
		if out.path == "-" || in.takes == nil { // a shell has made the file of standard output, which is then among the files found
			continue
		}
		if name := in.takes(out.path, in.names...); name != "" {
			return cli.Usage(c, "%s: would be one of the files of %s %s, and the next run would read it as data", out.say("standard output"), in.flag, name)
		}
	}
	return nil
}

// checkFiles refuses an output that is the same file as an input, and inputs that are one stream.
func (a *app) checkFiles(c *cobra.Command, out end, inputs []*inputFiles) error {
	target := a.endOf(out, a.streams.out)
	var ends, streams []end
	for _, in := range inputs {
		ends = append(ends, in.ends()...)
	}
	for _, in := range ends {
		from := a.endOf(in, a.streams.in)
		source := from.Info
		if target.Is(from) && !(source != nil && endless(source)) {
			return cli.Usage(c, "%s: is the same file as %s", out.say("standard output"), in.say("standard input"))
		}
		if in.path != "-" && (source == nil || source.Mode().IsRegular()) {
			continue
		}
		for _, other := range streams {
			if err := a.checkBoth(c, other, in); err != nil {
				return err
			}
		}
		streams = append(streams, in)
	}
	return nil
}

// checkBoth refuses two inputs that are one stream: the second would find nothing to read. A
// file given twice is read once and is fine.
func (a *app) checkBoth(c *cobra.Command, one, other end) error {
	if one.path == "-" && other.path == "-" {
		return cli.Usage(c, "%s and %s cannot both be standard input", one.flag, other.flag)
	}
	from := a.endOf(other, a.streams.in)
	if one.path != other.path && from.Info != nil && a.endOf(one, a.streams.in).Is(from) && from.Info.Mode()&fs.ModeNamedPipe != 0 {
		return cli.Usage(c, "%s and %s: are the same pipe, which can be read once only", one.say("standard input"), other.say("standard input"))
	}
	return nil
}

// say names an end in messages.
func (e end) say(standard string) string {
	if e.path == "-" {
		return standard
	}
	return e.flag + " " + e.path
}

// endOf is the file at an end. stream is the file of "-".
func (a *app) endOf(e end, stream any) ends.End {
	if e.path == "-" {
		return ends.EndOf(stream)
	}
	return ends.EndAt(a.lies(e.path))
}

// isPipe reports whether an output is a pipe, whose reader may begin before the search ends.
func (a *app) isPipe(e end) bool {
	info := a.endOf(e, a.streams.out).Info
	return info != nil && info.Mode()&fs.ModeNamedPipe != 0
}

// showsOn reports whether an output is a terminal, which ids must not do anything to.
func (a *app) showsOn(out string) bool {
	if out == "-" {
		return a.streams.screen
	}
	if info := a.endOf(end{"--out", out}, nil).Info; info == nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	device, err := os.OpenFile(a.lies(out), os.O_WRONLY, 0)
	if err != nil {
		return false // writing to it reports the error
	}
	defer device.Close()
	return term.IsTerminal(int(device.Fd()))
}

// endless reports whether a file is a device or a socket, which hands out other
// bytes than it is given: a terminal, /dev/null.
func endless(info fs.FileInfo) bool { return info.Mode()&(fs.ModeCharDevice|fs.ModeSocket) != 0 }

// Stat describes the file that is read. The error is fs.ErrInvalid
// if it is no file.
func (r *interruptible) Stat() (fs.FileInfo, error) {
	if file, ok := r.from.(interface{ Stat() (fs.FileInfo, error) }); ok {
		return file.Stat()
	}
	return nil, fs.ErrInvalid
}
