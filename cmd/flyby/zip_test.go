package main

import (
	"archive/zip"
	"os"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// TestZipIsNoOutput: the archive of a member that is read is not written over under another name.
func TestZipIsNoOutput(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	file, err := os.Create(t.at("a.zip"))
	if err != nil {
		t.Fatal(err)
	}
	z := zip.NewWriter(file)
	w, err := z.Create("a.csv")
	if err == nil {
		_, err = w.Write([]byte("id,t,x,y\n1,0,0,0\n1,1,1,0\n"))
	}
	for _, done := range []func() error{z.Close, file.Close} {
		if err == nil {
			err = done()
		}
	}
	if err == nil {
		err = os.Link(t.at("a.zip"), t.at("link.csv"))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.zip", "a.zip/a.csv"} {
		r := invoke(t, "", "convert", name, "--out", "link.csv")
		if r.status != cli.WrongUsage || !strings.Contains(r.err, "is the same file as FILE a.zip") {
			t.Errorf("%s: status %d, %s", name, r.status, r.err)
		}
	}
	if got := must(t, "convert", "a.zip/a.csv"); !strings.Contains(got, "1,1,1,0") {
		t.Errorf("the archive holds %s", got)
	}
}
