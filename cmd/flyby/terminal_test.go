package main

import (
	"os"
	"strings"
	"testing"
	"unicode"

	"flyby/internal/cli"
)

// coloured makes files of trajectories and of points whose ids would colour and turn a terminal.
func coloured(t *place) {
	t.Helper()
	t.Chdir(t.TempDir())
	write(t, "moves.csv", "id,t,x,y\n\x1b[31mred,0,0,0\n\x1b[31mred,2,2,0\n\u202eturned,0,0,1\n\u202eturned,2,2,1\n")
	write(t, "points.csv", "id,x1,x2\n\x1b[31mred,0,0\n\u202eturned,0,1\n")
}

// TestIDsOnTerminal: every command that writes ids to standard output escapes the characters that move a cursor, change a colour or
// turn the direction of writing, if standard output is a terminal, and only then.
func TestIDsOnTerminal(on *testing.T) {
	t := beside(on)
	coloured(t)
	for _, args := range []string{
		"join moves.csv --distance 2 --level hits", "join moves.csv --distance 2 --level encounters", "join moves.csv --distance 2 --level pairs",
		"search --entries moves.csv --queries moves.csv --distance 2 --level pairs", "convoys moves.csv --distance 2 --min-duration 1 --min-size 2 --level members",
		"at --entries moves.csv --time 1", "convert moves.csv", "convert moves.csv --memory 2GB",
		"selfjoin --points points.csv --eps 2", "selfjoin --points points.csv --eps 2 --level neighbours", "selfjoin --points points.csv --eps 2 --level counts",
		"pointjoin --points points.csv --queries points.csv --eps 2", "knn --points points.csv -k 1", "dbscan --points points.csv --eps 2 --minpts 2",
	} {
		shown := invokeOn(t, streams{screen: true}, strings.Fields(args)...)
		kept := invoke(t, "", strings.Fields(args)...)
		if shown.status != cli.OK || kept.status != cli.OK || !strings.Contains(kept.out, "\x1b[31mred") || !strings.Contains(kept.out, "\u202eturned") {
			t.Errorf("flyby %s: status %d and %d, %q\n%s", args, shown.status, kept.status, kept.out, shown.err)
		}
		want := strings.NewReplacer("\x1b", `\x1b`, "\u202e", `\u202e`).Replace(kept.out)
		if shown.out != want || strings.IndexFunc(shown.out, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) >= 0 {
			t.Errorf("flyby %s: a terminal gets %q, want %q", args, shown.out, want)
		}
	}
	args := []string{"join", "moves.csv", "--distance", "2", "--out", "rows.csv"}
	if r := invokeOn(t, streams{screen: true}, args...); r.status != cli.OK || !strings.Contains(read(t, "rows.csv"), "\x1b[31mred") {
		t.Errorf("a file beside a terminal: status %d, %q, %q", r.status, r.err, read(t, "rows.csv"))
	}
	if (&app{}).showsOn(os.DevNull) {
		t.Error("what drops all is no terminal")
	}
}
