package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

// formatsFor returns the formats that are read, or the ones that are written.
func formatsFor(u format.Use) []format.Format {
	if u == format.Input {
		return input.Formats()
	}
	return output.Written()
}

// checkPath refuses a path whose extension is that of no format for a use.
func checkPath(c *cobra.Command, what, path string, u format.Use) error {
	if _, ok := format.Find(formatsFor(u), path, u); !ok {
		return cli.Usage(c, "%s %s: unknown extension (known: %s)", what, path, format.Known(formatsFor(u), u))
	}
	return nil
}

// kinds says for help which files a use takes: ".csv or .parquet, .csv also with .gz or
// .zst; .zip is an archive of such files; - is CSV on standard input". Further names of a format are left out.
func kinds(u format.Use) string {
	var all, packed, packings []string
	for _, f := range formatsFor(u) {
		if !f.Serves(u) {
			continue
		}
		name := f.Extensions[0]
		if f.Packed {
			packed = append(packed, name)
		}
		if u == format.Input {
			name += remark(f)
		}
		all = append(all, name)
	}
	for _, p := range format.Packings() {
		packings = append(packings, p.Extension)
	}
	stream, archive := "standard output", ""
	if u == format.Input {
		stream, archive = "standard input", "; "+input.ArchiveExtension+" is an archive of such files"
	}
	return listed(all, "or") + ", " + listed(packed, "and") + " also with " + listed(packings, "or") + archive + "; - is " + formatsFor(u)[0].Name + " on " + stream
}

// remark says in brackets what there is to say of a format that is read, if anything.
func remark(f format.Format) string {
	also := slices.Clone(f.Also)
	for i, ext := range also {
		if ext == "" {
			also[i] = "no extension"
		}
	}
	switch {
	case len(also) > 0:
		return " (" + listed(also, "and") + " are the same)"
	case f.About != "":
		return " (" + f.About + ")"
	}
	return ""
}

// inputNames lists the formats that are read.
func inputNames() string {
	var names []string
	for _, f := range input.Formats() {
		names = append(names, f.Name)
	}
	return listed(names, "and")
}

// listed writes words as a list: "a, b or c".
func listed(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
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

// endings are what names of files for a use end in, without the point, as shells want them.
func endings(u format.Use) (all []string) {
	for _, ext := range format.Extensions(formatsFor(u), u) {
		all = append(all, strings.TrimPrefix(ext, "."))
	}
	if u == format.Input {
		all = append(all, strings.TrimPrefix(input.ArchiveExtension, "."))
	}
	return all
}

// completeFile lets a shell complete the flag by names of files for a use.
func completeFile(c *cobra.Command, flag string, u format.Use) {
	if err := c.MarkFlagFilename(flag, endings(u)...); err != nil {
		panic(err) // our own bug: there is no such flag
	}
}

// completeArguments lets a shell complete arguments by names of files for a use.
func completeArguments(u format.Use) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return endings(u), cobra.ShellCompDirectiveFilterFileExt
	}
}

// checkOut refuses an output that cannot be made before time is spent on what to
// write to it. Devices and pipes, such as /dev/null, may have any name.
func checkOut(c *cobra.Command, path string, u format.Use) error {
	if path != "" && !isDevice(c, path) {
		if err := checkPath(c, "--out", path, u); err != nil {
			return err
		}
	}
	return checkTarget(c, path)
}

// checkTable is checkOut of the standardOut of a table, whose rows have no places.
func checkTable(c *cobra.Command, out *string, rows string) error {
	*out = standardOut(*out)
	if of, ok := format.Find(output.Written(), *out, format.ResultOutput); ok && !of.Serves(format.TableOutput) {
		return cli.Usage(c, "--out %s: %s has places, and %s have none", *out, of.Name, rows)
	}
	return checkOut(c, *out, format.TableOutput)
}

// isDevice reports whether a path is that of a device or a pipe.
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
