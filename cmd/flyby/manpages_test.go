package main

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"
)

// manTo is the folder that TestManPages writes the pages to, for make man and releases. A test writes them, so that the command links
// neither cobra's generator nor its parser of Markdown.
var manTo = flag.String("man", "", "the `folder` to which TestManPages writes the manual pages")

// markdownSigns escapes the signs of a help text that Markdown gives a meaning.
var markdownSigns = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "[", `\[`, "|", `\|`, "#", `\#`, "~", `\~`)

// writeManPages writes a page of section 1 for each command to a folder. Their date is SOURCE_DATE_EPOCH if it is set, or today.
func writeManPages(root *cobra.Command, folder string) error {
	for _, c := range commands(root) {
		c.Long = markdownSigns.Replace(cmp.Or(c.Long, textOf(wordsOf(c)).folded()))
		c.Short, c.Use = markdownSigns.Replace(c.Short), markdownSigns.Replace(c.Use)
		c.Flags().VisitAll(func(f *pflag.Flag) { f.Usage = markdownSigns.Replace(f.Usage) })
	}
	root.DisableAutoGenTag = true
	return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "flyby", Manual: "flyby"}, folder)
}

// TestManPages: each command has a manual page that says its usage, its example and each flag of its help; -man keeps the pages.
func TestManPages(t *testing.T) {
	folder := cmp.Or(*manTo, t.TempDir())
	if err := writeManPages((&app{}).command(), folder); err != nil {
		t.Fatal(err)
	}
	plain := strings.NewReplacer(`\-`, "-", `\&`, "", `\fB`, "", `\fI`, "", `\fR`, "", `\fP`, "")
	for _, c := range commands((&app{}).command()) {
		text, err := os.ReadFile(filepath.Join(folder, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Error(err)
			continue
		}
		page := plain.Replace(string(text))
		for _, part := range append(strings.Split(c.Example, "\n"), c.Short, c.UseLine()) {
			if !strings.Contains(page, strings.TrimSpace(part)) {
				t.Errorf("the page of %s has no %q", c.CommandPath(), part)
			}
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(page, "--"+f.Name) {
				t.Errorf("the page of %s has no --%s", c.CommandPath(), f.Name)
			}
		})
	}
}
