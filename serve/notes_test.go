package serve

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"flyby/internal/inventory"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory/format"
)

// notes returns the notes of a header.
func (r *reply) notes(t *testing.T) (all []string) {
	t.Helper()
	text := r.Header.Get(notesHeader)
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), &all); err != nil || len(all) == 0 {
		t.Fatalf("%q: %v", text, err)
	}
	return all
}

// gapped is a reading that makes notes: with a limit of time, and without bad rows.
func gapped() format.Options {
	return format.Options{Units: format.Units{Length: "m", Time: "s"}, MaxGap: 60, MaxSpeed: math.Inf(1), Reading: format.Reading{SkipBadRows: true}}
}

// queriesWithNotes are bodies with the notes that they lead to, read as gapped says.
func queriesWithNotes() map[string][]string {
	return map[string][]string{
		"id,t,x,y,z\na,0,1,1,1\na,50,1,1,1\n":                          nil,
		"id,t,x,y,z\nbuoy,0,1,1,1\nbuoy,100,1,1,1\n":                   {"the queries: --max-gap leaves 1 of 1 trajectory without a segment, as point events"},
		"id,t,x,y,z\na,0,1,1,1\na,9,far,1,1\na,50,1,1,1\n":             {"the queries: left out 1 of 3 rows", `the queries: row 2: column x: "far": not a number`},
		"id,t,x,y,z\na,0,1,1,1\na,0,1,1,1\na,50,1,1,1\n":               {"the queries: left out 1 of 3 rows that repeat the one before in their trajectory"},
		"id,t,x,y,z\na,0,1,1,1\na,9,\"\x1b[2J\r\n\",1,1\na,50,1,1,1\n": {"the queries: left out 1 of 3 rows", `the queries: row 2: column x: "\x1b[2J\r\n": not a number`},
	}
}

// TestNotes: each form of an answer has the notes on the queries, which are the remarks of the command, and none where there is nothing to say.
func TestNotes(t *testing.T) {
	p := serves(t, func(c *Config) { c.Ask.Read = gapped() })
	for body, want := range queriesWithNotes() {
		if told := p.remarks(body); !slices.Equal(told, want) {
			t.Errorf("%q: the command says %q, want %q", body, told, want)
		}
		for _, m := range medias() {
			for _, level := range question.Joins.Levels() {
				if !m.fits(question.Searches, level) {
					continue
				}
				got := p.send("POST", fmt.Sprintf("/v1/databases/cars/search?distance=900&level=%s", level), strings.NewReader(body), "Content-Type", "text/csv", "Accept", m.mime)
				if got.err != nil || got.StatusCode != http.StatusOK || !slices.Equal(got.notes(t), want) {
					t.Errorf("%q, %s of %s: %v, %v, notes %q, want %q", body, level, m.mime, got.err, got.Response, got.notes(t), want)
				}
				if in := notesIn(t, m, got.body, want); !slices.Equal(in, want) {
					t.Errorf("%q, %s of %s: notes %q, want %q", body, level, m.mime, in, want)
				}
			}
		}
	}
}

// TestNotesOfJumps: an answer says that objects of the database jump, unless the reading has a limit of speed.
func TestNotesOfJumps(t *testing.T) {
	for limit, want := range map[float64]int{0: 1, math.Inf(1): 0, 1e6: 0} {
		p := serves(t, func(c *Config) { c.Ask.Read.MaxSpeed = limit })
		got := p.send("POST", "/v1/databases/cars/join?distance=9", nil)
		if notes := got.notes(t); got.StatusCode != http.StatusOK || len(notes) != want || want > 0 && !strings.HasPrefix(notes[0], "cars: 154 segments far faster than others, the fastest of 35: ") {
			t.Errorf("limit %v: %s, notes %q", limit, got.Status, notes)
		}
	}
}

// remarks returns what the command prints about a file of queries, in the words of notes.
func (p *place) remarks(body string) (all []string) {
	p.Helper()
	j, err := job.Open(p.Context(), job.Ask{
		Inputs: job.Inputs{Entries: []string{p.write("queries.csv", body)}, Read: p.config.Ask.Read},
		Watch: job.Watch{Taken: func(d job.Data, o *format.Options) {
			for _, r := range slices.Concat(inventory.Reading(job.QueriesName, o, &d.Report, d.Trajectories()), inventory.Doubts(job.QueriesName, &d.Report)) {
				r.Text = strings.Replace(r.Text, p.folder+"/queries.csv", job.QueriesName, 1)
				all = append(all, noteOf(r))
			}
		}},
	})
	if err != nil {
		p.Fatal(err)
	}
	if err := j.Close(); err != nil {
		p.Fatal(err)
	}
	return all
}

// notesIn returns the notes in the body of an answer; want for a form whose body has none.
func notesIn(t *testing.T, m media, body string, want []string) []string {
	t.Helper()
	switch {
	case m.page:
		var in []string
		for _, note := range want {
			if strings.Contains(body, "<li>"+html.EscapeString(note)+"</li>") {
				in = append(in, note)
			}
		}
		return in
	case m.list:
		var list struct{ Notes []string }
		if err := json.Unmarshal([]byte(body), &list); err != nil {
			t.Fatal(err)
		}
		return slices.Clip(append([]string(nil), list.Notes...))
	}
	return want
}

// far is a table with a straight line that joins samples far apart in time.
const far = "id,t,x,y,z\n7,0,1,1,1\n7,1,1,1,1\n7,2,1,1,1\n7,3,1,1,1\n7,190,1,1,1\n"

// farNote returns the note on the table, of a data set with a name.
func farNote(name string) string {
	return name + ": 1 straight line joins samples 3.12 min apart in time, ten times the median (1 s) or more: --max-gap T leaves out what is over T (0: nothing)"
}

