package serve

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/door/problem"
	"flyby/internal/infile"
	"flyby/question"
	"flyby/trajectory/format"
)

// TestFieldsAreParameters: a field that is added to a copy of the table is a parameter of requests and of openapi.json, and an input of the form; a field of reading is one of queries.
func TestFieldsAreParameters(t *testing.T) {
	p := serves(t, nil)
	fields := func(k question.Kind) (all []asking.Field) {
		for _, f := range fieldsOf(k) {
			all = append(all, f)
			if f.Name == "min-duration" || f.Name == "where" {
				f.Name, f.Label = "toy-"+f.Name, "a toy"
				all = append(all, f)
			}
		}
		return all
	}
	p.parameters = parametersOf(fields)
	const search = "/v1/databases/cars/search?distance=60&"
	ask := func(query string) reply {
		return p.send("POST", search+query, strings.NewReader(cars(5)), "Content-Type", "text/csv")
	}
	for toy, same := range map[string]string{"toy-min-duration=5s": "min-duration=5s", "query-toy-where=id%3D2": "query-where=id%3D2"} {
		if got, want := ask(toy), ask(same); got.StatusCode != http.StatusOK || got.body != want.body || got.body == ask("").body || strings.Count(got.body, "\n") < 3 {
			t.Errorf("%s: %s, want %s", toy, got.body, want.body)
		}
	}
	if r := ask("toy-min-duration=x"); r.problem(t).Parameter != "toy-min-duration" {
		t.Error(r.body)
	}
	if form := p.send("GET", "/", nil); !strings.Contains(form.body, `<label>toy-min-duration <input name="toy-min-duration"> <small>a toy</small>`) {
		t.Error(form.body)
	}
	if text := withParametersOf(t, fields); strings.Count(text, `"#/components/parameters/toy-min-duration"`) != 3 || strings.Count(text, `"#/components/parameters/query-toy-where"`) != 4 || !strings.Contains(text, `"name": "query-toy-where"`) {
		t.Error(text)
	}
}

// TestQueryParameters: a body is read as parameters say, and otherwise as the flags of the server say; an answer is that for the same rows in the server's own form.
func TestQueryParameters(t *testing.T) {
	p := serves(t, func(c *Config) {
		c.Ask.Read.MaxGap, c.Ask.Read.Where = 15, []format.Condition{{Column: "speed", Operator: "<", Value: "6"}}
		c.Ask.Read.UnitsKnown = func(_ string, _ format.Units, o *format.Options) error {
			o.MaxGap = 15
			return nil
		}
	})
	const plain = "id,t,x,y,z,speed\na,0,10,10,5,1\na,10,40,40,5,1\na,20,10,80,5,1\n"
	ask := func(query, body string) reply {
		return p.send("POST", "/v1/databases/cars/search?distance=30"+query, strings.NewReader(body), "Content-Type", "text/csv")
	}
	want := ask("", plain)
	if want.StatusCode != http.StatusOK || strings.Count(want.body, "\n") < 20 {
		t.Fatal(want.body)
	}
	for query, body := range map[string]string{
		"&query-columns=id%3Dship,t%3Dwhen":                            strings.Replace(plain, "id,t", "ship,when", 1),
		"&query-where=speed%3E7":                                       strings.ReplaceAll(plain, ",1\n", ",8\n") + "b,0,1,1,1,7\n",
		"&query-where=speed%3C3&query-where=x!%3D11&query-preset=none": plain + "a,15,11,11,5,1\n",
		"&query-units=m,s,t%3Dms":                                      "id,t,x,y,z,speed\na,0,10,10,5,1\na,10000,40,40,5,1\na,20000,10,80,5,1\n",
		"&query-sort-times=true":                                       "id,t,x,y,z,speed\na,10,40,40,5,1\na,0,10,10,5,1\na,20,10,80,5,1\n",
		"&query-skip-bad-rows=1":                                       plain + "a,30,far,1,1,1\n",
		"&query-max-gap=0":                                             "id,t,x,y,z,speed\na,0,10,10,5,1\na,10,40,40,5,1\na,20,10,80,5,1\nb,0,900,900,900,1\nb,90,900,900,900,1\n",
		"&query-radius=0m&query-curve=none":                            plain,
		"&query-max-speed=9999km/h&query-height=":                      plain,
		"&query-lonlat=false&query-tz=Europe%2FOslo":                   plain,
	} {
		if got := ask(query, body); got.StatusCode != http.StatusOK || got.body != want.body {
			t.Errorf("%s: %s %.300s, want %.300s", query, got.Status, got.body, want.body)
		}
	}
	if got := ask("&query-max-gap=5s", plain); got.StatusCode != http.StatusOK || got.body == want.body {
		t.Errorf("gaps: %s", got.body)
	}
}

