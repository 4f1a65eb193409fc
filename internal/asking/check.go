package asking

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"flyby/internal/cli"
	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory/format"
)

// Check returns what is wrong with the question whatever the data are, but for fields that are missing: see Missing. The error is a *FieldError.
func (d *Draft) Check() error {
	values := func() error { return d.checkValues(d.said) }
	for _, check := range []func() error{d.checkKind, d.checkMethod, values, d.checkNeeded, d.checkWindow, d.checkClusters} {
		if err := check(); err != nil {
			return err
		}
	}
	q := Question(d.Plain())
	said := q.said()
	for _, s := range d.said {
		said[s.Name] = true
	}
	return q.validate(said)
}

// checkKind refuses fields that another kind has, of a draft whose kind has changed.
func (d *Draft) checkKind() error {
	for _, s := range d.said {
		if _, _, ok := find(d.fields, d.kind, s.Name); !ok && !s.is(d.kind) {
			return wrong(s.named(), ": is not for %s", d.kind)
		}
	}
	return nil
}

// checkValues refuses values that no data can have.
func (d *Draft) checkValues(of []saying) error {
	for _, s := range of {
		if err := d.checkValue(&s); err != nil {
			return err
		}
	}
	return nil
}

// Missing returns the error of a field that the question does not say, and has to; nil if there is none.
func (d *Draft) Missing() error {
	for _, f := range fieldsOf(d.fields, d.kind, false) {
		if f.Required && !d.Has(f.Name) {
			one, _, _ := strings.Cut(f.Value, "[")
			return wrong(f.Name, " %s is missing: %s", one, f.takes())
		}
	}
	return nil
}

// checkValue refuses a value that no data can have.
func (d *Draft) checkValue(s *saying) (err error) {
	s.quantities(func(q measure.Quantity) {
		text := s.text
		if s.Type == Quantities {
			text = q.String()
		}
		err = cmp.Or(err, s.checkRange(q.Plain(), text, ""))
	})
	switch v := s.value.(type) {
	case uint64:
		if bad := s.outside(float64(v)); bad != "" {
			err = wrong(s.Name, " %d: %s; %s prints how many there are", v, bad, ref("count"))
		}
	case int:
		err = s.checkRange(float64(v), s.text, "")
	case float64:
		err = s.checkRange(v, s.text, "")
	case string:
		err = d.checkText(s, v)
	}
	return err
}

// checkRange refuses a number that the field does not take. unit says in which unit it is, " in the unit of the data" or none.
func (s *saying) checkRange(v float64, text, unit string) error {
	if bad := s.outside(v); bad != "" {
		return wrong(s.named(), " %s: %s%s", text, bad, unit)
	}
	return nil
}

// named returns the name of a field with its side.
func (s *saying) named() string { return s.NameOf(s.side) }

// checkText refuses text that is no condition, no instant, and not what the field must have.
func (d *Draft) checkText(s *saying, text string) (err error) {
	switch {
	case s.Type == Condition:
		if _, err = format.ParseCondition(text); err != nil {
			return wrong(s.named(), " %s", err)
		}
	case s.Type == Instant:
		_, err = d.instant(s, text)
	case s.must != nil && s.must(text) != "":
		return wrong(s.named(), " %q: %s", text, s.must(text))
	}
	return err
}

// instant reads an instant in the zone of instants.
func (d *Draft) instant(s *saying, text string) (format.Instant, error) {
	at, err := format.ParseInstant(text, d.zone())
	if err != nil {
		return at, wrong(s.Name, " %q: %s", text, errors.Unwrap(err))
	}
	return at, nil
}

// zone returns the zone of instants: of the entries, otherwise Zone.
func (d *Draft) zone() string {
	for _, s := range d.of(EntrySide) {
		if s.Name == "tz" {
			return s.text
		}
	}
	return d.Zone
}

// checkWindow refuses a window that ends before it begins.
func (d *Draft) checkWindow() error {
	if !d.Has("from") || !d.Has("to") {
		return nil
	}
	from, err := format.ParseInstant(d.Text("from"), d.zone())
	to, failed := format.ParseInstant(d.Text("to"), d.zone())
	if errors.Join(err, failed) == nil && from.After(to) {
		return wrong("from", " %s is after %s %s", d.Text("from"), ref("to"), d.Text("to"))
	}
	return nil
}

// checkMethod refuses fields that the method of groups has no use for.
func (d *Draft) checkMethod() error {
	if d.Has("min-duration") && d.Has("min-ticks") {
		return wrong("min-duration", " and %s: one of the two only: %s T with %s group, %s K and %s STEP with %s cmc or mc", ref("min-ticks"), ref("min-duration"), ref("method"), ref("min-ticks"), ref("clock"), ref("method"))
	}
	return d.checkOf(func(f *Field, taken bool) bool { return !taken && d.Has(f.Name) }, ": is not for %s %s, which takes ")
}

// checkNeeded misses fields that the method of groups needs.
func (d *Draft) checkNeeded() error {
	return d.checkOf(func(f *Field, taken bool) bool { return taken && f.needed && !d.Has(f.Name) }, " is missing: %s %s takes ")
}

// checkOf returns the error of the first field that is bad for the method of groups, where taken says that the method takes it. The text ends in what the method takes.
func (d *Draft) checkOf(bad func(f *Field, taken bool) bool, text string) error {
	method := d.Plain().Group.Method
	var wants []string
	args, at := []any{ref("method"), method}, ""
	for _, f := range fieldsOf(d.fields, d.kind, false) {
		taken := slices.Contains(f.methods, method)
		if at == "" && f.methods != nil && bad(&f, taken) {
			at = f.Name
		}
		if want := "%s " + f.Value; taken {
			if f.Type != Instant {
				want += " (" + f.span() + ")"
			}
			wants, args = append(wants, want), append(args, ref(f.Name))
		}
	}
	if at == "" {
		return nil
	}
	return wrong(at, text+cli.Listed(wants, "and"), args...)
}

// checkClusters refuses thresholds that are none, or that are to be found and given.
func (d *Draft) checkClusters() error {
	if d.kind != question.Clusterings {
		return nil
	}
	given, auto := "", false
	for _, s := range d.said {
		if s.Name != "eps" {
			continue
		}
		if s.isWord() {
			auto = true
		} else if given += "," + s.text; given[0] == ',' {
			given = given[1:]
		}
	}
	points := d.Plain().Points.Clusters.MinPoints
	switch {
	case d.Explains && given != "":
		return wrong("explain", " and %s %s: %s shows distances by which %s is chosen", ref("eps"), given, ref("explain"), ref("eps"))
	case auto && given != "":
		return wrong("eps", " auto and %s %s: one of the two only", ref("eps"), given)
	case given == "" && !auto && !d.Explains:
		return wrong("eps", " E is missing: a number, 0 or more, or several, or auto; %s shows distances to choose it by", ref("explain"))
	case len(points) == 0:
		return wrong("minpts", " M is missing: a whole number, 1 or more, or several")
	case (auto || d.Explains) && (len(points) > 1 || points[0] < 2):
		return wrong("minpts", " %s: must be one number, 2 or more, where %s is auto, or explained", strings.ReplaceAll(d.Text("minpts"), " ", ","), ref("eps"))
	}
	return nil
}