// TestNotesOfBodies: every format of bodies leads to notes, and counts, streamed answers and answers to forms have them.
func TestNotesOfBodies(t *testing.T) {
	p := serves(t, nil)
	p.held = 10
	form := "--x\r\nContent-Disposition: form-data; name=\"database\"\r\n\r\ncars\r\n--x\r\nContent-Disposition: form-data; name=\"distance\"\r\n\r\n900\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"queries\"; filename=\"far.csv\"\r\n\r\n" + far + "\r\n--x--\r\n"
	const search = "/v1/databases/cars/search?distance=900"
	for _, b := range []struct{ path, of, text, accept string }{
		{search, "text/csv", far, "text/csv"},
		{search, "application/x-ndjson", ndjson(far), "text/csv"},
		{search, "application/vnd.apache.parquet", p.converted(far, "parquet"), "application/json"},
		{search, "application/vnd.apache.arrow.stream", p.converted(far, "arrows"), "application/json"},
		{search + "&count=true", "text/csv", far, "text/plain"},
		{search + "&count=true", "text/csv", far, "application/json"},
		{"/", "multipart/form-data; boundary=x", form, "text/html"},
	} {
		got := p.send("POST", b.path, strings.NewReader(b.text), "Content-Type", b.of, "Accept", b.accept)
		if want := []string{farNote(job.QueriesName)}; got.err != nil || got.StatusCode != http.StatusOK || !slices.Equal(got.notes(t), want) {
			t.Errorf("%s as %s: %v, %v, notes %q, want %q: %.300s", b.of, b.accept, got.err, got.Response, got.notes(t), want, got.body)
		}
	}
}

// TestNotesOfDatabases: answers of joins and searches have notes on doubtful segments of their database, under its name; a refused request has none.
func TestNotesOfDatabases(t *testing.T) {
	p := serves(t, func(c *Config) {
		if err := os.WriteFile(c.Databases[0].Files[0], []byte(far), 0o600); err != nil {
			t.Fatal(err)
		}
	})
	queries := "id,t,x,y,z\n1,0,1,1,1\n1,9,1,1,1\n"
	for path, status := range map[string]int{"join?distance=9": 200, "search?distance=9": 200, "join?distance=9&geometry=x": 400} {
		body := ""
		if strings.HasPrefix(path, "search") {
			body = queries
		}
		got, want := p.send("POST", "/v1/databases/cars/"+path, strings.NewReader(body), "Content-Type", "text/csv"), []string{farNote("cars")}
		if status != 200 {
			want = nil
		}
		if got.err != nil || got.StatusCode != status || !slices.Equal(got.notes(t), want) {
			t.Errorf("%s: %v, %v, notes %q, want %q", path, got.err, got.Response, got.notes(t), want)
		}
	}
}

// TestNotesValue: the header is short, printable ASCII, and JSON; it says how many notes it has no room for.
func TestNotesValue(t *testing.T) {
	long := strings.Repeat("é", 1<<10)
	for _, c := range []struct {
		notes []string
		want  string
	}{
		{[]string{"a\r\nSet-Cookie: \"b\\\x00\u2028🚗ü\x7f"}, `["a\u000d\u000aSet-Cookie: \"b\\\u0000\u2028\ud83d\ude97\u00fc\u007f"]`},
		{[]string{"one", "two"}, `["one","two"]`},
		{[]string{long}, `["` + strings.Repeat(`\u00e9`, 65) + `..."]`},
		{slices.Repeat([]string{long}, 1000), `["` + strings.Repeat(`\u00e9`, 65) + `...","` + strings.Repeat(`\u00e9`, 65) + `...","998 more notes"]`},
	} {
		got := notesValue(c.notes)
		if got != c.want || len(got) > notesBytes {
			t.Errorf("%.80q: %d bytes: %s, want %s", c.notes, len(got), got, c.want)
		}
	}
}

// FuzzNotesValue: the value of the header is JSON in printable ASCII and within its bounds, whatever the notes are; a note that is short comes back as it was.
func FuzzNotesValue(f *testing.F) {
	f.Add("the queries: \r\n\xff", 3)
	f.Fuzz(func(t *testing.T, note string, n int) {
		notes := slices.Repeat([]string{note}, 1+max(0, n%100))
		text := notesValue(notes)
		var back []string
		if err := json.Unmarshal([]byte(text), &back); err != nil || len(text) > notesBytes || len(back) == 0 {
			t.Fatalf("%q: %s: %v", note, text, err)
		}
		if at := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }); at >= 0 {
			t.Errorf("%q: %s: byte %d is not printable", note, text, at)
		}
		if utf8.ValidString(note) && len(note) < 50 && back[0] != note {
			t.Errorf("%q came back as %q", note, back[0])
		}
	})
}

// TestNotesOfNames: a body that lacks a column which the server's options name has the neutral name, which is told; without both it is refused.
func TestNotesOfNames(t *testing.T) {
	p := serves(t, func(c *Config) {
		if err := os.WriteFile(c.Databases[0].Files[0], []byte(strings.Replace(cars(40), "id,", "car,", 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		c.Ask.Read.Columns = map[string]string{"id": "car"}
	})
	for name, want := range map[string][]string{"id": {"the queries: no column car: id is taken"}, "car": nil, "who": nil} {
		got := p.send("POST", "/v1/databases/cars/search?distance=9", strings.NewReader(name+",t,x,y,z\n1,0,1,1,1\n1,9,1,1,1\n"), "Content-Type", "text/csv")
		if refused := got.StatusCode != http.StatusOK; got.err != nil || refused != (name == "who") || !slices.Equal(got.notes(t), want) {
			t.Errorf("%s: %v, %v, notes %q, want %q", name, got.err, got.Response, got.notes(t), want)
		}
	}
}
