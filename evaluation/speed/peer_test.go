package speed

import (
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"flyby/datasets"
)

// fakePeer writes a program that checks its arguments and prints a text.
func fakePeer(t *testing.T, body string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	path := filepath.Join(t.TempDir(), "peer")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

// slowPeer is best at r = 12, and faster on one thread than on many.
const slowPeer = `[ $# = 5 ] && [ -s "$1" ] || exit 3
[ $4 = 12 ] && t=0.5 || t=0.75
[ $5 = 1 ] && t=0.25
echo "cpp-boost $1 r=$4 threads=$5 q=$2 d=$3 | load 0.01s index 0.080s(cpu 0.08) query ${t}s(cpu 1.000) | cand=1 segpairs=2 raw=77 merged=4 pairs=5"`

func TestPeer(t *testing.T) {
	r := tiny(t, Options{Rows: []string{"gal-0.05"}, Peer: fakePeer(t, slowPeer)}).Rows[0]
	c := r.Claims[len(r.Claims)-1]
	if c.Unknown || !strings.Contains(c.Note, "250 ms at r = 12, threads = 1, 77 hits") || c.Got != 0.25/r.Median() {
		t.Errorf("%+v", c)
	}
}

// TestPeerFails wants an error that names the program where it fails or prints nonsense.
func TestPeerFails(t *testing.T) {
	for body, want := range map[string]string{
		"exit 3":                         "exit status 3",
		"echo hello":                     `says "hello"`,
		"echo 'r=4 threads=2 x query s'": "no times in it",
	} {
		path := fakePeer(t, body)
		_, err := Run(context.Background(), Options{Device: "cpu", Scale: 0.01, Trials: 1, Rows: []string{"join-rw"}, Peer: path})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", body, err)
		}
	}
}

// TestWritePeer wants the layout that the R-tree reads.
func TestWritePeer(t *testing.T) {
	s, err := datasets.Disc(2, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := writePeer(&b, s); err != nil {
		t.Fatal(err)
	}
	text := []byte(b.String())
	if len(text) != 4+2*(4+4*32) {
		t.Fatalf("%d bytes", len(text))
	}
	var second struct {
		N       int32
		Samples [4][4]float64
	}
	if _, err := binary.Decode(text[4+4+4*32:], binary.LittleEndian, &second); err != nil {
		t.Fatal(err)
	}
	if n := binary.LittleEndian.Uint32(text); n != 2 || second.N != 4 {
		t.Errorf("%d trajectories, %d samples", n, second.N)
	}
	for i, p := range second.Samples {
		if row := 4 + i; p != [4]float64{s.T()[row], s.X()[row], s.Y()[row], s.Z()[row]} {
			t.Errorf("sample %d is %v", i, p)
		}
	}
}
