package asking

import (
	"errors"
	"slices"
	"strings"

	measure "flyby/internal/unit"
	pointformat "flyby/points/format"
	"flyby/question"
	"flyby/trajectory/format"
)

// A Draft is a question, and the reading of its data, as somebody types them: quantities have units of their own, which Resolve converts to the
// units of the data. The zero value is of no kind: see NewDraft.
type Draft struct {
	// Data names the data in errors: "cars.csv"; "": the data.
	Data string
	// Zone is the zone of instants where the field tz is not said.
	Zone string
	// Explains says that distances of points are to be shown, by which eps is chosen, and no clusters.
	Explains bool
	// Advises says that the field units is at hand: errors about units that are not known say how it names them.
	Advises bool

	// Paths says that the door has StateFields.
	Paths bool

	kind   question.Kind
	fields []Field // all that there are, of all kinds
	said   []saying

	// What was read last: the unit of lengths, and by the sizes of times the unit that they count in since 1970, or two units.
	length, count, mixed string
}

// A saying is a field, the side that it is said of, and the value.
type saying struct {
	Field
	side  Side
	text  string
	value any
}

// NewDraft returns a draft that says nothing.
func NewDraft(k question.Kind) *Draft { return &Draft{kind: k, fields: table()} }

// Kind returns the kind of the question.
func (d *Draft) Kind() question.Kind { return d.kind }

// SetKind changes the kind, of a command whose files decide it. What was said stays.
func (d *Draft) SetKind(k question.Kind) { d.kind = k }

// Set says a field by its name, as a flag says it: query-columns is the field columns of the queries. A field that does not repeat is said anew. The error
// does not name the field and the text. A window that ends at "" has no such end.
func (d *Draft) Set(name, text string) error {
	f, side, ok := find(d.fields, d.kind, name)
	if !ok {
		return errors.New("is no field of " + string(d.kind))
	}
	return d.SetField(f, side, text)
}

// SetField is Set for a field that the caller has, and the side that it is said of.
func (d *Draft) SetField(f Field, side Side, text string) error {
	if text == "" && f.Type == Instant && f.Default == "" {
		d.unsay(f.Name)
		return nil
	}
	value, err := f.parse(text)
	if err != nil {
		return err
	}
	if b, is := value.(bound); is {
		text, f.above = b.String(), b.strict
	}
	s := saying{f, side, text, value}
	if i := d.index(f.Name, side); i >= 0 && !f.Repeats {
		d.said[i] = s
		return nil
	}
	d.said = append(d.said, s)
	return nil
}

// index returns the place of the first saying of a field of a side, -1 if there is none.
func (d *Draft) index(name string, side Side) int {
	return slices.IndexFunc(d.said, func(s saying) bool { return s.Name == name && s.side == side })
}

// Has reports whether a field is said, of both sides.
func (d *Draft) Has(name string) bool { return d.index(name, BothSides) >= 0 }

// Text returns the text that a field is said with, of both sides; of a field that repeats all texts with blanks between; "" where it is not said.
func (d *Draft) Text(name string) string { return d.TextOf(name, BothSides) }

// TextOf is Text for the sayings of one side alone.
func (d *Draft) TextOf(name string, side Side) string {
	var all []string
	for _, s := range d.said {
		if s.Name == name && s.side == side {
			all = append(all, s.text)
		}
	}
	return strings.Join(all, " ")
}

// unsay forgets a field.
func (d *Draft) unsay(name string) {
	d.said = slices.DeleteFunc(d.said, func(s saying) bool { return s.Name == name })
}

// SetLevel sets the level, of a file that tells its level.
func (d *Draft) SetLevel(l question.Level) {
	d.unsay("level")
	d.Set("level", string(l)) //nolint:errcheck // a level of a file is one
}

// Plain returns the question with the numbers of quantities as they are typed, without their units: for checks that need no data, and for rules on which fields are said.
func (d *Draft) Plain() question.Question { return d.plain(BothSides).Question }

// plain returns the slots of the sayings that hold for a side, with the numbers of quantities without their units.
func (d *Draft) plain(side Side) slots {
	to := d.slots()
	for _, s := range d.of(side) {
		s.keep(&to, plainNumber, nil) //nolint:errcheck // nothing is converted, and Check refuses what cannot be read
	}
	return to
}

// of returns the sayings that hold for a side. A saying of the side alone replaces the saying of both sides of the same field.
func (d *Draft) of(side Side) (all []saying) {
	for _, s := range d.said {
		if s.side == side || s.side == BothSides && d.index(s.Name, side) < 0 {
			all = append(all, s)
		}
	}
	return all
}

// slots are where the values of fields are kept.
type slots struct {
	question.Question
	Read        format.Options
	PointRead   pointformat.Options
	pointHeight string
	ofPoints    bool
}

// slots returns the slots of the draft with the defaults of fields.
func (d *Draft) slots() slots {
	s := slots{ofPoints: d.kind.OfPoints()}
	s.Kind, s.Level = d.kind, d.kind.Levels()[0]
	for _, f := range fieldsOf(d.fields, d.kind, false) {
		if f.Default == "" {
			continue
		}
		if value, err := f.parse(f.Default); err == nil {
			of := saying{Field: f, text: f.Default, value: value}
			of.keep(&s, plainNumber, nil) //nolint:errcheck // nothing is converted
		}
	}
	if d.Explains {
		s.Level = question.Distances
	}
	return s
}

// rows returns the part of reading that points and trajectories share.
func (s *slots) rows() *format.Reading {
	if s.ofPoints {
		return &s.PointRead.Reading
	}
	return &s.Read.Reading
}

// Needs returns the dimensions of the units in the sayings that hold for a side.
func (d *Draft) Needs(side Side) (needs format.Needs) {
	for _, s := range d.of(side) {
		s.quantities(func(q measure.Quantity) {
			if q.HasUnit() {
				needs.Length, needs.Time = needs.Length || s.Dimension != measure.Time, needs.Time || s.Dimension != measure.Length
			}
		})
		if u, ok := s.value.(answerUnits); ok {
			needs.Length, needs.Time = true, needs.Time || u.Speed != ""
		}
	}
	return needs
}

// As returns the draft of a question of another kind that says the fields that both kinds have.
func (d *Draft) As(k question.Kind) *Draft {
	other := NewDraft(k)
	other.Advises, other.Paths = d.Advises, d.Paths
	other.Add(d)
	return other
}

// Add says the fields of another draft that the kind has, as the kind reads them.
func (d *Draft) Add(of *Draft) {
	for _, s := range of.said {
		d.Set(s.named(), s.text) //nolint:errcheck // what the kind does not read is not said
	}
}

// Only returns the draft that says the reading of the data, and no other fields than some.
func (d *Draft) Only(names ...string) *Draft {
	other := *d
	other.said = slices.DeleteFunc(slices.Clone(d.said), func(s saying) bool { return !s.Reading && !slices.Contains(names, s.Name) })
	return &other
}
