package output

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"flyby/trajectory"
)

// TestTerminal: on a terminal, text of ids, of lists of ids, of further columns and of names of columns has an escape in place of
// every character that does not print, in CSV as in messages, in JSON as a string that reads back to the same text; files keep the bytes.
func TestTerminal(t *testing.T) {
	ids := []string{"\x1b[31mred\x07", "\u202eturned", "a,\"b\"\nc", "plain é"}
	rows, texts, lists := []uint32{0, 1, 2, 3}, []uint32{1, 0, 1, 0}, [][]uint32{{0, 1}, {2}, nil, {3}}
	names := trajectory.NameIDs(slices.Sorted(slices.Values(ids)))
	columns := []Column{IDColumn("id\u202d", &rows, names), TextColumn("text", &texts, []string{"", "\x9b1m\u2066"}), ListColumn("list", &lists, names)}
	write := func(path string, terminal bool) string {
		var out bytes.Buffer
		w, err := CreateTable(path, columns, WriteOptions{Stdout: &out, Terminal: terminal})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(len(rows)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if path == "-" {
			return out.String()
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for path, want := range map[string][]string{
		"-": {`id\u202d,text,list`, `\x1b[31mred\a,\x9b1m\u2066,"\x1b[31mred\a;a,""b""\nc"`, `\u202eturned,`, `"a,""b""\nc",`, `plain é,`},
		filepath.Join(t.TempDir(), "rows.ndjson"): {`{"id\u202d":"\u001b[31mred\u0007","text":"\ufffd1m\u2066",`, `"\u202eturned"`, `"a,\"b\"\nc"`, `"plain é"`},
	} {
		shown, kept, lines := write(path, true), write(path, false), len(rows)
		if path == "-" {
			lines++ // the header
		}
		if strings.IndexFunc(shown, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) >= 0 || strings.Count(shown, "\n") != lines {
			t.Errorf("%s: a terminal gets %q", path, shown)
		}
		for _, part := range want {
			if !strings.Contains(shown, part) {
				t.Errorf("%s: a terminal gets %q, without %q", path, shown, part)
			}
		}
		if !strings.Contains(kept, "\u202eturned") || !strings.Contains(kept, "\u2066") || path == "-" && !strings.Contains(kept, "\x1b[31mred\x07") {
			t.Errorf("%s: a file has %q", path, kept)
		}
	}
}
