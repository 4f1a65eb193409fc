package parquet

import (
	"fmt"
	"slices"
	"testing"
)

// TestBooleans: runs of booleans, as other programs write them, and pages too short for their values.
func TestBooleans(t *testing.T) {
	for _, c := range []struct {
		body string
		n    int
		want string
		ok   bool
	}{
		{"\x02\x00\x00\x00\x06\x01", 3, "111", true},
		{"\x04\x00\x00\x00\x02\x01\x04\x00", 3, "100", true},
		{"\x02\x00\x00\x00\x06\x01", 4, "", false},
	} {
		r, err := newBitValues(3, []byte(c.body))
		if err != nil {
			t.Fatal(err)
		}
		v, ok := r.next(c.n)
		got := ""
		for _, b := range v.Fixed {
			got += fmt.Sprint(b)
		}
		if got != c.want || ok != c.ok || r.spare() {
			t.Errorf("%q: %q, %v", c.body, got, ok)
		}
	}
	if _, err := newBitValues(3, []byte("\x09\x00\x00\x00\x06")); err == nil {
		t.Error("runs that are longer than the page")
	}
	r, err := newBitValues(0, []byte{0b101, 0xff})
	if err != nil {
		t.Fatal(err)
	}
	v, ok := r.next(3)
	if !ok || !slices.Equal(v.Fixed, []byte{1, 0, 1}) || !r.spare() {
		t.Errorf("bits: %v, %v", v.Fixed, ok)
	}
	if _, ok = r.next(14); ok {
		t.Error("more bits than there are")
	}
}
