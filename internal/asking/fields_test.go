package asking_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// said is a line of testdata/fields.txt: values of fields, and the JSON or the error that they become.
type said struct {
	field, kind, text string
	refused           bool
	want              string
}

// saids returns the lines of testdata/fields.txt, one for each kind.
func saids(t testing.TB) (all []said) {
	t.Helper()
	text, err := os.ReadFile("testdata/fields.txt")
	if err != nil {
		t.Fatal(err)
	}
	field := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		name, heads := strings.CutPrefix(line, "## ")
		parts := strings.Split(line, "\t")
		switch {
		case heads:
			field = name
		case line == "" || line[0] == '#':
		case len(parts) != 3:
			t.Fatalf("testdata/fields.txt: %q", line)
		default:
			for kind := range strings.FieldsSeq(parts[0]) {
				all = append(all, said{field, kind, parts[1], parts[2][0] == '!', parts[2][1:]})
			}
		}
	}
	return all
}

// bases returns what every question of a kind says in these tests.
func bases(k question.Kind) []string {
	return map[question.Kind][]string{
		question.Searches: {"distance=1"}, question.Joins: {"distance=1"}, question.Convoys: {"distance=1", "min-size=2", "min-duration=1"}, question.SelfJoins: {"eps=1"},
		question.PointJoins: {"eps=1"}, question.NearestTrajectories: {"neighbours=1"}, question.ZoneVisits: nil, question.NearestPoints: {"neighbours=1"}, question.Clusterings: {"eps=1", "minpts=2"},
	}[k]
}

// draft says fields, as text has them with ; between, and then what text neither says nor leaves out. The error is as the command shows it.
func draft(k question.Kind, text string) (*asking.Draft, error) {
	d := asking.NewDraft(k)
	d.Data, d.Advises = "cars.csv", true
	named, all := map[string]bool{}, []string{}
	for part := range strings.SplitSeq(text, ";") {
		name, _, says := strings.Cut(part, "=")
		if named[strings.TrimPrefix(name, "-")] = true; says {
			all = append(all, part)
		}
	}
	for _, base := range bases(k) {
		if name, _, _ := strings.Cut(base, "="); !named[name] && !(name == "min-duration" && named["min-ticks"]) {
			all = append(all, base)
		}
	}
	for _, part := range all {
		name, value, _ := strings.Cut(part, "=")
		if err := d.Set(name, value); err != nil {
			return nil, fmt.Errorf("--%s %q: %s", name, value, cli.Message(err))
		}
	}
	return d, nil
}

// shown returns an error as the command shows it.
func shown(err error) string {
	if field := (*question.FieldError)(nil); errors.As(err, &field) {
		return field.Say(func(name string) string { return "--" + name })
	}
	return cli.Message(err)
}

// answer is what a draft becomes with data: its question and the options of reading, as text.
func answer(d *asking.Draft) (string, error) {
	for _, check := range []func() error{d.Check, d.Missing} {
		if err := check(); err != nil {
			return "", err
		}
	}
	of, read, err := reading(d)
	if err != nil {
		return "", err
	}
	q, err := d.Resolve(of, trajectory.Timestamp)
	if err != nil {
		return "", err
	}
	if err := asking.Question(q).Validate(); err != nil {
		return "", err
	}
	text, err := asking.Question(q).MarshalJSON()
	return string(text) + read, err
}

// reading returns the units of data and the options of reading of a draft, as text.
func reading(d *asking.Draft) (of format.Units, text string, err error) {
	if d.Kind().OfPoints() {
		o, err := d.PointReading(asking.BothSides)
		if err != nil {
			return of, "", err
		}
		units, err := d.PointUnits()
		if of = units; of.Length == "" {
			of.Length = "m"
		}
		return of, fmt.Sprintf("%+v%+v", o, units), err
	}
	o, err := d.Reading(asking.BothSides)
	if err != nil {
		return of, "", err
	}
	if of = o.Units; of == (format.Units{}) {
		of = format.Units{Length: "m", Time: "s"}
	}
	if err := o.UnitsKnown("cars.csv", of, &o); err != nil {
		return of, "", err
	}
	read, err := asking.MarshalReading(&o)
	if o.States { // which no JSON has
		text = fmt.Sprintf("ahead %v behind %v stale %v now %v", o.Ahead, o.Behind, o.Stale, o.NowOf != nil)
	}
	return of, string(read) + text, err
}

// TestFields: each field takes what it has to, and refuses all else with the words of the command.
func TestFields(t *testing.T) {
	for _, s := range saids(t) {
		got := ""
		d, err := draft(question.Kind(s.kind), s.text)
		if err == nil {
			got, err = answer(d)
		}
		switch {
		case s.refused && (err == nil || shown(err) != s.want):
			t.Errorf("%s %s: %s%s, want %s", s.kind, s.text, got, text(err), s.want)
		case !s.refused && (err != nil || !strings.Contains(got, s.want)):
			t.Errorf("%s %s: %s%s, want %s", s.kind, s.text, got, text(err), s.want)
		}
	}
}

// text returns the words of an error, if there is one.
func text(err error) string {
	if err == nil {
		return ""
	}
	return shown(err)
}

// TestFieldsAreTested: testdata/fields.txt has a value of each field of each kind that is taken, and of each that cannot be any text a value that is refused.
func TestFieldsAreTested(t *testing.T) {
	all := saids(t)
	for _, k := range asking.Kinds() {
		for _, f := range slices.Concat(asking.Fields(k), asking.ReadingFields(k), asking.StateFields(k)) {
			for _, refused := range []bool{false, true} {
				if !slices.ContainsFunc(all, func(s said) bool {
					return s.field == f.Name && s.refused == refused && (s.kind == string(k) || refused)
				}) {
					t.Errorf("%s of %s: no value that is refused: %v", f.Name, k, refused)
				}
			}
		}
	}
}
