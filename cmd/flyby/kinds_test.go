package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"flyby/internal/cli"
	"flyby/internal/tier"
	"flyby/trajectory/format"
)

// actor is an object of a made-up run of SUMO that moves straight on.
type actor struct {
	kind, id string
	x, y     float64
	speed    float64
}

// sumoXML returns floating-car data of actors at steps of a second, from one time to another.
func sumoXML(from, to int, actors ...actor) string {
	var b strings.Builder
	b.WriteString("<fcd-export>\n")
	for t := from; t < to; t++ {
		fmt.Fprintf(&b, "<timestep time=\"%d.00\">\n", t)
		for _, a := range actors {
			fmt.Fprintf(&b, "<%s id=%q x=\"%v\" y=\"%v\"/>\n", a.kind, a.id, a.x+a.speed*float64(t), a.y)
		}
		b.WriteString("</timestep>\n")
	}
	b.WriteString("</fcd-export>\n")
	return b.String()
}

// sumoCSV returns the data as SUMO's xml2csv.py writes them.
func sumoCSV(from, to int, actors ...actor) string {
	var b strings.Builder
	kinds := []string{"container", "person", "vehicle"}
	b.WriteString("timestep_time")
	for _, kind := range kinds {
		fmt.Fprintf(&b, ";%s_id;%[1]s_x;%[1]s_y", kind)
	}
	for t := from; t < to; t++ {
		for _, a := range actors {
			fmt.Fprintf(&b, "\n%d.00", t)
			for _, kind := range kinds {
				if kind == a.kind {
					fmt.Fprintf(&b, ";%s;%v;%v", a.id, a.x+a.speed*float64(t), a.y)
				} else {
					b.WriteString(";;;")
				}
			}
		}
	}
	return b.String() + "\n"
}

// sharedID returns a vehicle and a person of one id, which start 6 m apart, and the same two with ids of their own.
func sharedID() (same, apart []actor) {
	same = []actor{{"vehicle", "0", 0, 0, 10}, {"person", "0", 0, 6, 1}}
	apart = slices.Clone(same)
	apart[1].id = "person:0"
	return same, apart
}

// TestPersonsBesideVehicles: a vehicle and a person of one id are two objects, in every format, in one file or several, in memory
// or not: a file with distinct ids has the same answer, without the line that reports new names.
func TestPersonsBesideVehicles(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	same, apart := sharedID()
	write(t, "apart.xml", sumoXML(0, 60, apart...))
	for name, text := range map[string]string{
		"idid.xml": sumoXML(0, 60, same...), "idid.csv": sumoCSV(0, 60, same...), "vehicles.xml": sumoXML(0, 60, same[0]), "persons.xml": sumoXML(0, 60, same[1]),
		"persons.csv": sumoCSV(0, 60, same[1]), "late.xml": sumoXML(30, 60, same...), "early.csv": sumoCSV(0, 30, same...), "early.xml": sumoXML(0, 30, same...), "back.xml": sumoXML(0, 60, same[1], same[0]),
	} {
		write(t, name, text)
	}
	must(t, "convert", "idid.xml", "--out", "idid.parquet", "--quiet")
	ask := func(args ...string) result {
		return invoke(t, "", append([]string{"join", "--distance", "500m"}, args...)...)
	}
	want := ask("apart.xml")
	if want.status != cli.OK || !strings.Contains(want.out, "person:0,") {
		t.Fatalf("%+v", want)
	}
	for _, input := range []string{
		"idid.xml", "idid.csv", "idid.parquet", "back.xml", "vehicles.xml persons.xml", "persons.xml vehicles.xml", "persons.csv vehicles.xml", "early.xml late.xml", "early.csv late.xml",
		"idid.xml late.xml", "idid.xml --skip-bad-rows", "idid.xml --sort-times", "idid.csv --sort-times",
	} {
		for _, spooled := range []bool{false, true} {
			r := invokeOn(t, streams{outgrown: spooled}, slices.Concat([]string{"join", "--distance", "500m"}, strings.Fields(input))...)
			told := strings.Contains(r.err, ": 1 person has the id of another object: it is called person:0\n")
			if r.out != want.out || r.status != cli.OK || told == (input == "idid.parquet") {
				t.Errorf("%s, spooled %t: %+v, want %s", input, spooled, r, want.out)
			}
		}
	}
	if r := ask("idid.xml", "--quiet"); r.err != "" {
		t.Errorf("--quiet: %q", r.err)
	}
	must(t, "join", "idid.xml", "--distance", "500m", "--out", "rows.csv", "--quiet")
	must(t, "verify", "rows.csv", "--entries", "idid.csv", "--preset", "sumo", "--distance", "500m", "--quiet")
}

