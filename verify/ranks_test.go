package verify_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flyby"
	"flyby/internal/output"
	"flyby/internal/testing/kerneltest"
	"flyby/question"
	"flyby/trajectory"
	"flyby/verify"
)

// onGrid makes trajectories on a small grid, whose keys are tied.
func onGrid(r *rand.Rand, n int) *trajectory.Store {
	c := trajectory.Columns{Splices: true}
	for id := range n {
		at, t, piece := [2]float64{float64(r.IntN(6)), float64(r.IntN(6))}, float64(r.IntN(3)), uint32(0)
		for range 1 + r.IntN(4) {
			for again := true; again; {
				c.ID.Int, c.Piece = append(c.ID.Int, int64(id)), append(c.Piece, piece)
				c.T, c.X, c.Y, c.R = append(c.T, t), append(c.X, at[0]), append(c.Y, at[1]), append(c.R, float64(id%3)/2)
				at[r.IntN(2)] += float64(r.IntN(3) - 1)
				if again = r.IntN(4) == 0; again { // a splice
					piece++
				}
			}
			t += float64(1 + r.IntN(2))
		}
	}
	s, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		panic(err)
	}
	return s
}

// TestNearestEntries: what Database.Nearest finds is as it should be, in joins and searches, with windows, radii and a greatest distance.
func TestNearestEntries(t *testing.T) {
	r := kerneltest.Rand(t)
	for i := range 60 {
		entries, queries := onGrid(r, 4+r.IntN(20)), (*trajectory.Store)(nil)
		s := flyby.Search{K: 1 + r.IntN(4), ExcludeSameID: i%2 == 0}
		if i%3 > 0 {
			queries = onGrid(r, 5)
		} else {
			s.ExcludeSameID = false
		}
		if from, to := float64(r.IntN(3)), float64(3+r.IntN(4)); i%4 == 0 {
			s.From, s.To = &from, &to
		}
		if most := float64(r.IntN(3)); i%5 == 0 {
			s.MaxDistance = &most
		}
		path := writeNearest(t, entries, queries, s)
		if err := verifyNearest(t, path, entries, queries, s); err != nil {
			t.Errorf("%d: %+v: %v", i, s, err)
		}
	}
}

// TestWrongNearest: rows that are not as they should be are found.
func TestWrongNearest(t *testing.T) {
	entries, s := onGrid(kerneltest.Rand(t), 12), flyby.Search{K: 3}
	path := writeNearest(t, entries, nil, s)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for name, change := range map[string]func(lines []string) []string{
		"a row is missing":      func(l []string) []string { return slices.Delete(l, 5, 6) },
		"all of a query":        func(l []string) []string { return slices.Delete(l, 1, 4) },
		"another entry":         func(l []string) []string { l[1] = another(l[1], l[2]); return l },
		"two entries exchanged": func(l []string) []string { l[1], l[2] = another(l[1], l[2]), another(l[2], l[1]); return l },
		"another distance":      func(l []string) []string { l[1] = changed(l[1], 4); return l },
		"another time":          func(l []string) []string { l[1] = changed(l[1], 3); return l },
		"another speed":         func(l []string) []string { l[1] = changed(l[1], 5); return l },
		"another shared time":   func(l []string) []string { l[1] = changed(l[1], 6); return l },
		"ranks out of order":    func(l []string) []string { l[1], l[2] = l[2], l[1]; return l },
	} {
		text := strings.Join(change(slices.Clone(lines)), "\n") + "\n"
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		wrong := (*verify.Difference)(nil)
		if err := verifyNearest(t, path, entries, nil, s); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNearestOutOfOrder: two rows of a query that are exchanged are found whichever queries are recomputed, and so are queries out of order.
func TestNearestOutOfOrder(t *testing.T) {
	entries, s := onGrid(kerneltest.Rand(t), 12), flyby.Search{K: 3}
	path := writeNearest(t, entries, nil, s)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i := 1; i+1 < len(lines); i++ {
		l := slices.Clone(lines)
		l[i], l[i+1] = l[i+1], l[i]
		if err := os.WriteFile(path, []byte(strings.Join(l, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := verifySample(t, path, entries, nil, s, 1); err == nil || !strings.Contains(err.Error(), "the row before it comes later") {
			t.Errorf("rows %d and %d: %v", i, i+1, err)
		}
	}
}

// another returns a row with the entry of another row.
func another(row, of string) string {
	fields, others := strings.Split(row, ","), strings.Split(of, ",")
	fields[1] = others[1]
	return strings.Join(fields, ",")
}

// changed returns a row with another number in a column.
func changed(row string, column int) string {
	fields := strings.Split(row, ",")
	fields[column] = fmt.Sprint(len(fields[column]), 7)
	fields[column] = strings.ReplaceAll(fields[column], " ", ".")
	return strings.Join(fields, ",")
}

// writeNearest writes the rows of a question to a file.
func writeNearest(t *testing.T, entries, queries *trajectory.Store, s flyby.Search) string {
	t.Helper()
	db, err := flyby.Open(context.Background(), entries, flyby.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() //nolint:errcheck // it is in memory
	s.Queries = queries
	found, err := db.Nearest(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := found.Collect()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "nearest.csv")
	if queries == nil {
		queries = entries
	}
	w, err := output.CreateNearest(path, queries, entries, output.WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Write(rows), w.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// verifyNearest verifies all rows of a file.
func verifyNearest(t *testing.T, path string, entries, queries *trajectory.Store, s flyby.Search) error {
	t.Helper()
	return verifySample(t, path, entries, queries, s, 1e6)
}

// verifySample verifies rows of a file for a sample of pairs.
func verifySample(t *testing.T, path string, entries, queries *trajectory.Store, s flyby.Search, sample int) error {
	t.Helper()
	file, err := verify.Open("", path)
	if err != nil {
		t.Fatal(err)
	}
	asked := question.Question{Kind: question.NearestTrajectories, Level: question.Nearest, Search: s}
	_, err = file.Verify(context.Background(), verify.Request{Question: asked, Data: verify.Data{Entries: entries, Queries: queries}, Sample: sample})
	return err
}
