package speed

import (
	"strings"
	"testing"
)

// sideOf reads a side from lines.
func sideOf(t *testing.T, lines ...string) Side {
	t.Helper()
	s, err := ReadSide(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCompare wants medians over all runs of both sides, and a wider limit for short rows.
func TestCompare(t *testing.T) {
	base := sideOf(t,
		`{"row":"long","what":"","seconds":[0.1,0.2,0.3],"cpu":[0.2,0.2,0.2],"hits":7}`,
		`{"row":"short","what":"","seconds":[0.0005]}`,
		`{"row":"skipped","what":"","skipped":"no memory"}`,
		`{"row":"there","what":"","seconds":[1]}`,
		`{"row":"long","what":"","seconds":[0.2,0.2],"cpu":[0.2,0.2],"hits":7}`)
	here := sideOf(t,
		`{"row":"short","what":"","seconds":[0.00052],"cpu":[0.001]}`,
		`{"row":"long","what":"","seconds":[0.21,0.2],"cpu":[0.1,0.1],"hits":7}`,
		`{"row":"long","what":"","seconds":[0.3,0.208],"cpu":[0.1,0.1],"hits":7}`,
		`{"row":"new","what":"","seconds":[1]}`)
	all, err := Compare(base, here)
	if err != nil || len(all) != 2 {
		t.Fatalf("%v, %+v", err, all)
	}
	var out strings.Builder
	if err := WriteCompared(&out, all); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{ // 0.52 / 0.5 is below 1.05; (0.208 + 0.21) / 2 / 0.2 is above 1.03
		"ROW BASE RUNS HERE RUNS RATIO AT MOST HOLDS CPU BASE CPU HERE RATIO",
		"short 500 µs 500 µs to 500 µs 520 µs 520 µs to 520 µs 1.040 1.05 yes - - -",
		"long 200 ms 200 ms to 200 ms 209 ms 205 ms to 254 ms 1.045 1.03 no 200 ms 100 ms 0.500",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestCompareRefuses wants rows with other results, and sides without a common row, to be errors.
func TestCompareRefuses(t *testing.T) {
	one := sideOf(t, `{"row":"a","what":"","seconds":[1],"hits":7}`)
	for _, other := range []string{`{"row":"a","what":"","seconds":[1],"hits":8}`, `{"row":"b","what":"","seconds":[1]}`, ``} {
		if _, err := Compare(one, sideOf(t, other)); err == nil {
			t.Errorf("%q: no error", other)
		}
	}
	for _, text := range []string{`{"row":`, `{"what":"x"}`, `[]`} {
		if _, err := ReadSide(strings.NewReader(text)); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
