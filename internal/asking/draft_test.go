package asking_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flyby/internal/asking"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// say returns a draft of a kind that says fields, as NAME=TEXT.
func say(t *testing.T, k question.Kind, all ...string) *asking.Draft {
	t.Helper()
	d := asking.NewDraft(k)
	d.Advises = true
	for _, each := range all {
		name, text, _ := strings.Cut(each, "=")
		if err := d.Set(name, text); err != nil {
			t.Fatalf("%s: %v", each, err)
		}
	}
	return d
}

// lengths and times are units in metres and seconds.
func lengths() map[string]string {
	return map[string]string{"m": "1", "km": "1000", "ft": "0.3048", "ftUS": "1200/3937", "nmi": "1852", "mi": "1609.344", "AU": "149597870700"}
}
func times() map[string]string {
	return map[string]string{"ms": "0.001", "s": "1", "min": "60", "h": "3600", "d": "86400", "yr": "31557600"}
}

// pick returns a name of a table, and its number.
func pick(r *rand.Rand, of map[string]string) (string, *big.Rat) {
	names := make([]string, 0, len(of))
	for name := range of {
		names = append(names, name)
	}
	slices.Sort(names)
	name := names[r.IntN(len(names))]
	n, _ := new(big.Rat).SetString(of[name])
	return name, n
}

// TestConversion: each quantity of each kind is converted to the unit of the data exactly, and rounded once; a number without a unit is in that unit already.
func TestConversion(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 47))
	for range 400 {
		number := fmt.Sprintf("%d.%0*de%d", r.IntN(1000), 1+r.IntN(20), r.IntN(1000)+1, r.IntN(20)-10)
		exact, _ := new(big.Rat).SetString(number)
		length, metres := pick(r, lengths())
		time, seconds := pick(r, times())
		toLength, ofLength := pick(r, lengths())
		toTime, ofTime := pick(r, times())
		of := format.Units{Length: toLength, Time: toTime}
		in := func(unit, to *big.Rat) float64 {
			v, _ := new(big.Rat).Quo(new(big.Rat).Mul(exact, unit), to).Float64()
			return v
		}
		plain, _ := exact.Float64()
		wantLength, wantTime, wantSpeed := in(metres, ofLength), in(seconds, ofTime), in(new(big.Rat).Quo(metres, seconds), new(big.Rat).Quo(ofLength, ofTime))
		l, u := number+length, number+" "+time

		q, err := say(t, question.Searches, "distance="+l, "vertical=<"+l, "merge-gap="+u, "min-duration="+number).Resolve(of, trajectory.Number)
		if err != nil || q.Search.Distance != wantLength || *q.Search.Vertical != wantLength || q.MergeGap != wantTime || q.MinDuration != plain {
			t.Fatalf("%s, %s to %+v: %+v, %v", l, u, of, q, err)
		}
		q, err = say(t, question.Convoys, "distance="+l, "min-duration="+u, "max-break="+u, "clock="+u).Resolve(of, trajectory.Number)
		if g := q.Group; err != nil || g.Distance != wantLength || g.MinDuration != wantTime || g.MaxBreak != wantTime || g.Clock.Step != wantTime {
			t.Fatalf("%s, %s to %+v: %+v, %v", l, u, of, q, err)
		}
		q, err = say(t, question.Clusterings, "eps="+l+","+number).Resolve(of, trajectory.Number)
		if err != nil || !slices.Equal(q.Points.Clusters.Eps, []float64{wantLength, plain}) {
			t.Fatalf("%s to %+v: %+v, %v", l, of, q, err)
		}
		q, err = say(t, question.PointJoins, "eps="+l).Resolve(of, trajectory.Number)
		if err != nil || q.Points.Eps != wantLength {
			t.Fatalf("%s to %+v: %+v, %v", l, of, q, err)
		}
		o, err := say(t, question.Joins, "radius="+l, "curve="+l, "max-gap="+u, "max-speed="+l+"/"+time).Reading(asking.BothSides)
		if err == nil {
			err = o.UnitsKnown("cars.csv", of, &o)
		}
		if err != nil || o.Radius != wantLength || o.Curve != wantLength || o.MaxGap != wantTime || o.MaxSpeed != wantSpeed {
			t.Fatalf("%s, %s to %+v: %+v, %v", l, u, of, o, err)
		}
	}
}