// TestWithKind: --with kind adds whether an object is a vehicle, a person or a container, and --where selects by it. An id that
// no vehicle shares stays, and integer ids stay integers.
func TestWithKind(on *testing.T) {
	t := beside(on)
	tier.Full(t)
	t.Chdir(t.TempDir())
	actors := []actor{
		{"vehicle", "9", 0, 0, 0}, {"vehicle", "10", 1, 0, 0}, {"person", "8", 2, 0, 0}, {"person", "11", 3, 0, 0}, {"container", "12", 4, 0, 0},
	}
	shared := append(slices.Clone(actors), actor{"person", "10", 5, 0, 0}, actor{"container", "11", 6, 0, 0})
	for name, of := range map[string][]actor{"kinds": actors, "shared": shared} {
		write(t, name+".xml", sumoXML(0, 2, of...))
		write(t, name+".csv", sumoCSV(0, 2, of...))
	}
	for _, c := range []struct {
		args string
		want []string // first ids of the pairs with their kinds
	}{
		{"kinds", []string{"8 person 9 vehicle", "9 vehicle 10 vehicle", "8 person 10 vehicle", "8 person 11 person", "10 vehicle 11 person", "9 vehicle 11 person", "11 person 12 container", "8 person 12 container", "10 vehicle 12 container", "9 vehicle 12 container"}},
		{"kinds --where kind=person", []string{"8 person 11 person"}},
		{"kinds --where kind!=person", []string{"9 vehicle 10 vehicle", "10 vehicle 12 container", "9 vehicle 12 container"}},
		{"shared --where kind=person", []string{"8 person 10 person", "8 person 11 person", "10 person 11 person"}},
		{"shared --where kind!=container --where x>=1", []string{
			"10 vehicle 11 person", "10 vehicle 8 person", "11 person 8 person", "10 vehicle person:10 person", "11 person person:10 person", "8 person person:10 person",
		}},
		{"shared --where kind!=vehicle --where x>=3", []string{
			"10 person 11 person", "11 person 12 container", "10 person 12 container", "11 person container:11 container", "10 person container:11 container", "12 container container:11 container",
		}},
	} {
		for _, format := range []string{".xml", ".csv"} {
			name, more, _ := strings.Cut(c.args, " ")
			if format == ".csv" {
				more = strings.ReplaceAll(more, "--where x>=1", "--where vehicle_x!=0")
				more = strings.ReplaceAll(more, "--where x>=3", "--where person_x!=2")
			}
			for _, spooled := range []bool{false, true} {
				r := invokeOn(t, streams{outgrown: spooled}, strings.Fields("join "+name+format+" --units m --distance 100 --level pairs --with kind "+more)...)
				got := pairsOfKinds(r.out)
				want := slices.Sorted(slices.Values(c.want))
				if r.status != cli.OK || !slices.Equal(got, want) {
					t.Errorf("%s%s, spooled %t: %q, want %q; %s", c.args, format, spooled, got, want, r.err)
				}
			}
		}
	}
}

// pairsOfKinds returns the ids and kinds of the rows of pairs, in order.
func pairsOfKinds(out string) (all []string) {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	head := strings.Split(lines[0], ",")
	query, entry := slices.Index(head, "query_kind"), slices.Index(head, "entry_kind")
	if query < 0 || entry < 0 {
		return []string{out}
	}
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		all = append(all, strings.Join([]string{cells[0], cells[query], cells[1], cells[entry]}, " "))
	}
	return slices.Sorted(slices.Values(all))
}

// TestRenamedObjectsAreReported: summaries and info list renamed objects, as JSON; a new name that is taken is refused.
func TestRenamedObjectsAreReported(on *testing.T) {
	t := beside(on)
	t.Chdir(t.TempDir())
	var actors []actor
	for _, id := range []string{"0", "1", "2", "3"} {
		actors = append(actors, actor{"vehicle", id, 0, 0, 1}, actor{"person", id, 9, 9, 1}, actor{"container", id, 5, 5, 1})
	}
	write(t, "all.xml", sumoXML(0, 3, actors...))
	want := format.Renamed{Persons: 4, Containers: 4, First: []string{"person:0", "person:1", "person:2"}}
	for _, c := range []struct{ args, key string }{
		{"join all.xml --distance 1 --json --out out.csv", "entry_renamed"}, {"search --entries all.xml --queries all.xml --distance 1 --json --out out.csv", "query_renamed"},
		{"convoys all.xml --distance 1 --min-size 2 --min-duration 1 --json --out out.csv", "entry_renamed"}, {"info all.xml --json", "renamed"}, {"at --entries all.xml --time 1 --json --out out.csv", "renamed"},
	} {
		r := invoke(t, "", strings.Fields(c.args)...)
		lines := strings.Split(strings.TrimSpace(r.err), "\n")
		if c.key == "renamed" && r.out != "" {
			lines = []string{r.out}
		}
		summary := map[string]json.RawMessage{}
		var got format.Renamed
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &summary); err != nil || json.Unmarshal(summary[c.key], &got) != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v; %v %s", c.args, got, want, err, r.err)
		}
	}
	r := invoke(t, "", "info", "all.xml")
	if line := "flyby: all.xml: 4 persons and 4 containers have the id of another object: they are called person:0, person:1, person:2 and so on\n"; r.err != line {
		t.Errorf("%q, want %q", r.err, line)
	}
	write(t, "taken.xml", sumoXML(0, 3, append(actors, actor{"vehicle", "person:2", 0, 0, 1})...))
	r = invoke(t, "", "info", "taken.xml")
	if r.status != cli.Failure || !strings.Contains(r.err, `taken.xml: a person and another object have the id "2", and the person would be called "person:2", which is an id, too; --where kind!=person leaves it out`) {
		t.Errorf("%+v", r)
	}
}