// TestNoParameters: names that are no parameters, and values that no body can be read with, are refused with their reason.
func TestNoParameters(t *testing.T) {
	p := serves(t, func(c *Config) { c.Ask.Read.Height = format.NoHeight })
	for query, want := range map[string]problem.Problem{
		"distanec=5":               {Parameter: "distanec", Detail: "distanec is no parameter: is it distance?"},
		"entry-columns=id%3Da":     {Parameter: "entry-columns", Detail: "entry-columns is no parameter: the entries were read when the server started"},
		"query-in-format=csv":      {Parameter: "query-in-format", Detail: "query-in-format is no parameter: the Content-Type says the format of the queries"},
		"tz=UTC":                   {Parameter: "tz", Detail: "tz is no parameter: query-tz says it of the queries"},
		"query-tz=Mars":            {Parameter: "query-tz", Value: "Mars", Detail: `query-tz "Mars": must be UTC, an offset such as +01:00, or a name such as Europe/Copenhagen`},
		"query-columns=id":         {Parameter: "query-columns", Value: "id", Detail: `query-columns "id": "id" is not of the form key=name`},
		"query-columns=vx%3Da":     {Parameter: "query-columns", Value: "vx=a", Detail: "query-columns vx=a: velocities are read with query-curve alone"},
		"query-max-gap=-1":         {Parameter: "query-max-gap", Value: "-1", Detail: "query-max-gap -1: must be positive, or 0 for no limit"},
		"query-max-gap=1m":         {Parameter: "query-max-gap", Value: "1m", Detail: `query-max-gap "1m": "m" is no unit of time: ns, us, ms, s, min, h, d, yr, kyr, Myr, Gyr, jd, mjd`},
		"query-radius=1&vertical=": {Parameter: "vertical", Detail: ""},
		"query-tz=UTC&vertical=1":  {Parameter: "query-height", Detail: "query-height none and vertical: heights are left out, or compared"},
		"query-where=x":            {Parameter: "query-where", Value: "x"},
	} {
		got := p.send("POST", "/v1/databases/cars/search?distance=9&"+query, strings.NewReader("id,t,x,y\na,0,0,0\na,1,1,1\n"), "Content-Type", "text/csv").problem(t)
		if got.Status != http.StatusBadRequest || got.Parameter != want.Parameter || got.Value != want.Value || want.Detail != "" && got.Detail != want.Detail {
			t.Errorf("%s: %+v, want %+v", query, got, want)
		}
	}
}

