package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	measure "flyby/internal/unit"
)

// mostUsage is the greatest number of characters of a flag's help, its default included. flagpages.md has longer texts.
const mostUsage = 200

// TestUsagesAreShort: a reader takes in the help of a flag at once.
func TestUsagesAreShort(t *testing.T) {
	for _, c := range commands((&app{}).command()) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			f.Hidden = false // help has no text about a hidden flag
			if n := utf8.RuneCountInString(usageOf(f)); n > mostUsage {
				t.Errorf("%s --%s: %d characters, more than %d, which flagpages.md is for: %s", wordsOf(c), f.Name, n, mostUsage, usageOf(f))
			}
		})
	}
}

// usageOf returns the text of help about a flag, behind its name.
func usageOf(f *pflag.Flag) string {
	_, text, _ := strings.Cut(strings.TrimSpace(flagSet([]*pflag.Flag{f}).FlagUsages()), "   ")
	return text
}

// TestFlagPagesHaveFlags: each page is about a flag that help shows, and pages are in the order of the alphabet.
func TestFlagPagesHaveFlags(on *testing.T) {
	t := beside(on)
	shown := map[string]bool{}
	for _, c := range commands((&app{}).command()) {
		for _, f := range shownFlags(c) {
			shown[f.Name] = true
		}
	}
	names := readFlagPages(t).names
	for _, name := range names {
		if !shown[name] {
			t.Errorf("flagpages.md has a page of --%s, which is no flag", name)
		}
	}
	if !slices.IsSorted(names) || len(names) < 10 {
		t.Errorf("the pages of flagpages.md are of %q", names)
	}
}

// flagPages is the text of flagpages.md: the pages of flags that need more words than help may have.
type flagPages struct {
	text  string
	names []string // names of the flags, in order
}

// readFlagPages reads flagpages.md and puts lists of the program into it.
func readFlagPages(t *place) flagPages {
	t.Helper()
	p := flagPages{text: strings.NewReplacer(
		"{lengths}", measure.Names(measure.Length), "{times}", measure.Names(measure.Time),
	).Replace(read(t, "flagpages.md"))}
	for line := range strings.Lines(p.text) {
		if name, is := strings.CutPrefix(line, "## --"); is {
			p.names = append(p.names, strings.TrimSpace(name))
		}
	}
	return p
}

// links returns a line with links from the help of a command to the pages of its flags, "" without such pages.
func (p flagPages) links(c *cobra.Command) string {
	var all []string
	shown := shownFlags(c)
	for _, name := range p.names {
		if slices.ContainsFunc(shown, func(f *pflag.Flag) bool { return f.Name == name }) {
			all = append(all, fmt.Sprintf("[--%[1]s](#--%[1]s)", name))
		}
	}
	if all == nil {
		return ""
	}
	return "\nIn full: " + strings.Join(all, ", ") + ".\n"
}

// below returns the pages as a part of docs/cli.md: headings one level down, links from its folder.
func (p flagPages) below() string {
	return strings.ReplaceAll(strings.ReplaceAll("#"+p.text, "\n#", "\n##"), "](../../docs/", "](")
}
