package datasets

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"testing"
)

func TestScenariosNameKnownData(t *testing.T) {
	known := append(Names(), "sumo")
	for _, s := range Scenarios() {
		if !slices.Contains(known, s.Entries) || (s.Queries != "" && !slices.Contains(known, s.Queries)) {
			t.Errorf("%s: entries %q, queries %q: not among %v", s.Name, s.Entries, s.Queries, known)
		}
		if !(s.Distance > 0) || s.Unit == "" || s.Question == "" {
			t.Errorf("%s: distance %v %s, question %q: want all of them", s.Name, s.Distance, s.Unit, s.Question)
		}
	}
}

func TestSUMO(t *testing.T) {
	z, err := gzip.NewReader(bytes.NewReader(SUMO()))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(text, []byte("<vehicle ")); n != 21_191 {
		t.Errorf("%d samples, want 21,191", n)
	}
	if !bytes.Contains(text, []byte(`id="car249"`)) || bytes.Contains(text, []byte(`id="car250"`)) {
		t.Error("want cars car0 to car249")
	}
}

func TestSUMOIsACopy(t *testing.T) {
	SUMO()[0] = 0
	if SUMO()[0] != 0x1f {
		t.Error("a caller's change shows in the next copy")
	}
}
