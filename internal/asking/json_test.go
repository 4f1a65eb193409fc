package asking

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby"
	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory/format"
)

// conditions are conditions whose text JSON escapes.
func conditions() []format.Condition {
	return []format.Condition{{Column: "d_min", Operator: "<=", Value: "5"}, {Column: "näme", Operator: "!=", Value: "<b>"}}
}

// TestManifest: the fields of a question, and of reading, are the text that manifests of slabs have had: each field in its place, and the least question.
func TestManifest(t *testing.T) {
	from, to, v := -1.5, math.Inf(1), 1e-7
	whole := question.Question{Kind: question.Searches, Level: question.Pairs, Answer: format.AnswerUnits{Length: "km", Speed: "km/s"},
		Search: flyby.Search{Distance: 1e21, From: &from, To: &to, ExcludeSameID: true, Vertical: &v, VerticalStrict: true, ExactTimes: true},
		Stages: question.Stages{MergeGap: 60, Parts: true, MinDuration: 0.1, Top: 5, Limit: math.MaxUint64, Count: true, Having: conditions()}}
	read := format.Options{Reading: format.Reading{Folder: "/base", Format: "csv", Where: conditions(), LonLat: true, Zone: "UTC", TimeLayout: "M/D/YYYY", SkipBadRows: true},
		Columns: map[string]string{"x": "a", "id": "b"}, SortTimes: true, KeepFirst: true, Preset: "ais", Height: "none", ID: "one", Units: format.Units{Length: "m", Time: "s"},
		ColumnUnits: map[string]string{"z": "ft", "t": "unix"}, MaxGap: math.Inf(1), MaxSpeed: 3, Radius: 0.5, Curve: 10, OrbitCurve: 0.01}
	const having = `[{"Column":"d_min","Operator":"\u003c=","Value":"5"},{"Column":"näme","Operator":"!=","Value":"\u003cb\u003e"}]`
	for _, c := range []struct {
		q     question.Question
		o     format.Options
		asked string
		read  string
	}{
		{whole, read, `{"distance":1e+21,"from":-1.5,"to":"+Inf","exclude-same-id":true,"vertical":1e-7,"vertical-strict":true,"exact-times":true,"level":"pairs","merge-gap":60,"parts":true,` +
			`"min-duration":0.1,"top":5,"limit":18446744073709551615,"count":true,"having":` + having + `,"units-out":{"length":"km","speed":"km/s"}}`,
			`{"folder":"/base","in-format":"csv","where":` + having + `,"lonlat":true,"zone":"UTC","time-layout":"M/D/YYYY","skip-bad-rows":true,"columns":{"id":"b","x":"a"},"sort-times":true,` +
				`"keep-first":true,"preset":"ais","height":"none","id":"one","units":{"length":"m","time":"s"},"column-units":{"t":"unix","z":"ft"},"max-gap":"+Inf","max-speed":3,"radius":0.5,` +
				`"curve":10,"orbit-curve":0.01}`},
		{question.Question{Level: question.Encounters, Search: flyby.Search{Distance: 0.30000000000000004}}, format.Options{}, `{"distance":0.30000000000000004,"level":"encounters","units-out":{}}`, `{"units":{}}`},
	} {
		asked, err := Question(c.q).MarshalFields()
		if err != nil || string(asked) != c.asked {
			t.Errorf("%s, %v, want %s", asked, err, c.asked)
		}
		text, err := MarshalReading(&c.o)
		if err != nil || string(text) != c.read {
			t.Errorf("%s, %v, want %s", text, err, c.read)
		}
		again := Question{Kind: c.q.Kind}
		if rest, err := again.UnmarshalFields(asked); err != nil || len(rest) > 0 || !reflect.DeepEqual(question.Question(again), c.q) {
			t.Errorf("%s: %+v, %v, %v", asked, again, rest, err)
		}
		var o format.Options
		if err := UnmarshalReading(text, &o); err != nil || !reflect.DeepEqual(o, c.o) {
			t.Errorf("%s: %+v, %v", text, o, err)
		}
	}
}

