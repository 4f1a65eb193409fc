package spool

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"flyby/internal/slab"
	"flyby/internal/spill"
	"flyby/internal/tier"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// TestCurves: segments are split along curves as input.ReadFiles splits them, for a file by reels or by
// row groups, for standard input, and for several files that overlap; where parts are too many, the curve
// is widened as there.
func TestCurves(t *testing.T) {
	tier.Full(t)
	r := rand.New(rand.NewPCG(44, 44))
	k := kind{names: 2, spread: 80, objects: 9, least: 20, order: 1, radius: true}
	all := k.lines(r)
	folder := t.TempDir()
	list := func(parts ...[]line) (files []input.File) {
		for i, part := range parts {
			name, content := "a.csv", text(part)
			if i%2 > 0 {
				name, content = "b.parquet", columnar(t, part, 9)
			}
			path := filepath.Join(folder, name)
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			files = append(files, input.File{Path: path})
		}
		return files
	}
	var odd, even []line
	for i, l := range all {
		if i%2 > 0 {
			odd = append(odd, l)
		} else {
			even = append(even, l)
		}
	}
	both := append(odd[:len(odd):len(odd)], even[:9]...) // rows that both files have
	slices.SortStableFunc(both, func(a, b line) int { return cmp.Compare(a.t, b.t) })
	spilled := 0
	for _, curve := range []float64{4, 0.2, 1e-9} {
		for name, written := range map[string]func() []input.File{
			"text":    func() []input.File { return list(all) },
			"columns": func() []input.File { return list(even, all)[1:] },
			"input":   func() []input.File { return []input.File{{Path: "-"}} },
			"two":     func() []input.File { return list(even, both) },
		} {
			files := written()
			options := func() format.Options {
				return format.Options{Curve: curve, MaxGap: 30, Reading: format.Reading{Stdin: bytes.NewReader(text(all))}}
			}
			want, wantReport, wantErr := input.ReadFiles(context.Background(), files, options())
			where, err := spill.Open(t.TempDir(), 0)
			if err != nil {
				t.Fatal(err)
			}
			s, report, err := ReadFiles(context.Background(), files, Options{Format: options(), Memory: 16 << 20, Folder: where, grain: coarse, way: always})
			if curve < 1e-6 {
				var refused, wanted *format.CurveError
				if !errors.As(err, &refused) || !errors.As(wantErr, &wanted) || *refused != *wanted || refused.Fits < curve {
					t.Fatalf("%s: %v, want %v", name, err, wantErr)
				}
				continue
			}
			if err != nil || wantErr != nil {
				t.Fatalf("%s: %v, want %v", name, err, wantErr)
			}
			if !reflect.DeepEqual(report, wantReport) || report.Added < len(all) || s.Direct() {
				t.Errorf("%s: report %+v, want %+v", name, report, wantReport)
			}
			if w := slab.Of(want); !reflect.DeepEqual(s.Whole(), w) {
				t.Errorf("%s: %+v, want %+v", name, s.Whole(), w)
			}
			if s.Spilled() > 0 {
				spilled++
			}
			checkSlabs(t, r, name, s, want)
			s.Close()
		}
	}
	if spilled < 4 {
		t.Errorf("%d spilled, want more", spilled)
	}
}
