package speed

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestSlope wants slopes of power laws, and no bend where hits grow as fast as time.
func TestSlope(t *testing.T) {
	linear := Curve{Name: "|D|", Points: []Point{{10, 1, 0, 0}, {100, 10, 0, 0}, {1000, 100, 0, 0}}}
	if s := linear.Slope(); math.Abs(s-1) > 1e-12 || linear.Bends() != nil {
		t.Errorf("linear: slope %v, bends at %v", s, linear.Bends())
	}
	square := Curve{Name: "|D|", Points: []Point{{1, 1, 0, 1}, {10, 1, 0, 1}, {100, 100, 0, 1}, {1000, 10_000, 0, 100}}}
	if got := square.Bends(); !slices.Equal(got, []float64{100}) {
		t.Errorf("bends at %v: the last step is the hits'", got)
	}
	cores := Curve{Name: "cores", Points: []Point{{1, 4, 0, 9}, {2, 2, 0, 9}, {4, 3, 0, 9}}}
	if got := cores.Bends(); !slices.Equal(got, []float64{4}) {
		t.Errorf("cores: bends at %v", got)
	}
}

// TestStarCounts wants 10⁴ to 10⁷ segments of 400 steps at scale 1, and a decade more at 10.
func TestStarCounts(t *testing.T) {
	for scale, want := range map[float64][]int{
		0.01: {1, 1, 3, 8, 25, 79, 250},
		1:    {25, 79, 250, 791, 2500, 7906, 25_000},
		10:   {25, 79, 250, 791, 2500, 7906, 25_000, 79_057, 250_000},
	} {
		if got := starCounts(scale); !slices.Equal(got, want) {
			t.Errorf("scale %v: %v, want %v", scale, got, want)
		}
	}
}

// TestSlopes runs all curves at a tiny scale and draws them.
func TestSlopes(t *testing.T) {
	curves, err := Slopes(context.Background(), Options{Device: "cpu", Scale: 0.002, Trials: 1})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range curves {
		names = append(names, c.Name)
		if bounded := c.Name == "hits" || c.Name == "segments"; bounded != (c.Skipped != "") || bounded == (len(c.Points) > 0) {
			t.Errorf("%s: %d points, skipped: %q", c.Name, len(c.Points), c.Skipped)
		}
		for i, p := range c.Points {
			if !(p.Seconds > 0) || i > 0 && p.X < c.Points[i-1].X {
				t.Errorf("%s: %+v", c.Name, c.Points)
			}
		}
	}
	if got := strings.Join(names, " "); got != "|D| |Q| d cores hits segments" {
		t.Errorf("curves %s", got)
	}
	var text strings.Builder
	if err := WriteSlopes(&text, curves); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(text.String(), "skipped: "+noProgram); n != 2 {
		t.Errorf("%d curves left out in\n%s", n, text.String())
	}
	if n := strings.Count(text.String(), "\nslope "); n != 4 {
		t.Errorf("%d slopes in\n%s", n, text.String())
	}
	svg, err := Figure(curves)
	if err != nil {
		t.Fatal(err)
	}
	d := xml.NewDecoder(strings.NewReader(string(svg)))
	panels := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "svg" {
			panels++
		}
	}
	if panels != 1+4 {
		t.Errorf("%d svg elements", panels)
	}
}

// TestSlopesCancelled wants a cancelled run to end with the context's error.
func TestSlopesCancelled(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Slopes(ctx, Options{Device: "cpu", Scale: 0.002, Trials: 1}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
