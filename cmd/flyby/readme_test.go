package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs the console blocks of README.md in one folder and wants what
// stands there, but for times and the name of the machine; the Go program of
// docs/example as it is; and that its links lead somewhere.
func TestReadme(t *testing.T) {
	path, err := filepath.Abs("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	text := read(t, path)
	if !*rewrite && !strings.Contains(text, read(t, "../../docs/example/main.go")) {
		t.Error("README.md does not hold docs/example/main.go")
	}
	for _, link := range regexp.MustCompile(`\]\(([^):]+)\)`).FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join("../..", link[1])); err != nil {
			t.Errorf("README.md leads to %s, which is not there", link[1])
		}
	}
	t.Chdir(t.TempDir())
	write(t, "bad.csv", "traj_id,t,x,y\n7,0,0,0\n7,1,1.5,fog\n")
	got := replayed(t, text)
	if *rewrite {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if withoutTimes(got) != withoutTimes(text) {
		t.Errorf("README.md should be\n%s", got)
	}
}

// replayed is a page with what the commands of its console blocks print now.
func replayed(t *testing.T, page string) string {
	t.Helper()
	block := regexp.MustCompile("(?s)```console\n(.*?)```")
	return block.ReplaceAllStringFunc(page, func(b string) string {
		return "```console\n" + replay(t, block.FindStringSubmatch(b)[1]) + "```"
	})
}

// withoutTimes leaves out what the demo says of times and of the machine.
func withoutTimes(s string) string {
	return regexp.MustCompile(`index .*, search .*, on .*; the closest`).ReplaceAllString(s, "the closest")
}