// TestQueryParametersNamed: a value that no body can be read with is told under the name of its parameter, of each parameter of reading, and so are two that do not go together.
func TestQueryParametersNamed(t *testing.T) {
	p := serves(t, nil)
	wrong := map[string]string{
		"query-columns": "q=a", "query-preset": "none of these", "query-where": "x", "query-height": "up", "query-sort-times": "x", "query-skip-bad-rows": "x", "query-lonlat": "x",
		"query-units": "furlong", "query-tz": "Mars", "query-time-layout": "D", "query-max-gap": "-1", "query-max-speed": "-1", "query-radius": "-1", "query-curve": "0",
	}
	for _, name := range Parameters(string(searches)) {
		if _, said := wrong[name]; strings.HasPrefix(name, "query-") && !said {
			t.Errorf("%s is not tried", name)
		}
	}
	for name, value := range wrong {
		given := url.Values{"distance": {"9"}, name: {value}}
		got := p.send("POST", "/v1/databases/cars/search?"+given.Encode(), strings.NewReader("id,t,x,y\na,0,0,0\na,1,1,1\n"), "Content-Type", "text/csv").problem(t)
		if got.Status != http.StatusBadRequest || got.Parameter != name || got.Value != value || !strings.HasPrefix(got.Detail, name) {
			t.Errorf("%s %s: %+v", name, value, got)
		}
	}
	for query, want := range map[string]string{
		"query-curve=1m&query-lonlat=true":                       "query-curve and query-lonlat: degrees",
		"query-height=none&query-columns=z%3Dup":                 "query-height none and query-columns z=up: heights",
		"query-time-layout=DD/MM/YYYY&query-units=m,s,t%3Dunix":  "query-time-layout and query-units t=unix: times",
		"query-columns=id%3Da,t%3Da":                             `query-columns: id and t are both "a"`,
		"query-columns=vx%3Da&query-units=m,s&query-radius=0.5m": "query-columns vx=a: velocities are read with query-curve alone",
	} {
		got := p.send("POST", "/v1/databases/cars/search?distance=9&"+query, strings.NewReader("id,t,x,y\na,0,0,0\n"), "Content-Type", "text/csv").problem(t)
		if name, _, _ := strings.Cut(want, " "); got.Parameter != strings.TrimSuffix(name, ":") || !strings.HasPrefix(got.Detail, want) {
			t.Errorf("%s: %+v, want %s", query, got, want)
		}
	}
}

// saidByFlags returns the error of the command for the flags of a question, without the dashes; "": there is none.
func saidByFlags(k question.Kind, names []string, given url.Values) string {
	d := asking.NewDraft(k)
	for _, name := range names {
		for _, text := range given[name] {
			if err := d.Set(name, text); err != nil {
				return fmt.Sprintf("%s %q: %s", name, infile.Shorten(text), cli.Message(err))
			}
		}
	}
	_, err := d.Reading(asking.QuerySide)
	for _, err := range []error{d.Check(), d.Missing(), err} {
		var field *question.FieldError
		if errors.As(err, &field) {
			return field.Say(func(name string) string {
				if f := "query-" + name; slices.Contains(Parameters("search"), f) {
					return f
				}
				return name
			})
		} else if err != nil {
			return cli.Message(err)
		}
	}
	return ""
}

// FuzzParameters: what the command takes, a server takes, with the same error.
func FuzzParameters(f *testing.F) {
	names := Parameters("search")
	texts := []string{"5", "9m", "9s", "<3ft", "-1", "nan", "inf", "1e400", "", "0", "true", "hits", "pairs", "none", "line", "km,km/s", "2024-05-01", "a=1", "d_min<=4m", "positions,speeds", "a,a", `"a,b`, "id=x,t=none", "m,s", "UTC", "x=ft", "auto"}
	for i := range names {
		for _, text := range texts {
			f.Add(uint8(i), text, uint8(5), "pairs")
		}
	}
	p := serves(f, nil)
	f.Fuzz(func(t *testing.T, one uint8, text string, other uint8, more string) {
		given := url.Values{"distance": {"9"}}
		given.Set(names[int(one)%len(names)], text)
		given.Set(names[int(other)%len(names)], more)
		for _, k := range []kind{searches, joins} {
			if k == joins {
				maps.DeleteFunc(given, func(name string, _ []string) bool { return !slices.Contains(namesOf(p.parameters[joins]), name) })
			}
			said := ""
			_, err := p.parse(k, given)
			if told := (*problem.Problem)(nil); errors.As(err, &told) {
				said = told.Detail
			} else if err != nil {
				t.Errorf("%s %v: %v is no problem", k, given, err)
			}
			if want := saidByFlags(k.asks(), namesOf(p.parameters[k]), given); said != want {
				t.Errorf("%s %v: %q, the command says %q", k, given, said, want)
			}
		}
	})
}