// TestUnknownKeys: text that is no question is refused, and the keys that no field has are named.
func TestUnknownKeys(t *testing.T) {
	for text, want := range map[string]string{
		`{"kind":"join","distance":1,"eps":2,"merge_gap":3}`: "question: join has no [eps merge_gap]",
		`{"kind":"knn","neighbours":1,"distance":1}`:         "question: knn has no [distance]",
		`{"kind":"verify"}`:                `question: kind "verify": must be one of [search join convoys nearest visits selfjoin pointjoin knn dbscan]`,
		`{}`:                               `question: kind "": must be one of`,
		`[]`:                               "question: json: ",
		`{"kind":"join","distance":"far"}`: `question: distance: strconv.ParseFloat: parsing "far"`,
		`{"kind":"join","top":-1}`:         "question: top: json: ",
		`{"kind":"join","units-out":{"mass":"kg"}}`:      `question: units-out: json: unknown field "mass"`,
		`{"kind":"join","having":[{"Columns":"d_min"}]}`: `question: having: json: unknown field "Columns"`,
	} {
		var q Question
		if err := json.Unmarshal([]byte(text), &q); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	var o format.Options
	if err := UnmarshalReading([]byte(`{"units":{},"tz":"UTC"}`), &o); err == nil || err.Error() != "question: reading has no [tz]" {
		t.Errorf("%v", err)
	}
	rest, err := (&Question{Kind: question.Joins}).UnmarshalFields([]byte(`{"distance":1,"entries":["a"]}`))
	if err != nil || len(rest) != 1 || string(rest["entries"]) != `["a"]` {
		t.Errorf("%v, %v", rest, err)
	}
}

// TestEqualText: questions that are equal once defaults are filled in, and questions that are said in another order and in other units, have one text.
func TestEqualText(t *testing.T) {
	var texts []string
	for _, said := range [][]string{
		{"distance", "0.5km", "merge-gap", "30min", "with", "name,speeds", "level", "encounters"},
		{"merge-gap", "0.5h", "with", "name", "level", "pairs", "with", "speeds", "level", "encounters", "distance", "500"},
	} {
		d := NewDraft(question.Joins)
		for pair := range slices.Chunk(said, 2) {
			if err := d.Set(pair[0], pair[1]); err != nil {
				t.Fatal(err)
			}
		}
		q, err := d.Resolve(format.Units{Length: "m", Time: "s"}, 0)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(Question(q))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if want := `{"kind":"join","distance":500,"level":"encounters","merge-gap":1800,"parts":true,"units-out":{},"with":["name","speeds"]}`; texts[0] != want || texts[1] != want {
		t.Errorf("%s, want %s", texts, want)
	}
	a, _ := json.Marshal(Question(Question{}.Filled()))
	if b, _ := json.Marshal(Question{Kind: question.Joins, Level: question.Encounters}); string(a) != string(b) {
		t.Errorf("%s, %s", a, b)
	}
}

// random sets the value behind a pointer: zero, a number or a text of some sort.
func random(r *rand.Rand, at reflect.Value) {
	texts := []string{"", "a", "näme", "<b>&\u2028", "a,b", `"q"`, "\x00", "km"}
	switch v := at.Elem(); v.Kind() {
	case reflect.Float64:
		v.SetFloat([]float64{0, 1, -2.5, 0.1, 1e300, 5e-324, math.Inf(1), math.Inf(-1), r.NormFloat64()}[r.IntN(9)])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.String:
		v.SetString(texts[r.IntN(len(texts))])
	case reflect.Int:
		v.SetInt(r.Int64N(1<<40) - 1<<20)
	case reflect.Uint64:
		v.SetUint(r.Uint64() >> r.IntN(64))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		random(r, v)
	case reflect.Struct:
		for i := range v.NumField() {
			random(r, v.Field(i).Addr())
		}
	case reflect.Slice:
		for range r.IntN(3) {
			of := reflect.New(v.Type().Elem())
			random(r, of)
			v.Set(reflect.Append(v, of.Elem()))
		}
	}
}

// FuzzQuestion: a question of random fields of any kind comes back from JSON as it was, twice with the same text, and so does any text that is a question.
func FuzzQuestion(f *testing.F) {
	for i, k := range Kinds() {
		f.Add(uint64(i), uint8(i), `{"kind":"`+string(k)+`"}`)
	}
	f.Add(uint64(9), uint8(1), `{"kind":"search","distance":"+Inf","from":null,"vertical":0,"having":[{"Column":"a","Operator":"=","Value":""}],"with":["a","a"],"units-out":{"length":"x"}}`)
	f.Fuzz(func(t *testing.T, seed uint64, kind uint8, given string) {
		r := rand.New(rand.NewPCG(seed, 47))
		s := slots{}
		s.Kind = Kinds()[int(kind)%len(Kinds())]
		for _, field := range kept(table(), s.Kind, false) {
			if r.IntN(2) == 0 {
				random(r, reflect.ValueOf(field.slot(&s)))
			}
		}
		want := Question(s.Question)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatalf("%+v: %v", want, err)
		}
		var got Question
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %+v, %v, want %+v", text, got, err, want)
		}
		if twice, err := json.Marshal(got); err != nil || string(twice) != string(text) {
			t.Fatalf("%s, then %s, %v", text, twice, err)
		}
		var other Question
		if json.Unmarshal([]byte(given), &other) != nil {
			return
		}
		text, err = json.Marshal(other)
		if err != nil {
			t.Fatalf("%s: %v", given, err)
		}
		got = Question{}
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %s: %v", given, text, err)
		}
		if twice, err := json.Marshal(got); err != nil || string(twice) != string(text) {
			t.Fatalf("%s: %s, then %s, %v", given, text, twice, err)
		}
	})
}

