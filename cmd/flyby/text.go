package main

import (
	"embed"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/reading/fileset"
	pointformat "flyby/points/format"
)

// texts has the help of each command in a file of its own, text/help/slab-plan.txt say, and tables of words.
//
//go:embed text
var texts embed.FS

// textFile returns the text of an embedded file without its last end of line, "" for a name without a file.
func textFile(name string) string {
	text, _ := texts.ReadFile("text/" + name)                      //nolint:errcheck // it can fail only for want of the file
	return trimmed(strings.ReplaceAll(string(text), "\r\n", "\n")) // git may have written lines as Windows does
}

// commandText is the help of a command, as its file has it: a line of usage, a line that says what the command is for, a blank line,
// paragraphs that say what it does, and under headings an example that runs and the short help. Paragraphs are folded, with the sentences
// that {files}, {sides} and {formats} stand for.
type commandText struct {
	use, short, long, example string
	usual                     []string // the flags that -h shows, of a command that has many
	field                     string   // an example of -h with the files of docs/fields/data; "": the example of the full help will do
}

// textOf returns the help of a command of some words, as slab plan.
func textOf(words string) (t commandText) {
	text, short, _ := strings.Cut(textFile("help/"+strings.ReplaceAll(words, " ", "-")+".txt"), "\nSHORT HELP\n")
	text, t.example, _ = strings.Cut(text, "\nEXAMPLE\n")
	text, t.long, _ = strings.Cut(text, "\n\n")
	t.use, t.short, _ = strings.Cut(text, "\n")
	short, t.field, _ = strings.Cut(short, "\n")
	t.example, t.usual = trimmed(t.example), strings.Fields(short)
	return t
}

// folded returns the paragraphs that say what the command does, in lines of help.
func (t commandText) folded() (text string) {
	return foldedAll(strings.NewReplacer("{files}", filesHint, "{sides}", sidesHint, "{formats}", inputNames()).Replace(t.long)) + "\n"
}

// foldedAll returns paragraphs in lines of help.
func foldedAll(text string) string {
	var all []string
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		all = append(all, folded(paragraph)+"\n")
	}
	return strings.Join(all, "\n")
}

// described gives a command of some words the text of its file, and the parts that all commands share. Its paragraphs are read only
// for its help: every run makes all commands.
func (a *app) described(words string, c *cobra.Command) *cobra.Command {
	t := textOf(words)
	c.Use, c.Short, c.Example = t.use, t.short, t.example
	return a.equip(c)
}

// sameAsFile is the help of --entries of a command of ofFiles.
const sameAsFile = "the same as the argument `FILE`; may be given several times"

// ofFiles returns a command that writes an answer. Its arguments are files of entries, which it knows when it runs.
func (a *app) ofFiles(words string, entries *inputFiles, run func(c *cobra.Command) error) *cobra.Command {
	return a.described(words, &cobra.Command{
		Annotations:       answers(),
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeArguments(fileset.Formats()),
		RunE: func(c *cobra.Command, args []string) error {
			if err := entries.arguments(c, args); err != nil {
				return err
			}
			return run(c)
		},
	})
}

// ofPoints returns a command that writes an answer about points.
func (a *app) ofPoints(words string, run func(c *cobra.Command) error) *cobra.Command {
	return a.described(words, &cobra.Command{
		Annotations:       answers(),
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeArguments(pointformat.Formats()),
		RunE:              func(c *cobra.Command, _ []string) error { return run(c) },
	})
}

// tableRows returns the rows of a file of lines "key: text".
func tableRows(name string) iter.Seq2[string, string] {
	return func(yield func(key, text string) bool) {
		for line := range strings.Lines(textFile(name)) {
			key, text, isRow := strings.Cut(strings.TrimSpace(line), ": ")
			if isRow && !strings.HasPrefix(line, "#") && !yield(key, text) {
				return
			}
		}
	}
}

// byKey is a table as a map, where each of the words of a key has its text.
func byKey(name string) map[string]string {
	all := map[string]string{}
	for key, text := range tableRows(name) {
		for word := range strings.FieldsSeq(key) {
			all[word] = text
		}
	}
	return all
}

// byWord is a table as a map from each word of a text to the key.
func byWord(name string) map[string]string {
	all := map[string]string{}
	for key, text := range tableRows(name) {
		for word := range strings.FieldsSeq(text) {
			all[word] = key
		}
	}
	return all
}
