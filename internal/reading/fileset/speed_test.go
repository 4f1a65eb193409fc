package fileset

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flyby/internal/geo"
	"flyby/internal/output"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// leaping returns random rows of objects that walk, and leap now and then, as CSV of one file, as CSV of two files with
// alternating rows, and as SUMO writes them. With lonLat a step is a thousandth of a degree.
func leaping(r *rand.Rand, lonLat bool) (whole string, parts [2]string, fcd string) {
	scale := 1.0
	if lonLat {
		scale = 0.001
	}
	var b strings.Builder
	parts = [2]string{"id,t,x,y\n", "id,t,x,y\n"}
	for step := range 40 {
		fmt.Fprintf(&b, "<timestep time=\"%d\">", step)
		for object := range 5 {
			x := scale * (float64(step) + r.Float64())
			if r.IntN(6) == 0 {
				x += 500 * scale
			}
			y := scale * r.Float64()
			row := fmt.Sprintf("%d,%d,%v,%v\n", object, step, x, y)
			whole += row
			parts[r.IntN(2)] += row
			fmt.Fprintf(&b, `<vehicle id="%d" x="%v" y="%v"/>`, object, x, y)
		}
		b.WriteString("</timestep>\n")
	}
	return "id,t,x,y\n" + whole, parts, "<fcd-export>" + b.String() + "</fcd-export>"
}

// cutSlowly returns the store of the samples that a limit of speed leaves of a store without gaps.
func cutSlowly(t *testing.T, s *trajectory.Store, v float64, way func(row int) float64) (*trajectory.Store, trajectory.LeftOut) {
	t.Helper()
	var c trajectory.Columns
	var left trajectory.LeftOut
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		fast := func(row int) bool { // to the next
			return row >= first && row+1 < last && way(row) > v*(s.T()[row+1]-s.T()[row])
		}
		piece := uint32(0)
		for row := first; row < last; row++ {
			if fast(row - 1) {
				piece++
				if fast(row) {
					left.CutOff++
					continue
				}
				left.SpeedGaps++
			}
			c.ID.Int, c.T = append(c.ID.Int, s.IntID(traj)), append(c.T, s.T()[row])
			c.X, c.Y, c.Piece = append(c.X, s.X()[row]), append(c.Y, s.Y()[row]), append(c.Piece, piece)
		}
	}
	cut, err := trajectory.New(c, trajectory.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return cut, left
}

// TestMaxSpeedOfFormats: files of every kind read with a limit of speed equal the result of cutSlowly, and the report
// counts the cuts; the speed of degrees is in metres, and degrees that are kept stay degrees.
func TestMaxSpeedOfFormats(t *testing.T) {
	for seed := range uint64(12) {
		lonLat := seed%2 == 1
		folder := t.TempDir()
		whole, parts, fcd := leaping(rand.New(rand.NewPCG(seed, 5)), lonLat)
		for name, text := range map[string]string{"whole.csv": whole, "one.csv": parts[0], "two.csv": parts[1], "cars.fcd.xml": fcd} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		at := func(name string) []File { return filesAt(filepath.Join(folder, name)) }
		uncut, _, err := ReadFiles(context.Background(), at("whole.csv"), format.Options{Reading: format.Reading{LonLat: lonLat}, KeepDegrees: true})
		if err == nil {
			err = output.WriteStore(context.Background(), filepath.Join(folder, "whole.parquet"), uncut, output.WriteOptions{Degrees: lonLat})
		}
		if err != nil {
			t.Fatal(err)
		}
		v, way := 40.0, func(row int) float64 {
			return math.Hypot(uncut.X()[row+1]-uncut.X()[row], uncut.Y()[row+1]-uncut.Y()[row])
		}
		if lonLat {
			v, way = 4000, func(row int) float64 {
				from, to := geo.Place{Lon: uncut.X()[row], Lat: uncut.Y()[row]}.Metres(), geo.Place{Lon: uncut.X()[row+1], Lat: uncut.Y()[row+1]}.Metres()
				return math.Hypot(math.Hypot(to[0]-from[0], to[1]-from[1]), to[2]-from[2])
			}
		}
		want, left := cutSlowly(t, uncut, v, way)
		if left.CutOff < 10 || left.SpeedGaps < 20 {
			t.Fatalf("seed %d: too little is left out: %+v", seed, left)
		}
		o := format.Options{Reading: format.Reading{LonLat: lonLat}, KeepDegrees: true, MaxSpeed: v}
		for what, files := range map[string][]File{
			"CSV": at("whole.csv"), "Parquet": at("whole.parquet"), "FCD": at("cars.fcd.xml"), "two files": append(at("one.csv"), at("two.csv")...),
		} {
			got, report, err := ReadFiles(context.Background(), files, o)
			if err != nil || report.LeftOut != left || storeText(got) != storeText(want) {
				t.Errorf("seed %d, %s: %v, %+v, want %+v\n%s\nwant\n%s", seed, what, err, report.LeftOut, left, storeText(got), storeText(want))
			}
		}
		if o.KeepDegrees = false; lonLat { // metres have the same gaps
			got, report, err := ReadFiles(context.Background(), at("whole.csv"), o)
			if err != nil || report.LeftOut != left || report.Added > 0 || got.Samples() != want.Samples() || got.Segments() != want.Segments() {
				t.Errorf("seed %d, metres: %v, %+v, want %+v", seed, err, report, left)
			}
		}
	}
}

// TestMaxSpeedRefused: a limit of speed below 0 is refused.
func TestMaxSpeedRefused(t *testing.T) {
	for _, v := range []float64{-1, math.NaN()} {
		if _, _, err := readText(t, "a.csv", "id,t,x,y\n1,0,0,0\n", format.Options{MaxSpeed: v}); err == nil || !strings.Contains(err.Error(), "max speed") {
			t.Errorf("%v: %v", v, err)
		}
	}
}
