package zone

import (
	"errors"
	"fmt"
	"math"

	"flyby/internal/geo"
	"flyby/trajectory"
)

// check says what is wrong with the numbers of a zone, before they are positions.
func (b *builder) check() error {
	z := b.zone
	if len(z.Points)+len(z.Lines)+len(z.Polygons) == 0 {
		return errors.New("it has no position")
	}
	if math.IsNaN(z.Floor) || math.IsNaN(z.Ceiling) || z.Floor > z.Ceiling {
		return fmt.Errorf("it is from the height %v up to %v", z.Floor, z.Ceiling)
	}
	if err := b.checkPlaces("points", z.Points); err != nil {
		return err
	}
	for i, line := range z.Lines {
		if len(line) < 2 {
			return fmt.Errorf("line %d has fewer than two positions", i)
		}
		if err := b.checkPlaces(fmt.Sprintf("line %d", i), line); err != nil {
			return err
		}
	}
	for i, polygon := range z.Polygons {
		if len(polygon) == 0 {
			return fmt.Errorf("polygon %d has no ring", i)
		}
		for j, ring := range polygon {
			if err := b.checkRing(fmt.Sprintf("polygon %d, ring %d", i, j), ring); err != nil {
				return err
			}
		}
		if err := b.checkCrossings(i, polygon); err != nil {
			return err
		}
	}
	return nil
}

// hasBound reports whether the zone has a bound of heights.
func (b *builder) hasBound() bool {
	return !math.IsInf(b.zone.Floor, -1) || !math.IsInf(b.zone.Ceiling, 1)
}

// checkPlaces refuses numbers that are no places.
func (b *builder) checkPlaces(of string, places [][2]float64) error {
	limits := geo.Limits()
	for i, p := range places {
		for k, v := range p {
			if !(math.Abs(v) <= trajectory.MaxMagnitude) {
				return fmt.Errorf("%s: position %d is (%v, %v): a number must be finite, and at most 2^1000", of, i, p[0], p[1])
			}
			if b.o.Frame == trajectory.EarthCentred && (v < limits[k].Least || v > limits[k].Greatest) {
				return fmt.Errorf("%s: position %d is (%v, %v): %s", of, i, p[0], p[1], limits[k].Cause)
			}
		}
	}
	return nil
}

// checkRing refuses a ring that bounds nothing.
func (b *builder) checkRing(of string, ring [][2]float64) error {
	if err := b.checkPlaces(of, ring); err != nil {
		return err
	}
	if len(ring) == 0 {
		return fmt.Errorf("%s has no position", of)
	}
	first, last := ring[0], ring[len(ring)-1]
	if first != last {
		return fmt.Errorf("%s is not closed: it begins at (%v, %v) and ends at (%v, %v)", of, first[0], first[1], last[0], last[1])
	}
	if !hasThree(ring) {
		return fmt.Errorf("%s has fewer than three different vertices, from (%v, %v) on", of, first[0], first[1])
	}
	return nil
}

// hasThree reports whether a ring has three different vertices.
func hasThree(ring [][2]float64) bool {
	second := 0
	for i, p := range ring {
		switch {
		case p == ring[0]:
		case second == 0:
			second = i
		case p != ring[second]:
			return true
		}
	}
	return false
}