// TestInstants: numbers are times of data without dates, and dates and times are times of timestamps, or of a scale of dates.
func TestInstants(t *testing.T) {
	for _, c := range []struct {
		text  string
		kind  trajectory.TimeKind
		units format.Units
		want  float64
		fail  string
	}{
		{"5", trajectory.Number, format.Units{}, 5, ""},
		{"2024-05-01", trajectory.Timestamp, format.Units{Time: "s"}, 1714521600, ""},
		{"2024-05-01", trajectory.Number, format.Units{Time: "mjd"}, 60431, ""},
		{"2024-05-01T12:00:00Z", trajectory.Number, format.Units{Time: "jd"}, 2460432, ""},
		{"2024-05-01", trajectory.Number, format.Units{}, 0, "from 2024-05-01: the times of the data are numbers; give a number, or say with --units ,jd or ,mjd that they are dates"},
		{"5", trajectory.Timestamp, format.Units{Time: "s"}, 0, "from 5: the data have timestamps; give a time such as 2024-05-01T12:00:00Z"},
	} {
		q, err := say(t, question.Joins, "distance=1", "from="+c.text).Resolve(c.units, c.kind)
		switch {
		case err == nil && (c.fail != "" || q.Search.From == nil || *q.Search.From != c.want):
			t.Errorf("%s of %+v: %v, want %v", c.text, c.units, q.Search.From, c.want)
		case err != nil && (c.fail == "" || err.Error() != "question: "+c.fail):
			t.Errorf("%s of %+v: %v, want %s", c.text, c.units, err, c.fail)
		}
	}
	d := say(t, question.Joins, "distance=1", "from=2024-05-01", "to=2024-05-01T02:00:00")
	d.Zone = "+02:00"
	if q, err := d.Resolve(format.Units{Time: "s"}, trajectory.Timestamp); err != nil || *q.Search.From != 1714521600-7200 || *q.Search.To != 1714521600 {
		t.Errorf("%+v, %v", q.Search, err)
	}
	q, err := say(t, question.Convoys, "distance=1", "method=cmc", "clock=1", "origin=5").Resolve(format.Units{}, trajectory.Timestamp)
	if err != nil || q.Group.Clock.Origin != 5 {
		t.Errorf("an origin without a date: %+v, %v", q.Group, err)
	}
}

// TestAdvice: a unit that the data's cannot be converted from is refused, with the units to say, as far as the data and what is said tell them.
func TestAdvice(t *testing.T) {
	unix := []float64{1714521600, 1714521660}
	for _, c := range []struct {
		kind  question.Kind
		said  string
		of    format.Units
		times []float64
		want  string
	}{
		{question.Joins, "distance=5km", format.Units{}, nil, "--distance 5km: n.csv has no unit of length; add --units m,s or give a plain number"},
		{question.Joins, "distance=5km", format.Units{Time: "s"}, nil, "--distance 5km: n.csv has no unit of length; add --units m or give a plain number"},
		{question.Joins, "merge-gap=5min;units=km", format.Units{Length: "km"}, nil, "--merge-gap 5min: n.csv has no unit of time; add --units km,s or give a plain number"},
		{question.Joins, "merge-gap=5min", format.Units{}, unix, "--merge-gap 5min: n.csv has no unit of time; add --units m,t=unix or give a plain number"},
		{question.Joins, "merge-gap=5min", format.Units{}, []float64{1714521600, 1714521660000}, "--merge-gap 5min: n.csv has no unit of time; its times look like seconds and milliseconds since 1970, which no --units fits: mend them or give a plain number"},
		{question.Joins, "max-gap=5min;units=kpc", format.Units{Length: "kpc"}, nil, "--max-gap 5min: n.csv has no unit of time; add --units kpc,s or give a plain number"},
		{question.Joins, "distance=5km;units=z=ft", format.Units{}, nil, "--distance 5km: n.csv has no unit of length; add --units m,s,z=ft or give a plain number"},
		{question.Joins, "units-out=km", format.Units{}, nil, "--units-out km: n.csv has no unit of length; add --units m,s"},
		{question.Joins, "units-out=kn;units=m", format.Units{Length: "m"}, nil, "--units-out kn: n.csv has no unit of time; add --units m,s"},
		{question.Joins, "distance=5km", format.Units{Length: "furlong"}, nil, "--distance 5km: in n.csv lengths are in furlong, which is none of m, km, ft, ftUS, nmi, mi, AU, ly, pc, kpc, Mpc; give a plain number"},
		{question.SelfJoins, "eps=5km", format.Units{}, nil, "--eps 5km: n.csv has no unit of length; add --units m or give a plain number"},
		{question.SelfJoins, "eps=5km;units=,s", format.Units{Time: "s"}, nil, "--eps 5km: n.csv has no unit of length; add --units m,s or give a plain number"},
	} {
		d := say(t, c.kind, strings.Split(c.said, ";")...)
		d.Data = "n.csv"
		var err error
		if !c.kind.OfPoints() {
			o, failed := d.Reading(asking.BothSides)
			if o.SomeTimes = c.times; failed != nil {
				t.Fatal(failed)
			}
			err = o.UnitsKnown("n.csv", c.of, &o)
		}
		if err == nil {
			_, err = d.Resolve(c.of, trajectory.Number)
		}
		if err == nil || shown(err) != c.want {
			t.Errorf("%s: %v, want %s", c.said, err, c.want)
		}
	}
	d := say(t, question.Joins, "distance=5km")
	for _, want := range []string{"distance 5km: the data have no unit of length; add units m,s or give a plain number", "distance 5km: the data have no unit of length; give a plain number"} {
		if _, err := d.Resolve(format.Units{}, trajectory.Number); err == nil || err.Error() != "question: "+want {
			t.Errorf("%v, want %s", err, want)
		}
		d.Advises = false
	}
}

