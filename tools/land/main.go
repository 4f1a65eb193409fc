// Command land makes internal/webpage/page/land.txt, the coasts of the pages, of Natural Earth's land at 1:110 million, which is in the public domain. The npm package world-atlas has it as TopoJSON:
//
//	npm pack world-atlas@2.0.2 && tar -xzf world-atlas-2.0.2.tgz
//	go -C tools run ./land < package/land-110m.json > internal/webpage/page/land.txt
//
// A ring is a word: its corners in tenths of a degree, longitude and latitude by turns, each less the corner before it, as numerals writes them. Corners within a tenth of a degree of the line between
// their neighbours are left out, and so are islands that have no three corners then.
package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
)

// A topology is the part of TopoJSON that has polygons.
type topology struct {
	Transform struct{ Scale, Translate [2]float64 }
	Arcs      [][][2]float64 // corners as steps, each from the corner before it
	Objects   struct {
		Land struct{ Geometries []struct{ Arcs [][][]int } } // polygons, their rings, and the arcs of each; ^n is arc n backwards
	}
}

// A corner has a longitude and a latitude, in degrees.
type corner [2]float64

func main() {
	var t topology
	if err := json.NewDecoder(os.Stdin).Decode(&t); err != nil {
		fmt.Fprintln(os.Stderr, "land:", err)
		os.Exit(1)
	}
	text := []byte{}
	for _, geometry := range t.Objects.Land.Geometries {
		for _, polygon := range geometry.Arcs {
			for _, arcs := range polygon {
				text = written(text, t.ring(arcs))
			}
		}
	}
	os.Stdout.Write(append(text, '\n')) //nolint:errcheck // a pipe that closed has its reader's error
}

// ring returns the corners of arcs, whose first corner is the last one, too. Corners that follow one another are within half a turn, so that land across the meridian of 180° has longitudes beyond it, and
// land about a pole has corners at the pole.
func (t *topology) ring(arcs []int) (ring []corner) {
	for _, n := range arcs {
		backwards := n < 0
		if backwards {
			n = ^n
		}
		var at [2]float64
		part := make([]corner, 0, len(t.Arcs[n]))
		for _, step := range t.Arcs[n] {
			at[0], at[1] = at[0]+step[0], at[1]+step[1]
			part = append(part, corner{float64(at[0]*t.Transform.Scale[0]) + t.Transform.Translate[0], float64(at[1]*t.Transform.Scale[1]) + t.Transform.Translate[1]})
		}
		if backwards {
			slices.Reverse(part)
		}
		ring = append(ring, part[min(len(ring), 1):]...) // an arc begins where the one before it ends
	}
	const turn, pole = 360, 90
	for i := 1; i < len(ring); i++ {
		ring[i][0] += turn * math.Round((ring[i-1][0]-ring[i][0])/turn)
	}
	if first, last := ring[0], ring[len(ring)-1]; math.Abs(last[0]-first[0]) > turn/2 {
		side := math.Copysign(pole, first[1])
		ring = append(ring, corner{last[0], side}, corner{first[0], side}, first)
	}
	return ring
}

// written appends a ring to a text.
func written(text []byte, ring []corner) []byte {
	const steps, fewest = 10, 3 // of a degree; corners
	half := len(ring) / 2       // a ring begins where it ends: no line is between the two
	ring = append(simple(ring[:half+1]), simple(ring[half:])[1:]...)
	var last [2]int64
	corners, word := 0, []byte{}
	for _, c := range ring[:len(ring)-1] {
		at := [2]int64{int64(math.Round(c[0] * steps)), int64(math.Round(c[1] * steps))}
		if corners == 0 || at != last {
			word, corners, last = numerals(word, at[0]-last[0], at[1]-last[1]), corners+1, at
		}
	}
	if corners < fewest {
		return text
	}
	if len(text) > 0 {
		text = append(text, ' ')
	}
	return append(text, word...)
}

// simple returns a line without the corners that lie within a tenth of a degree of it.
func simple(line []corner) []corner {
	const near = 0.1
	first, last := line[0], line[len(line)-1]
	far, at := near, 0
	for i := 1; i < len(line)-1; i++ {
		if d := apart(line[i], first, last); d > far {
			far, at = d, i
		}
	}
	if at == 0 {
		return []corner{first, last}
	}
	return append(simple(line[:at+1]), simple(line[at:])[1:]...)
}

// apart returns the distance of a corner from the line between two others, in degrees of latitude.
func apart(c, first, last corner) float64 {
	const atPole = 0.1 // corners at the pole are a line, too
	wide := max(math.Cos(c[1]*math.Pi/180), atPole)
	x, y := (c[0]-first[0])*wide, c[1]-first[1]
	dx, dy := (last[0]-first[0])*wide, last[1]-first[1]
	share := 0.0
	if square := float64(dx*dx) + float64(dy*dy); square > 0 {
		share = min(max((float64(x*dx)+float64(y*dy))/square, 0), 1)
	}
	return math.Hypot(x-float64(share*dx), y-float64(share*dy))
}
