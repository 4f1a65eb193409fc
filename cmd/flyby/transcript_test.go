package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
)

// TestTranscripts: the commands of testdata/transcripts, run in a folder with
// copies of testdata/input, have the recorded standard output, standard error
// after "2> ", and the exit status where it is not 0. A command that fails must
// not leave a file.
//
// A line "$ flyby ..." may end in "< FILE", or lead to others by " | "; "$ cat FILE" shows a file,
// "$ head -n N FILE" how it begins, and "$ grep -c WORD FILE" counts the lines with a word.
// "$ flyby serve ... &" starts a server, which "$ curl ..." of the lines that follow asks.
func TestTranscripts(on *testing.T) {
	t := beside(on)
	all, err := filepath.Glob("testdata/transcripts/*.txt")
	if err != nil || len(all) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, path := range all {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *place) {
			path, err := filepath.Abs(path)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains([]string{"join", "search", "info", "convert", "usage"}, strings.TrimSuffix(filepath.Base(path), ".txt")) {
				tier.Full(t)
			}
			recorded := read(t, path)
			inputs(t)
			got := replay(t, recorded)
			if *rewrite {
				write(t, path, got)
			} else if got != recorded {
				t.Errorf("%s: got\n%s\nwant\n%s", path, got, recorded)
			}
		})
	}
}

// inputs moves the test to a new folder with the input files in it.
func inputs(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	from := shared("inputs", func(folder string) { makeInputs(&place{T: t.T, folder: folder}) })
	if err := os.CopyFS(t.folder, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// makeInputs fills the folder of inputs.
func makeInputs(t *place) {
	t.Helper()
	if err := os.CopyFS(t.folder, os.DirFS("testdata/input")); err != nil {
		t.Fatal(err)
	}
	packed := gzipped(t, read(t, "good.csv"))
	write(t, "good.csv.gz", packed)
	write(t, "truncated.csv.gz", packed[:len(packed)/2])
	write(t, "followed.csv.gz", packed+"\nand so on\n")
	archives(t)
	dataSet(t, "supernovae", "0.01", "whole.parquet")
	write(t, "truncated.parquet", read(t, "whole.parquet")[:3000])
	if err := os.Remove(t.at("whole.parquet")); err != nil {
		t.Fatal(err)
	}
}

// archives packs some of the files.
func archives(t *place) {
	t.Helper()
	pack := func(name string, members ...string) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, m := range members {
			w, err := z.Create(m)
			if err == nil {
				_, err = w.Write([]byte(read(t, m)))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		write(t, name, b.String())
		return b.String()
	}
	days := pack("days.zip", "days/wed.tsv", "days/mon.csv", "days/tue.csv")
	pack("packed.zip", "good.csv.gz")
	write(t, "cut.zip", days[:len(days)/2])
	directory := strings.Index(days, "PK\x01\x02")
	write(t, "locked.zip", days[:directory+8]+"\x09"+days[directory+9:])
	write(t, "corrupt.zip", days[:directory+16]+"none"+days[directory+20:])
	pack("tracks.zip", "tracks/ann/walk.gpx", "tracks/bob/20081023025304.plt")
	pack("badrows.zip", "word.csv")
	pack("nested.zip", "good.csv", "days.zip")
	pack("nothing.zip")
}

func gzipped(t *place, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// replay runs the commands of a transcript and records what they do. Lines
// that begin with # are kept.
func replay(t *place, transcript string) string {
	t.Helper()
	var s strings.Builder
	comment := ""
	for line := range strings.Lines(transcript) {
		line = strings.TrimSuffix(line, "\n")
		command, isCommand := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "#"):
			comment += line + "\n"
		case isCommand:
			fmt.Fprintf(&s, "\n%s%s\n%s", comment, line, execute(t, command))
			comment = ""
		}
	}
	return strings.TrimPrefix(s.String(), "\n")
}

// quotedWords splits a command line at blanks, except between two ', which are removed.
func quotedWords(line string) (words []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 0 {
			words = append(words, strings.Fields(part)...)
		} else {
			words = append(words, part)
		}
	}
	return words
}

// execute runs one command line, and returns its output and the status of its last command.
func execute(t *place, line string) string {
	t.Helper()
	if background, ok := strings.CutSuffix(line, " &"); ok {
		return regexp.MustCompile(`(?m)^(.)`).ReplaceAllString(serveBehind(t, quotedWords(background)), "2> $1")
	}
	line, from, _ := strings.Cut(line, " < ")
	var r result
	if from != "" {
		r.out = read(t, from)
	}
	before, told := folder(t), ""
	for command := range strings.SplitSeq(line, " | ") {
		r = shell(t, r.out, quotedWords(command))
		for line := range strings.Lines(r.err) {
			told += "2> " + line
		}
	}
	if after := folder(t); r.status != cli.OK && after != before {
		t.Errorf("%s: status %d, and the folder changes from %s to %s", line, r.status, before, after)
	}
	text := strings.ReplaceAll(r.out+told, t.folder+"/", "")
	if r.status != cli.OK {
		text += fmt.Sprintf("[exit %d]\n", r.status)
	}
	return text
}

// shell runs flyby, or a stand-in for a command of the system.
func shell(t *place, stdin string, words []string) result {
	t.Helper()
	switch words[0] {
	case "cat":
		return result{out: read(t, words[1])}
	case "head":
		n, err := strconv.Atoi(words[2])
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(read(t, words[3]), "\n")
		return result{out: strings.Join(lines[:min(n, len(lines))], "")}
	case "grep":
		n := 0
		for line := range strings.Lines(read(t, words[3])) {
			if strings.Contains(line, words[2]) {
				n++
			}
		}
		return result{out: fmt.Sprintln(n)}
	case "curl":
		return result{out: curl(t, words)}
	default:
		return invoke(t, stdin, words[1:]...)
	}
}
