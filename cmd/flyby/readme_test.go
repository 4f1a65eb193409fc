package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestReadme: the console blocks of README.md and of docs/first-steps.md, each page run in a folder with the files that its
// shell blocks write, print what the pages show, up to times and the name of the machine; and the links of README.md lead to
// files.
func TestReadme(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	for _, name := range []string{"README.md", "docs/first-steps.md"} {
		t.Run(filepath.Base(name), func(t *place) {
			path, err := filepath.Abs("../../" + name)
			if err != nil {
				t.Fatal(err)
			}
			text := read(t, path)
			for _, link := range regexp.MustCompile(`\]\(([^):]+)\)`).FindAllStringSubmatch(text, -1) {
				if _, err := os.Stat(filepath.Join(filepath.Dir(path), link[1])); err != nil {
					t.Errorf("%s leads to %s, which is not there", name, link[1])
				}
			}
			t.Chdir(t.TempDir())
			writeTyped(t, text)
			if got := replayed(t, text); *rewrite {
				write(t, path, got)
			} else if withoutTimes(got) != withoutTimes(text) {
				t.Errorf("%s should be\n%s", name, got)
			}
		})
	}
}

// TestOwnFile: the six lines of README.md for a file of the reader's own work for the ships of docs/fields, and for a table
// with other column names.
func TestOwnFile(on *testing.T) {
	t := beside(on)
	text := read(t, "../../README.md")
	_, text, _ = strings.Cut(text, "For a file of yours:\n\n```sh\n")
	text, _, _ = strings.Cut(text, "```")
	ships := read(t, "../../docs/fields/data/bering.csv")
	t.Chdir(t.TempDir())
	write(t, "ships.csv", ships)
	write(t, "other.csv", "vehicle,time,lon,lat\na,2024-05-01 10:00:00,8,54\na,2024-05-01 10:01:00,8.001,54\nb,2024-05-01 10:00:00,8,54.001\nb,2024-05-01 10:01:00,8.001,54.001\n")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(lines) != 6 {
		t.Errorf("%d lines", len(lines))
	}
	for _, line := range lines {
		command, _, _ := strings.Cut(line, " #")
		file := "ships.csv"
		if strings.Contains(command, "vehicle") {
			file = "other.csv"
		}
		command = strings.NewReplacer("FILE", file, "'", "").Replace(command)
		if r := invoke(t, "", strings.Fields(command)[1:]...); r.status != cli.OK || len(r.out) < 100 && !strings.Contains(command, "--out") {
			t.Errorf("%s: %+v", command, r)
		}
	}
}

// TestGoOfReadme: the Go of README.md consists of the lines of docs/example/main.go, in their order, without its checks of
// errors.
func TestGoOfReadme(on *testing.T) {
	t := beside(on)
	block := regexp.MustCompile("(?s)```go\n(.*?)```").FindStringSubmatch(read(t, "../../README.md"))
	if block == nil {
		t.Fatal("README.md has no Go")
	}
	program := regexp.MustCompile(`(?s)\tif err != nil \{\n.*?\n\t\}\n`).ReplaceAllString(read(t, "../../docs/example/main.go"), "")
	program = strings.ReplaceAll(program, "\n\n", "\n")
	indented := regexp.MustCompile(`(?m)^(.)`).ReplaceAllString(block[1], "\t$1")
	if !strings.Contains(program, indented) {
		t.Errorf("docs/example/main.go, without its checks of errors, does not hold\n%s\nbut\n%s", indented, program)
	}
	if n := strings.Count(block[1], "\n"); n > 10 {
		t.Errorf("%d lines, at most 10 are wanted", n)
	}
}

// writeTyped writes the files that the shell blocks of a page write: "cat > FILE <<'END'", their lines, "END".
func writeTyped(t *place, page string) {
	t.Helper()
	for _, file := range regexp.MustCompile(`(?s)\ncat > (\S+) <<'END'\n(.*?)END\n`).FindAllStringSubmatch(page, -1) {
		write(t, file[1], file[2])
	}
}

// replayed returns a page with the present output of the commands in its console blocks.
func replayed(t *place, page string) string {
	t.Helper()
	block := regexp.MustCompile("(?s)```console\n(.*?)```")
	return block.ReplaceAllStringFunc(page, func(b string) string {
		return "```console\n" + replay(t, block.FindStringSubmatch(b)[1]) + "```"
	})
}

// withoutTimes removes times and the machine's name from the output of the demo.
func withoutTimes(s string) string {
	return regexp.MustCompile(`index .*, search .*, on .*; the closest`).ReplaceAllString(s, "the closest")
}