// TestSides: the name of a field of reading may begin with a side, and its value then replaces the value for both sides. A kind with one data set, and a field that
// is not of reading, have no sides.
func TestSides(t *testing.T) {
	d := say(t, question.Searches, "distance=5", "columns=id=a", "query-columns=id=b", "query-tz=UTC", "entry-max-gap=5min", "entry-max-gap=6min", "where=a=1", "entry-where=b=2", "entry-where=c=3")
	for side, want := range map[asking.Side]string{asking.EntrySide: "a 360  [b=2 c=3]", asking.QuerySide: "b 0 UTC [a=1]", asking.BothSides: "a 0  [a=1]"} {
		o, err := d.Reading(side)
		if err == nil {
			err = o.UnitsKnown("cars.csv", format.Units{Length: "m", Time: "s"}, &o)
		}
		if got := fmt.Sprint(o.Columns["id"], " ", o.MaxGap, " ", o.Zone, " ", o.Where); err != nil || got != want {
			t.Errorf("%q: %s, %v, want %s", side, got, err, want)
		}
	}
	if !(d.SaidOf(asking.QuerySide) != "") || d.Has("tz") || d.Text("max-gap") != "" || d.Needs(asking.QuerySide) != (format.Needs{}) || d.Needs(asking.EntrySide) != (format.Needs{Time: true}) {
		t.Errorf("%+v, %+v", d.Needs(asking.QuerySide), d.Needs(asking.EntrySide))
	}
	for kind, name := range map[question.Kind]string{question.Joins: "query-columns", question.Searches: "query-distance", question.Clusterings: "entry-columns"} {
		if err := asking.NewDraft(kind).Set(name, "id=a"); err == nil || err.Error() != "is no field of "+string(kind) {
			t.Errorf("%s of %s: %v", name, kind, err)
		}
	}
	d = say(t, question.PointJoins, "eps=1", "columns=x1=a", "query-columns=x1=b", "units=m", "query-units=km", "entry-no-header=true")
	for side, want := range map[asking.Side]string{asking.EntrySide: "a m true no-header entry-no-header", asking.QuerySide: "b km false units query-units"} {
		o, err := d.PointReading(side)
		field := strings.Fields(want)[3]
		if said := d.SaidFor(side, field); err != nil || fmt.Sprint(o.Columns["x1"], " ", o.Units.Length, " ", o.NoHeader, " ", field, " ", said) != want {
			t.Errorf("%q: %+v, %s, %v, want %s", side, o, said, err, want)
		}
	}
	for text, want := range map[string]string{"query-columns=x=a": `--query-columns: unknown key "x" (known: id, x1, x2 and so on to x4096)`, "query-columns=": "--query-columns: no names, such as id=mmsi,x1=east,x2=north", "query-height=up": "--query-height up: must be none: another height is a coordinate, x3 of --columns"} {
		if _, err := say(t, question.NearestPoints, "neighbours=1", text).PointReading(asking.QuerySide); err == nil || shown(err) != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if err := say(t, question.Searches, "distance=1", "query-max-gap=-1").Check(); err == nil || shown(err) != "--query-max-gap -1: must be positive, or 0 for no limit" {
		t.Errorf("%v", err)
	}
}

// TestDraft: what is said anew replaces what was said, but of a field that repeats; Plain has numbers without their units; a level that is set is the only one.
func TestDraft(t *testing.T) {
	d := say(t, question.Joins, "distance=5km", "distance=6km", "having=d_min<1", "having=d_min>0", "level=hits", "units=m,s", "units=km")
	d.SetLevel(question.Pairs)
	q := d.Plain()
	if q.Search.Distance != 6 || len(q.Having) != 2 || q.Level != question.Pairs || d.Text("having") != "d_min<1 d_min>0" || d.Text("level") != "pairs" || d.Has("top") || d.Kind() != question.Joins {
		t.Errorf("%+v", q)
	}
	if o, err := d.Reading(asking.BothSides); err != nil || o.Units != (format.Units{Length: "km"}) {
		t.Errorf("%+v, %v", o.Units, err)
	}
	d.SetKind(question.Convoys)
	if err := d.Set("top", "1"); err == nil || d.Plain().Kind != question.Convoys {
		t.Errorf("%v", err)
	}
	explained := say(t, question.Clusterings, "eps=auto", "minpts=3")
	explained.Explains = true
	if q := explained.Plain(); explained.Check() != nil || q.Level != question.Distances || q.Points.AutoEps || asking.Question(q).Validate() != nil {
		t.Errorf("%+v, %v, %v", q, explained.Check(), asking.Question(q).Validate())
	}
	explained.Set("eps", "3")
	if err := explained.Check(); err == nil || shown(err) != "--explain and --eps 3: --explain shows distances by which --eps is chosen" {
		t.Errorf("%v", err)
	}
}

// FuzzDraft: no text of fields makes a draft panic, and what is wrong with a question names a field that is said, or is missing.
func FuzzDraft(f *testing.F) {
	for i, s := range saids(f) {
		if i%5 == 0 {
			f.Add(uint8(slices.Index(asking.Kinds(), question.Kind(s.kind))), s.text, i%2 == 0)
		}
	}
	f.Add(uint8(0), "query-columns=id=a;entry-curve=none;query-where=x", false)
	f.Fuzz(func(t *testing.T, kind uint8, text string, unknown bool) {
		k := asking.Kinds()[int(kind)%len(asking.Kinds())]
		d := asking.NewDraft(k)
		d.Advises = unknown
		for part := range strings.SplitSeq(text, ";") {
			name, value, _ := strings.Cut(part, "=")
			if err := d.Set(name, value); err != nil && (err.Error() == "" || strings.HasPrefix(err.Error(), "question: ")) {
				t.Fatalf("%s: %v", part, err)
			}
		}
		of := format.Units{Length: "m", Time: "s"}
		if unknown {
			of = format.Units{}
		}
		_, resolved := d.Resolve(of, trajectory.Number)
		var read error
		for _, side := range []asking.Side{asking.BothSides, asking.EntrySide, asking.QuerySide} {
			if k.OfPoints() {
				_, read = d.PointReading(side)
				continue
			}
			var o format.Options
			if o, read = d.Reading(side); read == nil {
				read = o.UnitsKnown("cars.csv", of, &o)
			}
		}
		_, units := d.PointUnits()
		for _, err := range []error{d.Check(), d.Missing(), resolved, read, units, asking.Question(d.Plain()).Validate()} {
			field := (*question.FieldError)(nil)
			if err == nil || !errors.As(err, &field) {
				continue
			}
			if known := slices.ContainsFunc(slices.Concat(asking.Fields(k), asking.ReadingFields(k), asking.StateFields(k)), func(f asking.Field) bool {
				return f.Name == field.Field || f.NameOf(asking.EntrySide) == field.Field || f.NameOf(asking.QuerySide) == field.Field
			}); !known && field.Field != "clusters" || strings.Contains(shown(err), "%!") {
				t.Fatalf("%q of %s: %v names %q", text, k, err, field.Field)
			}
		}
		if q, err := d.Resolve(of, trajectory.Number); err == nil {
			if _, err := asking.Question(q).MarshalJSON(); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
		}
	})
}
