package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/internal/reading/fileset"
	"flyby/internal/tier"
	pointformat "flyby/points/format"
)

// TestShortHelp: -h shows ten flags at most, a line each, with an example; --help and the command help show all flags.
func TestShortHelp(on *testing.T) {
	t := beside(on)
	for _, c := range commands((&app{}).command())[1:] {
		words := strings.Fields(wordsOf(c))
		short, long := must(t, append(words, "-h")...), must(t, append(words, "--help")...)
		if about := must(t, append([]string{"help"}, words...)...); about != long {
			t.Errorf("flyby help %s: %q, want what --help shows", wordsOf(c), about)
		}
		shown := 0
		_, flags, _ := strings.Cut(short, "FLAGS\n")
		flags, example, _ := strings.Cut(flags, "\n\n")
		for _, f := range shownFlags(c) {
			if !strings.Contains(long, "--"+f.Name+" ") {
				t.Errorf("%s --help lacks --%s", c.Name(), f.Name)
			}
			if strings.Contains(flags, "--"+f.Name+" ") {
				shown++
			}
		}
		if most := strings.Count(flags, "\n") + 1; shown == 0 || shown > 10 || len(shownFlags(c)) > few && (shown < 8 || most != shown) {
			t.Errorf("%s -h shows %d flags in %d lines", c.Name(), shown, most)
		}
		if c.HasExample() && !c.HasAvailableSubCommands() && (!strings.Contains(example, "EXAMPLE\n  flyby ") || !strings.Contains(example, c.CommandPath())) {
			t.Errorf("%s -h has no example", c.Name())
		}
	}
	if short, long := must(t, "-h"), must(t, "--help"); short != long {
		t.Errorf("%q, want %q", short, long)
	}
}

// TestUsualFlags: the flags that -h shows are flags of the command, each with its line.
func TestUsualFlags(t *testing.T) {
	for _, c := range commands((&app{}).command())[1:] {
		usual := textOf(wordsOf(c)).usual
		if many := len(shownFlags(c)) > few; many != (len(usual) > 0) || len(usual) > few {
			t.Errorf("%s: %d of %d flags are usual", c.Name(), len(usual), len(shownFlags(c)))
		}
		for _, name := range usual {
			if f := c.Flags().Lookup(name); f == nil || f.Hidden || inShort(wordsOf(c), c.Flags().Lookup(name)) == "" {
				t.Errorf("%s -h: --%s is no flag, or has no line", c.Name(), name)
			}
		}
	}
}

// TestFlagGroups: full help lists every flag once, in its groups, and the group machine has only flags of machines and
// methods.
func TestFlagGroups(t *testing.T) {
	machine := []string{"device", "method", "batching", "model", setFlag, "threads", "memory", "tmp", "tmp-limit", "slabs", "explain", "quiet", "json", "verbose", helpFlag}
	for _, c := range commands((&app{}).command()) {
		var listed []string
		lists := flagSections(c)
		for _, l := range lists {
			l.flags.VisitAll(func(f *pflag.Flag) {
				listed = append(listed, f.Name)
				if l.title == machineGroup && !slices.Contains(machine, f.Name) {
					t.Errorf("%s: --%s stands under %s: flagGroups has no place for it", c.Name(), f.Name, l.title)
				}
			})
		}
		if all := shownFlags(c); len(listed) != len(all) || len(lists) < min(4, (len(all)+few-1)/few) {
			t.Errorf("%s: %d groups of %d flags of %d", c.Name(), len(lists), len(listed), len(all))
		}
	}
}

// TestHelpOfFiles: the help of files has every ending, and no other help lists them.
func TestHelpOfFiles(on *testing.T) {
	t := beside(on)
	text := must(t, "help", "files")
	for _, f := range slices.Concat(fileset.Formats().All, pointformat.Formats().All, output.Written(reading.ResultOutput).All) {
		for _, ending := range slices.Concat(f.Extensions[:1], f.Also) {
			if !strings.Contains(text, ending) || !strings.Contains(text, f.Name) {
				t.Errorf("%s of %s is not in the help of files", ending, f.Name)
			}
		}
	}
	for _, p := range infile.Packings() {
		if !strings.Contains(text, p.Extension) {
			t.Errorf("%s is not in the help of files", p.Extension)
		}
	}
	for _, c := range commands((&app{}).command())[1:] {
		if long := must(t, append(strings.Fields(wordsOf(c)), "--help")...); strings.Contains(long, ".fits") || strings.Contains(long, ".ndjson") {
			t.Errorf("the help of %s lists endings", c.Name())
		}
	}
}

// TestHelpOfTopics: each topic has a text, that of units with every unit of its table, in lines that fit a terminal; the help of an unknown topic is wrong usage.
func TestHelpOfTopics(on *testing.T) {
	t := beside(on)
	for _, topic := range helpTopics() {
		text := must(t, "help", topic)
		if lines := strings.Split(text, "\n"); len(lines) < 5 || strings.Contains(text, "{") {
			t.Errorf("%s: %s", topic, text)
		}
	}
	units := must(t, "help", "units")
	for _, name := range []string{"ftUS", "Mpc", "Gyr", "mjd", "kn"} {
		if !strings.Contains(units, name) {
			t.Errorf("%s is not in the help of units", name)
		}
	}
	if r := invoke(t, "", "help", "unit"); r.status != cli.WrongUsage || !strings.Contains(r.err, "is it units?") {
		t.Errorf("%+v", r)
	}
}

// TestFieldExamples: the examples of -h run with the files of docs/fields/data.
func TestFieldExamples(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("../../docs/fields/data")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	run := 0
	for _, c := range commands((&app{}).command()) {
		if example := textOf(wordsOf(c)).field; example != "" {
			if r := invoke(t, "", strings.Fields(example)[1:]...); r.status != cli.OK {
				t.Errorf("%s: %+v", example, r)
			}
			run++
		}
	}
	if run < 6 {
		t.Errorf("%d examples", run)
	}
}
