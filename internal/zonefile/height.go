package zonefile

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"flyby/internal/infile"
	"flyby/internal/unit"
	"flyby/internal/zone"
)

// A bound is a bound of the heights of zones.
type bound struct {
	name  string  // of a property, or a column, that has it; "": there is none
	had   bool    // a file has the property
	value float64 // of zones without the property
}

// CutHeights returns the two bounds of a text, floor and ceiling: names of properties, or lengths, which Options take. One of them may be empty.
func CutHeights(text string) (floor, ceiling string, err error) {
	both := strings.Split(text, ",")
	if len(both) != 2 {
		return "", "", errors.New("is no pair LO,HI of heights or of names of properties")
	}
	floor, ceiling = strings.TrimSpace(both[0]), strings.TrimSpace(both[1])
	if floor == "" && ceiling == "" {
		return "", "", errors.New("has no bound")
	}
	lo, noLo := unit.Parse(floor, unit.Length)
	hi, noHi := unit.Parse(ceiling, unit.Length)
	if noLo == nil && noHi == nil && lo.HasUnit() == hi.HasUnit() && metres(lo) > metres(hi) {
		return "", "", fmt.Errorf("%s is above %s", floor, ceiling)
	}
	return floor, ceiling, nil
}

// metres returns a length in metres, or its number where it has no unit.
func metres(of unit.Quantity) float64 {
	metre, _ := unit.Find("m", unit.Length) // a unit that is known
	v, err := of.In(metre)
	if err != nil {
		return math.Inf(1)
	}
	return v
}

// setHeights takes the bounds of heights that hold for all zones, and the names of the properties with bounds of each zone.
func (r *reading) setHeights() error {
	for i, text := range [2]string{r.Floor, r.Ceiling} {
		b := &r.heights[i]
		b.value = math.Inf(2*i - 1)
		if _, err := unit.Parse(text, unit.Length); err != nil {
			b.name = text
			continue
		}
		v, err := r.length(text)
		if err != nil {
			return fmt.Errorf("zonefile: a bound of heights, %s: %w", text, err)
		}
		b.value = v
	}
	return nil
}

// checkHeights refuses names of bounds of which no zone has any.
func (r *reading) checkHeights() error {
	var names []string
	for _, b := range r.heights {
		if b.had {
			return nil
		}
		if b.name != "" {
			names = append(names, b.name)
		}
	}
	if len(names) == 0 || len(r.files) == 0 {
		return nil
	}
	return &infile.Error{File: r.files[0].Name, Cause: fmt.Sprintf("no zone has heights called %s%s", strings.Join(names, " or "), r.listed())}
}

// listed says which properties or columns there are.
func (r *reading) listed() string {
	if len(r.there) == 0 {
		return ""
	}
	return ": there is " + infile.List(r.there)
}

// bound sets the bounds of the heights of a zone. text returns the text of a property, or "", and whether there is the property.
func (r *reading) bound(z *zone.Zone, text func(name string) (string, bool), at *infile.Error) {
	for i, to := range [...]*float64{&z.Floor, &z.Ceiling} {
		b := &r.heights[i]
		if *to = b.value; b.name == "" {
			continue
		}
		value, has := text(b.name)
		b.had = b.had || has
		if value == "" || at.Cause != "" {
			continue
		}
		v, err := r.length(value)
		if *to = v; err != nil {
			at.Column, at.Value, at.Cause = b.name, value, fmt.Sprintf("a bound of heights: %v", err)
		}
	}
}

// length makes a number of a text.
func (r *reading) length(text string) (float64, error) {
	if r.Length != nil {
		return r.Length(text)
	}
	v, cause := infile.ParseFloat([]byte(text))
	if cause != "" {
		return 0, errors.New(cause)
	}
	return v, nil
}
