package fileset

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// TestSettleIDs: a vehicle keeps its id, a person an id that only a container shares, and ids are integers where all are.
func TestSettleIDs(t *testing.T) {
	const p, c = "\xffp", "\xffc"
	for _, test := range []struct {
		ids     []string
		names   []string
		ints    []int64
		renamed format.Renamed
	}{
		{[]string{"a", p + "b", c + "d"}, []string{"a", "b", "d"}, nil, format.Renamed{}},
		{[]string{"2", p + "10", c + "-3"}, nil, []int64{2, 10, -3}, format.Renamed{}},
		{[]string{"2", p + "10", c + "+3"}, []string{"2", "10", "+3"}, nil, format.Renamed{}},
		{[]string{p + "0", "0", "1"}, []string{"person:0", "0", "1"}, nil, format.Renamed{Persons: 1, Containers: 0, First: []string{"person:0"}}},
		{[]string{c + "0", p + "0"}, []string{"container:0", "0"}, nil, format.Renamed{Persons: 0, Containers: 1, First: []string{"container:0"}}},
		{[]string{c + "0", p + "0", "0"}, []string{"container:0", "person:0", "0"}, nil, format.Renamed{Persons: 1, Containers: 1, First: []string{"person:0", "container:0"}}},
		{[]string{c + "b", p + "z", p + "b", p + "a", "z", "b", "a"}, []string{"container:b", "person:z", "person:b", "person:a", "z", "b", "a"}, nil, format.Renamed{Persons: 3, Containers: 1, First: []string{"person:a", "person:b", "person:z"}}},
		{[]string{p + "person:0", "0"}, []string{"person:0", "0"}, nil, format.Renamed{}},
		{[]string{p + "person:0", "person:0"}, []string{"person:person:0", "person:0"}, nil, format.Renamed{Persons: 1, Containers: 0, First: []string{"person:person:0"}}},
	} {
		s, err := reading.SettleIDs("a.xml", reading.IDs{Name: test.ids})
		if err != nil || !slices.Equal(s.IDs.Name, test.names) || !slices.Equal(s.IDs.Int, test.ints) || fmt.Sprint(s.Renamed) != fmt.Sprint(test.renamed) {
			t.Errorf("%q: %+v, %v", test.ids, s, err)
		}
		for i, id := range test.ids {
			if got := s.IDs.AsRead(uint32(i)); got != id {
				t.Errorf("%q was read as %q", id, got)
			}
		}
	}
	for _, taken := range []string{"person:0", p + "person:0", c + "person:0"} {
		_, err := reading.SettleIDs("a.xml", reading.IDs{Name: []string{"0", p + "0", taken}})
		if want := `a.xml: a person and another object have the id "0", and the person would be called "person:0", which is an id, too; --where kind!=person leaves it out`; err == nil || err.Error() != want {
			t.Errorf("%q: %v", taken, err)
		}
	}
}

// TestForgedMarks: an id that looks like one with a mark is not UTF-8, whether or not a person has been read before.
func TestForgedMarks(t *testing.T) {
	person := `<person id="0" x="1" y="2"/>`
	forged := "<vehicle id=\"\xffp0\" x=\"1\" y=\"2\"/>"
	for _, text := range []string{forged + person, person + forged, `<vehicle id="1" x="1" y="2"/>` + person + forged} {
		_, _, err := readText(t, "a.xml", fcdFile(`<timestep time="0">`+text+"</timestep>"), format.Options{})
		if err == nil || !strings.HasSuffix(err.Error(), reading.NotUTF8) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, rows := range []string{"0;\xffp0;1;1;;;\n", "0;;;;0;1;1\n0;\xffp0;1;1;;;\n"} {
		_, _, err := readText(t, "a.csv", "timestep_time;vehicle_id;vehicle_x;vehicle_y;person_id;person_x;person_y\n"+rows, format.Options{})
		if err == nil || !strings.HasSuffix(err.Error(), reading.NotUTF8) {
			t.Errorf("%q: %v", rows, err)
		}
	}
}

// TestSettledEverywhere: Read, ReadRows, ReadFiles and ReadFileRows have the same ids, none from bad rows, and attributes by these ids.
func TestSettledEverywhere(t *testing.T) {
	text := fcdFile(`<timestep time="0"><person id="0" x="0" y="6" type="walker"/><vehicle id="0" x="0" y="0" type="car"/><person id="1" x="2" y="2" type="jogger"/><vehicle id="1" x="a" y="0"/></timestep>
<timestep time="1"><person id="0" x="1" y="6"/><vehicle id="0" x="9" y="0"/><person id="1" x="2" y="3"/></timestep>`)
	paths := writeAll(t, t.TempDir(), map[string]string{"a.xml": text})
	o := format.Options{Reading: format.Reading{SkipBadRows: true}, Attributes: []string{reading.KindColumn, "type"}}
	want := []string{"0 vehicle car", "1 person jogger", "person:0 person walker"}
	s, report, err := Read(t.Context(), paths[0], o)
	if err != nil {
		t.Fatal(err)
	}
	again, second, err := ReadFiles(t.Context(), filesAt(paths[0], paths[0]), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []struct {
		*trajectory.Store
		format.Report
	}{{s, report}, {again, second}} {
		kinds, types := of.Attributes.Of(reading.KindColumn, of.Store), of.Attributes.Of("type", of.Store)
		var got []string
		for traj := range of.Trajectories() {
			got = append(got, strings.Join([]string{of.ID(traj), kinds[traj], types[traj]}, " "))
		}
		if !slices.Equal(got, want) || of.Renamed.Persons != 1 {
			t.Errorf("%q, want %q; %+v", got, want, of.Renamed)
		}
	}
	ids, third, err := ReadRows(t.Context(), paths[0], o, passOver)
	all, fourth, err2 := ReadFileRows(t.Context(), filesAt(paths...), o, passOver)
	if inFile := []string{"person:0", "0", "1"}; err != nil || err2 != nil || !slices.Equal(ids.Name, inFile) || !slices.Equal(all.Name, inFile) || third.Renamed.Persons+fourth.Renamed.Persons != 2 {
		t.Errorf("%+v, %+v; %v, %v", ids, all, err, err2)
	}
}

// TestClashOfPersons: the error about a person whom two files have in two places at one time has its name and both lines; a vehicle with
// its id is no clash.
func TestClashOfPersons(t *testing.T) {
	at := func(kind, x string) string {
		return fmt.Sprintf("<timestep time=\"0\">\n<%s id=\"7\" x=%q y=\"0\"/></timestep>\n", kind, x)
	}
	paths := writeAll(t, t.TempDir(), map[string]string{"a.xml": fcdFile(at("vehicle", "1") + at("person", "2")), "b.xml": fcdFile(at("person", "3"))})
	_, _, err := ReadFiles(t.Context(), filesAt(paths...), format.Options{})
	if want := fmt.Sprintf(`%s:5: column time: "0": trajectory person:7 is at another place at this time in %s:7`, paths[1], paths[0]); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
