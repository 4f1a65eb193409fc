package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// writeDocs writes the help of every command as Markdown, and the pages of flags.
func writeDocs(w io.Writer, root *cobra.Command, pages flagPages) error {
	fmt.Fprint(w, "# The command line\n\nWritten by `make docs` from the commands themselves, and from cmd/flyby/flagpages.md; a test fails when they differ.\n")
	for _, c := range commands(root) {
		var text strings.Builder
		c.SetOut(&text)
		c.InitDefaultHelpFlag()
		c.InitDefaultVersionFlag()
		if err := c.Help(); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "\n## %s\n\n```text\n%s```\n%s", c.CommandPath(), text.String(), pages.links(c)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\n## flyby help files\n\n```text\n%s```\n\n## flyby help methods\n\n```text\n%s```\n\n%s", helpOfFiles(), helpOfMethods(), pages.below())
	return err
}

// commands lists a command and its subcommands, without cobra's own.
func commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.Name() != "help" && sub.Name() != "completion" {
			all = append(all, commands(sub)...)
		}
	}
	return all
}

// TestDocs: docs/cli.md equals the help of the commands, and every help has its parts: usage, a paragraph, an example that runs,
// flags, exit statuses.
func TestDocs(on *testing.T) {
	t := beside(on)
	const path = "../../docs/cli.md"
	root := (&app{}).command()
	var s strings.Builder
	if err := writeDocs(&s, root, readFlagPages(t)); err != nil {
		t.Fatal(err)
	}
	if *rewrite {
		write(t, path, s.String())
	} else if read(t, path) != s.String() {
		t.Errorf("%s is not what the commands say; make docs writes it anew", path)
	}
	for name, want := range map[string][]string{
		"search": {"USAGE\n", "EXAMPLE\n", "FILES\n", "TIMES AND UNITS\n", "QUESTION\n", "ANSWER\n", "MACHINE\n", "EXIT STATUS\n", "--exclude-same-id"},
		"":       {"USAGE\n", "EXAMPLE\n", "COMMANDS\n", "EXIT STATUS\n", "tune"},
		"join":   {"USAGE\n", "EXAMPLE\n", "FILES\n", "EXIT STATUS\n", "--max-gap"},
	} {
		text := must(t, strings.Fields(name+" --help")...)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("help of %s has no %q", name, part)
			}
		}
	}
}

// TestExamples: the examples of every help run, except the examples of tune, the demo at a tenth of its scale, and servers until
// they answer. Objects and zones of visits are the data of docs/fields.
func TestExamples(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	fields, err := filepath.Abs("../../docs/fields/data")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range commands((&app{}).command()) {
		if c.Name() == "tune" {
			continue
		}
		t.Run(c.CommandPath(), func(t *place) {
			t.Chdir(t.TempDir())
			if strings.Contains(c.Example, "--zones") || strings.Contains(c.Example, "zones:") {
				if err := os.CopyFS(t.folder, os.DirFS(fields)); err != nil {
					t.Fatal(err)
				}
			}
			for line := range strings.Lines(c.Example) {
				words := strings.Fields(strings.ReplaceAll(line, "'", ""))[1:] // shells remove the quotes
				switch words[0] {
				case "generate":
					if c.Name() != "generate" {
						dataSet(t, words[1], words[3], words[5])
						continue
					}
				case "demo":
					words = append(words, "--scale", "0.1")
				case "serve":
					serveBehind(t, append([]string{"flyby"}, words...))
					t.server = ""
					continue
				}
				if r := invoke(t, "", words...); r.status != cli.OK || !strings.Contains(line, "--zones") && withoutTaken(r.err) != "" {
					t.Errorf("%s: status %d, %q", line, r.status, r.err)
				}
			}
		})
	}
}

// TestExamplesOfTune: the examples in the help of tune run, coarsely: they write the file that searches read.
func TestExamplesOfTune(on *testing.T) {
	t := alone(on)
	tier.Full(t)
	ownCache(t)
	t.Chdir(t.TempDir())
	tune, _, err := (&app{}).command().Find([]string{"tune"})
	if err != nil || strings.Count(tune.Example, "flyby tune") < 2 {
		t.Fatalf("%v, examples %q", err, tune.Example)
	}
	for line := range strings.Lines(tune.Example) {
		if r := invokeOn(t, streams{tune: tuneCoarsely}, strings.Fields(line)[1:]...); r.status != cli.OK {
			t.Errorf("%s: status %d, stderr %q", line, r.status, r.err)
		}
	}
}

// TestCompletion: completion offers the values of flags, every form of --batching among them.
func TestCompletion(on *testing.T) {
	t := beside(on)
	for line, want := range map[string]string{
		"join --method temporal --batching ": "model periodic: setsplit-fixed: setsplit-max: setsplit-minmax: greedysetsplit-min: greedysetsplit-max:",
		"convoys --having ":                  "size<= size>= size= t_start<= t_start>= t_start= t_end<= t_end>= t_end= group<= group>= group= traj_id<= traj_id>= traj_id=",
		"search --level ":                    "hits encounters pairs objects",
		"tune --device ":                     "auto cpu gpu gpu:all opencl opencl:all",
	} {
		r := invoke(t, "", append([]string{"__complete"}, strings.Split(line, " ")...)...)
		values, _, _ := strings.Cut(r.out, "\n:")
		if got := strings.Join(strings.Fields(values), " "); got != want {
			t.Errorf("%q: %s, want %s", line, got, want)
		}
	}
}
