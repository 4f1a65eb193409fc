package verify_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/question"
	"flyby/trajectory"
	"flyby/verify"
)

// dock writes a zone of one point.
func dock(t *testing.T, x, y float64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "dock.geojson")
	text := fmt.Sprintf(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[%v,%v]}}]}`, x, y)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// alongX is an object that is at places of the x axis at times.
func alongX(t *testing.T, times, places []float64) *trajectory.Store {
	t.Helper()
	s, err := trajectory.New(trajectory.Columns{ID: trajectory.IDColumn{Int: make([]int64, len(times))}, T: times, X: places, Y: make([]float64, len(times))}, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// isDifference reports whether verify found a difference in a file of visits; any other error fails the test.
func isDifference(t *testing.T, path string, store *trajectory.Store, q question.Question) bool {
	t.Helper()
	wrong := (*verify.Difference)(nil)
	_, err := verifyVisits(path, store, q, 1000)
	if err != nil && !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	return err != nil
}

// TestSmallDistances: a distance that is less than the tolerance may be told otherwise within it, but not as 0, and 0 not as more.
func TestSmallDistances(t *testing.T) {
	for _, c := range []struct {
		y     float64 // the distance
		right []string
		wrong []string
	}{
		{0x1p-50, []string{"8.881784197001252e-16", "1e-15"}, []string{"0", "1e-6"}},
		{0, []string{"0"}, []string{"1e-300", "8.881784197001252e-16"}},
	} {
		store := alongX(t, []float64{0, 1}, []float64{0, 8})
		q := visitQuestion(t, store, dock(t, 2, c.y), question.Visits, 0.5)
		path := writeVisits(t, store, q)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		told, place := c.right[0], ",0.25,%s," // behind t_closest
		if n := strings.Count(string(text), fmt.Sprintf(place, told)); n != 1 {
			t.Fatalf("%q is %d times in %q", told, n, text)
		}
		for i, as := range append(c.right, c.wrong...) {
			if err := os.WriteFile(path, []byte(strings.Replace(string(text), fmt.Sprintf(place, told), fmt.Sprintf(place, as), 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			if got, want := isDifference(t, path, store, q), i >= len(c.right); got != want {
				t.Errorf("a distance of %v told as %s: a difference: %t, want %t", c.y, as, got, want)
			}
		}
	}
}

// TestDoubtfulGaps: of gaps and durations that differ from their limits by less than the tolerance any subset may be joined or left out, but none that differ by more.
func TestDoubtfulGaps(t *testing.T) {
	const ulp = 0x1p-52
	more := 4 * (1 + 4*ulp)
	for _, times := range [][]float64{{0, 1, 2, 3, more}, {0, 1, 2 + 8*ulp, 3 + 8*ulp, 4 + 8*ulp}} { // the second gap is longer, or the first
		store := alongX(t, times, []float64{0, 1, 0, 1, 0}) // gaps of 1 between visits of 0.5, 1 and 0.5
		zones := dock(t, 0, 0)
		for _, c := range []struct {
			file, asked question.Stages
			visits      int // in the file
			wrong       bool
		}{
			{question.Stages{MergeGap: 1}, question.Stages{MergeGap: 1}, 3, false},
			{question.Stages{MergeGap: 1 + ulp}, question.Stages{MergeGap: 1}, 2, false},
			{question.Stages{MergeGap: 1 + 16*ulp}, question.Stages{MergeGap: 1}, 1, false},
			{question.Stages{MergeGap: 1}, question.Stages{MergeGap: 1 + 16*ulp}, 3, false},
			{question.Stages{MergeGap: 1 + ulp}, question.Stages{MergeGap: 1 + 16*ulp}, 2, false},
			{question.Stages{MergeGap: 1 + 1e-9}, question.Stages{MergeGap: 1 - 1e-9}, 1, true},
			{question.Stages{MergeGap: 1 - 1e-9}, question.Stages{MergeGap: 1 + 1e-9}, 3, true},
			{question.Stages{MinDuration: 1 + 16*ulp}, question.Stages{MinDuration: 1}, 0, false},
			{question.Stages{MinDuration: 1}, question.Stages{MinDuration: 1 + 16*ulp}, 1, false},
			{question.Stages{MinDuration: 1}, question.Stages{MinDuration: 1 + 1e-9}, 1, true},
		} {
			q := visitQuestion(t, store, zones, question.Visits, 0.5)
			q.Stages, q.Parts = c.file, true
			path := writeVisits(t, store, q)
			text, err := os.ReadFile(path)
			if n := strings.Count(string(text), "\n") - 1; err != nil || n != c.visits {
				t.Fatalf("%v, %+v: %d visits, want %d: %v\n%s", times, c.file, n, c.visits, err, text)
			}
			q.Stages, q.Parts = c.asked, true
			if got := isDifference(t, path, store, q); got != c.wrong {
				t.Errorf("%v: a file of %+v checked against %+v: a difference: %t, want %t", times, c.file, c.asked, got, c.wrong)
			}
		}
	}
}
