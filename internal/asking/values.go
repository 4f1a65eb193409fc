package asking

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"flyby/internal/reading"
	measure "flyby/internal/unit"
	pointformat "flyby/points/format"
	"flyby/trajectory/format"
)

// keepText keeps a value that is text in its slot, as its type has it. at turns an instant into a time of the data; nil: instants are left out.
func (s *saying) keepText(to *slots, slot any, text string, at func(text string) (float64, error)) error {
	switch s.Type {
	case Instant:
		if at == nil {
			return nil
		}
		t, err := at(text)
		if end, ok := slot.(**float64); ok {
			*end = &t
		} else {
			*slot.(*float64) = t
		}
		return err
	case Condition:
		c, err := format.ParseCondition(text)
		*slot.(*[]format.Condition) = append(*slot.(*[]format.Condition), c)
		return err
	case ColumnNames:
		read := format.ParseColumns
		if to.ofPoints {
			read = pointformat.ParseColumns
		}
		names, err := read(text)
		*slot.(*map[string]string) = names
		return wrongColumns(s.named(), err)
	}
	reflect.ValueOf(slot).Elem().SetString(text)
	return nil
}

// units are the value of the field units.
type units struct {
	format.Units
	columns map[string]string // as format.Options.ColumnUnits has them
}

// keepUnits keeps units of data.
func (s *slots) keepUnits(u units) {
	if s.ofPoints {
		s.PointRead.Units = u.Units
		return
	}
	s.Read.Units, s.Read.ColumnUnits = u.Units, u.columns
}

// parseUnits reads one unit of length and one of time, of which one may be empty, and then units by column where a file has columns.
func parseUnits(text string, byColumns bool) (any, error) {
	var u units
	of := []struct {
		dim measure.Dimension
		at  *string
	}{{measure.Length, &u.Length}, {measure.Time, &u.Time}}
	for i, part := range strings.Split(text, ",") {
		column, name, byColumn := strings.Cut(part, "=")
		switch {
		case byColumn && !byColumns:
			return nil, fmt.Errorf("%q: points have no units by column", part)
		case byColumn:
			if err := u.setColumn(column, name); err != nil {
				return nil, err
			}
		case i >= len(of) || u.columns != nil:
			return nil, fmt.Errorf("%q: behind LENGTH,TIME units have columns, as z=ft has", part)
		case part != "":
			unit, err := measure.Find(part, of[i].dim)
			if err != nil {
				return nil, err
			}
			*of[i].at = unit.String()
		}
	}
	if u.Units == (format.Units{}) && u.columns == nil {
		return nil, errors.New("must be a unit of length, a unit of time, or both, such as m,s")
	}
	return u, nil
}

// setColumn takes the unit of a column.
func (u *units) setColumn(column, name string) error {
	if u.columns == nil {
		u.columns = map[string]string{}
	}
	if _, given := u.columns[column]; given {
		return fmt.Errorf("%s has two units", column)
	}
	u.columns[column] = name
	return reading.CheckColumnUnits(u.columns)
}
