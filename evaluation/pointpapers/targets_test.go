package pointpapers

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"flyby/evaluation/journal"
)

// TestOurs wants flyby's methods beside the papers' methods, and all of them to find the same pairs.
func TestOurs(t *testing.T) {
	o := tiny(t.TempDir(), "ours")
	report := evaluate(t, o)
	rows := rowsOf(t, report, "Table O-1")
	if len(rows) != len(comparedCases()) || strings.Count(report, " **") < len(rows) {
		t.Fatalf("%d rows, want %d, the faster of grid and tiles bold in each", len(rows), len(comparedCases()))
	}
	hits := map[string]uint64{}
	for _, r := range runs(t, o.Folder) {
		join := r.Search + " " + r.Parameter
		if n, ok := hits[join]; ok && n != r.Hits {
			t.Errorf("%s by %s: %d pairs, by another method %d", join, r.Method, r.Hits, n)
		}
		hits[join] = r.Hits
	}
	if len(hits) != len(comparedCases()) {
		t.Errorf("%d joins, want %d", len(hits), len(comparedCases()))
	}
	for _, row := range rows {
		for _, at := range []int{9, 11, 13} {
			if !strings.HasSuffix(row[at], " x") {
				t.Errorf("%s: %q for a multiple of the time of flyby's method", row[0], row[at])
			}
		}
	}
}

// peer writes a program that prints a line of the grid in C++, and keeps its arguments in a file beside it.
func peer(t *testing.T, says string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the peer is a script of a shell")
	}
	path := filepath.Join(t.TempDir(), "peer")
	text := "#!/bin/sh\necho \"$@\" >>" + path + ".args\necho '" + says + "'\n"
	if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

const peerLine = "gridjoin float64 n=100000 D=6 k=4 eps=8 threads=1 emit: cells 26953 build 0.150 s join 0.250 s pairs 5788 candidates 12953628  8629.22 ns/pair"

// TestTargets wants each target of cores beside the peer, and no target of a GPU.
func TestTargets(t *testing.T) {
	o := tiny(t.TempDir(), "targets")
	o.PeerGrid = peer(t, peerLine)
	report := evaluate(t, o)
	rows := rowsOf(t, report, "Table T-1")
	if len(rows) != 9 {
		t.Fatalf("%d targets, want 9: %v", len(rows), rows)
	}
	for i, row := range rows {
		if row[len(row)-1] != "told" {
			t.Errorf("%s: a target is held at another size than its own: %v", row[0], row)
		}
		if here := strings.Contains(row[8], "400 ms, here"); here != (i < 7) {
			t.Errorf("%s: the opponent takes %q", row[0], row[8])
		}
	}
	if rows[1][10] != "240 ms" || !strings.HasSuffix(rows[7][7], " ns") {
		t.Errorf("0.6 times 400 ms: %q; a pair: %q", rows[1][10], rows[7][7])
	}
	args := read(t, o.PeerGrid+".args")
	for _, want := range []string{"500 2 ", " --emit --k 5\n"} {
		if !strings.Contains(args, want) {
			t.Errorf("the peer was not run with %q:\n%s", want, args)
		}
	}
	best := rowsOf(t, report, "Table T-2")
	if len(best) != 5 || best[0][8] != "-" || best[4][11] == "-" {
		t.Errorf("each k: %v", best)
	}
}

// TestTargetVerdict wants verdicts at scale 1: by the processor's time with one thread, by the clock with more, by nanoseconds a
// pair.
func TestTargetVerdict(t *testing.T) {
	l := testLab(t, Options{Scale: 1, Seed: 1})
	add := func(c Case, index, search, processors float64) {
		run := journal.Run{Key: c.key("cpu"), Seconds: search, Join: &journal.Join{Index: index, Processors: processors}}
		run.Trial = 1
		if err := l.journal.Add(run); err != nil {
			t.Fatal(err)
		}
	}
	all := targets()
	add(all[0].c, 5, 5, 0.16) // at most 0.163 of one core
	add(all[1].c, 0.05, 0.06, 0.01)
	add(all[7].c, 1, 1, 2.9) // 0.58 ns for each of 5*10^9 pairs
	add(all[8].c, 1, 1, 5)
	b := testBuilder(t, l)
	for i, want := range map[int]string{0: "yes", 1: "no", 7: "yes", 8: "no"} {
		if got := b.targetVerdict(all[i]).Text; got != want {
			t.Errorf("%s takes %v of %v: holds %s, want %s", all[i].what, b.takenTime(all[i]), b.wanted(all[i]), got, want)
		}
	}
	if got := b.takenTime(all[7]); math.Abs(got-0.58) > 0.001 {
		t.Errorf("%v ns a pair, want 0.58", got)
	}
	told := 0
	for _, target := range all {
		if target.gpu && b.wanted(target) == 0 {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d targets of a GPU allow anything, want that of pairs alone", told)
	}
}

// TestPeer wants the peer's times and counts, and other lines to be refused.
func TestPeer(t *testing.T) {
	r, err := parsePeer(peerLine)
	if err != nil || r.Join.Index != 0.15 || r.Seconds != 0.25 || r.Join.Processors != 0.4 || r.Hits != 5788 || r.Join.Candidates != 12953628 {
		t.Errorf("%+v, %+v, %v", r, r.Join, err)
	}
	for _, text := range []string{"", "gridjoin: no", strings.ReplaceAll(peerLine, "0.250", "0.2.5"), strings.ReplaceAll(peerLine, "5788", "99999999999999999999999")} {
		if _, err := parsePeer(text); err == nil {
			t.Errorf("%q is taken for times", text)
		}
	}
	l := testLab(t, tiny(t.TempDir(), "targets"))
	l.PeerGrid = peer(t, "nothing")
	if _, err := l.run(t.Context(), targets()[0].rival()); err == nil || !strings.Contains(err.Error(), `says "nothing"`) {
		t.Errorf("a peer that says nothing: %v", err)
	}
}
