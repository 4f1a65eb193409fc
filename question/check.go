package question

import (
	"errors"
	"slices"
	"strings"

	"flyby/group"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Check returns what is wrong with the question whatever the data are, but for fields that are missing: see Missing. The error is a *FieldError.
func (d *Draft) Check() error {
	values := func() error { return d.checkValues(false) }
	ofClock := func() error { return d.checkValues(true) }
	for _, check := range []func() error{values, d.checkGroups, ofClock, d.checkWindow, d.checkClusters} {
		if err := check(); err != nil {
			return err
		}
	}
	q := d.Plain()
	said := q.said()
	for _, s := range d.said {
		said[s.Name] = true
	}
	return q.validate(said)
}

// checkValues refuses values that no data can have, of the fields of a clock or of all others.
func (d *Draft) checkValues(ofClock bool) error {
	for _, s := range d.said {
		if slices.Contains(clockFields(), s.Name) != ofClock {
			continue
		}
		if err := d.checkValue(&s); err != nil {
			return err
		}
	}
	return nil
}

// clockFields are the fields of groups that are found by a clock. A method that has no clock refuses them, whatever their values are.
func clockFields() []string { return []string{"min-ticks", "clock", "origin", "theta"} }

// Missing returns the error of a field that the question does not say, and has to; nil where there is none.
func (d *Draft) Missing() error {
	for _, f := range fieldsOf(d.fields, d.kind, false) {
		if f.Required && !d.Has(f.Name) {
			return wrong(f.Name, " %s is missing%s", f.first(), map[string]string{"min-size": ": 2 or more", "eps": ": a number, 0 or more", "neighbours": ": 1 or more"}[f.Name])
		}
	}
	return nil
}

// first returns the name of one value of the field.
func (f *Field) first() string {
	if f.Type == Wholes || f.Type == Quantities {
		return f.Value[:1]
	}
	return f.Value
}

// checkValue refuses a value that no data can have.
func (d *Draft) checkValue(s *saying) (err error) {
	s.quantities(func(q measure.Quantity) {
		if err == nil {
			err = s.checkRange(q)
		}
	})
	switch v := s.value.(type) {
	case bound:
		if v.strict && v.Plain() == 0 && err == nil {
			err = wrong(s.Name, " %s: no heights differ by less than 0", s.text)
		}
	case uint64:
		if v == 0 {
			err = wrong(s.Name, " 0: must be 1 or more; %s prints how many there are", ref("count"))
		}
	case int:
		if least := map[string]int{"min-size": group.LeastSize, "min-ticks": 1, "neighbours": 1}[s.Name]; v < least {
			err = wrong(s.Name, " %d: must be %d or more", v, least)
		}
	case float64:
		if !(v > 0 && v <= 1) {
			err = wrong(s.Name, " %v: must be above 0 and at most 1", v)
		}
	case string:
		err = d.checkText(s, v)
	}
	return err
}

// checkRange refuses a quantity out of range. The units of the data may put it out of range, too.
func (s *saying) checkRange(q measure.Quantity) error {
	v, text := q.Plain(), s.text
	if s.Type == Quantities {
		text = q.String()
	}
	switch {
	case s.Name == "clock" && !(v > 0):
		return wrong(s.Name, " %s: must be a number above 0", s.text)
	case s.Name == "curve" && !(v > 0 && v <= trajectory.MaxMagnitude):
		return wrong(s.named(), " %s: must be a number above 0, or %s", s.text, NoCurve)
	case (s.Name == "max-gap" || s.Name == "max-speed") && !(v >= 0):
		return wrong(s.named(), " %s: must be positive, or 0 for no limit", s.text)
	case !(v >= 0) || s.Dimension == measure.Length && v > trajectory.MaxMagnitude && s.Name != "eps":
		return wrong(s.named(), " %s: must be a number, 0 or more", text)
	}
	return nil
}

// named returns the name of a field with its side.
func (s *saying) named() string { return s.NameOf(s.side) }

// checkText refuses text that is no condition, and no instant.
func (d *Draft) checkText(s *saying, text string) error {
	switch s.Type {
	case Condition:
		if _, err := format.ParseCondition(text); err != nil {
			return wrong(s.named(), " %s", err)
		}
	case Instant:
		if _, err := format.ParseInstant(text, d.zone()); err != nil {
			return wrong(s.Name, " %q: %s", text, errors.Unwrap(err))
		}
	}
	return nil
}

// zone returns the zone of instants: of the entries, else Zone.
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

// checkGroups refuses fields that the method of groups has no use for, and misses fields that it needs.
func (d *Draft) checkGroups() error {
	if d.kind != Convoys {
		return nil
	}
	switch duration, ticks := d.Has("min-duration"), d.Has("min-ticks"); {
	case duration && ticks:
		return wrong("min-duration", " and %s: one of the two only: %s T with %s group, %s K and %s STEP with %s cmc or mc", ref("min-ticks"), ref("min-duration"), ref("method"), ref("min-ticks"), ref("clock"), ref("method"))
	case !duration && !ticks:
		return wrong("min-duration", " T (0 or more) is missing, or %s cmc or mc with %s K (1 or more) and %s STEP (above 0)", ref("method"), ref("min-ticks"), ref("clock"))
	}
	asked := d.Plain().Group
	method := asked.Method
	wanted, refused := []string{"min-duration"}, clockFields()
	if asked.OnClock() {
		wanted, refused = []string{"min-ticks", "clock"}, []string{"min-duration", "max-break"}
		if method != group.Moving {
			refused = append(refused, "theta")
		}
	}
	text, args := takes(method)
	for _, name := range refused {
		if d.Has(name) {
			return wrong(name, ": is not for %s %s, which takes "+text, append([]any{ref("method"), method}, args...)...)
		}
	}
	for _, name := range wanted {
		if !d.Has(name) {
			return wrong(name, " is missing: %s %s takes "+text, append([]any{ref("method"), method}, args...)...)
		}
	}
	return nil
}

// takes says which fields a method of groups takes.
func takes(m group.Method) (text string, args []any) {
	switch m {
	case group.Convoy:
		return "%s K (1 or more), %s STEP (above 0) and %s T", []any{ref("min-ticks"), ref("clock"), ref("origin")}
	case group.Moving:
		return "%s K (1 or more), %s STEP (above 0), %s T and %s J (above 0, at most 1)", []any{ref("min-ticks"), ref("clock"), ref("origin"), ref("theta")}
	}
	return "%s T (0 or more) and %s T", []any{ref("min-duration"), ref("max-break")}
}

// checkClusters refuses thresholds that are none, or that are to be found and given.
func (d *Draft) checkClusters() error {
	if d.kind != Clusterings {
		return nil
	}
	given, auto := "", false
	for _, s := range d.said {
		if s.Name != "eps" {
			continue
		}
		if _, is := s.value.(autoEps); is {
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