// TestAdded: a field that is added to the table is said, checked, converted, looked up and kept, and is a key of JSON and of summaries, by its line in the table alone.
func TestAdded(t *testing.T) {
	value := 0.0
	toy := Field{Name: "example", For: only(question.Joins), Section: Answered, Type: Quantity, Dimension: measure.Length, Default: "7", Help: "an `E` of examples", key: place{order: 99}, shown: "near", slot: func(*slots) any { return &value }}
	all := append(table(), toy)
	if of := fieldsOf(all, question.Joins, false); of[len(of)-1].Name != "example" || len(of) != len(Fields(question.Joins))+1 || len(fieldsOf(all, question.Convoys, false)) != len(Fields(question.Convoys)) {
		t.Errorf("%d fields", len(of))
	}
	d := &Draft{kind: question.Joins, fields: all, Advises: true}
	if d.Plain(); value != 7 {
		t.Errorf("the default is %v", value)
	}
	for text, want := range map[string]string{"x": "not a number", "5s": `"s" is no unit of length`, "-1": "question: example -1: must be a number, 0 or more", "0.5km": ""} {
		err := d.Set("example", text)
		if err == nil {
			err = d.Check()
		}
		if err == nil != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if d.Set("example", "0.5km"); d.Text("example") != "0.5km" || !d.Has("example") || d.Needs(BothSides) != (format.Needs{Length: true}) {
		t.Errorf("%s, %+v", d.Text("example"), d.Needs(BothSides))
	}
	if d.Plain(); value != 0.5 {
		t.Errorf("plain %v", value)
	}
	if _, err := d.Resolve(format.Units{}, 0); err == nil || err.Error() != "question: example 0.5km: the data have no unit of length; add units m,s or give a plain number" {
		t.Errorf("%v", err)
	}
	q, err := d.Resolve(format.Units{Length: "m"}, 0)
	if err != nil || value != 500 {
		t.Errorf("%v, %v", value, err)
	}
	text, err := marshal(kept(slices.Clone(all), question.Joins, false), &slots{Question: q})
	if err != nil || !strings.HasSuffix(string(text), `,"example":500}`) {
		t.Errorf("%s, %v", text, err)
	}
	if shown, err := placed(all, []byte(`{"type":"summary","+near":null}`), q); err != nil || string(shown) != `{"type":"summary","distance":0,"example":500}` {
		t.Errorf("%s, %v", shown, err)
	}
	var rest map[string]json.RawMessage
	if err := json.Unmarshal(text, &rest); err != nil {
		t.Fatal(err)
	}
	value = 0
	if err := unmarshal(kept(slices.Clone(all), question.Joins, false), rest, &slots{}); err != nil || value != 500 || len(rest) > 0 {
		t.Errorf("%v, %v, %v", value, rest, err)
	}
}
