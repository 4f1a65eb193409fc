package sgp4

import (
	"bufio"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A published set is one of a table of testdata: see testdata/cases.py.
type published struct {
	name     string
	elements Elements
	rows     [][7]float64 // minutes, position, velocity
	ends     [][2]float64 // minutes, code
}

func readSets(t testing.TB, path string) (all []published) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		cells := strings.Fields(lines.Text())
		if cells[0] == "set" {
			epoch, err := time.Parse(time.RFC3339Nano, cells[2])
			if err != nil {
				t.Fatal(err)
			}
			v := numbers(t, cells[3:])
			all = append(all, published{name: cells[1], elements: Elements{epoch, v[0], v[1], v[2], v[3], v[4], v[5], v[6]}})
			continue
		}
		last, v := &all[len(all)-1], numbers(t, cells)
		if len(v) == 2 {
			last.ends = append(last.ends, [2]float64(v))
		} else {
			last.rows = append(last.rows, [7]float64(v))
		}
	}
	return all
}

func numbers(t testing.TB, cells []string) (all []float64) {
	t.Helper()
	for _, c := range cells {
		v, err := strconv.ParseFloat(c, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// failureOf translates a code of the published program.
func failureOf(code float64) Failure {
	return [...]Failure{1: meanEccentricity, 2: meanMotion, 3: perturbedEccentricity, 4: semiLatusRectum, 6: decayed}[int(code)]
}

// compare returns the greatest differences in km and km/s.
func compare(t *testing.T, sets []published) (apart, speed float64) {
	t.Helper()
	for _, s := range sets {
		o, err := New(s.elements)
		if err != nil {
			t.Fatal(s.name, err)
		}
		for _, r := range s.rows {
			p, v, err := o.At(r[0])
			if err != nil {
				t.Errorf("%s at %v: %v", s.name, r[0], err)
				continue
			}
			off, by := distance(p, [3]float64(r[1:4])), distance(v, [3]float64(r[4:7]))
			if off > 1e-6 {
				t.Errorf("%s (%+v) at %v: %v, off by %v km", s.name, s.elements, r[0], p, off)
			}
			apart, speed = max(apart, off), max(speed, by)
		}
		for _, end := range s.ends {
			if _, _, err := o.At(end[0]); err != failureOf(end[1]) {
				t.Errorf("%s at %v: %v, want %v", s.name, end[0], err, failureOf(end[1]))
			}
		}
	}
	return apart, speed
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// TestPublishedCases: positions of the published verification cases within 1e-6 km, and where they end, and why.
func TestPublishedCases(t *testing.T) {
	sets := readSets(t, "testdata/published.txt")
	apart, speed := compare(t, sets)
	ends := 0
	for _, s := range sets {
		ends += len(s.ends)
	}
	if len(sets) != 33 || ends != 7 {
		t.Errorf("%d sets, %d of which end", len(sets), ends)
	}
	t.Logf("%d sets: off by up to %.2g km and %.2g km/s", len(sets), apart, speed)
}

// TestRandomSets: positions of python3-sgp4 within 1 mm.
func TestRandomSets(t *testing.T) {
	sets := readSets(t, "testdata/random.txt")
	apart, speed := compare(t, sets)
	if len(sets) < 300 {
		t.Errorf("%d sets", len(sets))
	}
	t.Logf("%d sets: off by up to %.2g km and %.2g km/s", len(sets), apart, speed)
}

// TestSameBits pins bits that were observed on amd64 and, under qemu, on arm64.
func TestSameBits(t *testing.T) {
	var sum uint64
	for _, path := range []string{"testdata/published.txt", "testdata/random.txt"} {
		for _, s := range readSets(t, path) {
			o, err := New(s.elements)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range s.rows {
				p, v, _ := o.At(r[0])
				for _, x := range append(p[:], v[:]...) {
					sum = sum*0x9e3779b97f4a7c15 + math.Float64bits(x)
				}
			}
		}
	}
	if sum != 0x9644c822cad271df {
		t.Errorf("hash of all numbers: %#x", sum)
	}
}
