package fileset

import (
	"context"
	"strings"
	"testing"

	"flyby/internal/reading"
	"flyby/internal/reading/csv"
	"flyby/internal/testing/formattest"
	"flyby/trajectory/format"
)

// leftToSay begins the end of a suggestion that says what the suggested flags leave to say.
const leftToSay = " (left to say: "

// suggested returns the options with the flags that an error suggests; left is what they leave to say. ok is false without a suggestion.
func suggested(t *testing.T, o format.Options, cause string) (with format.Options, left string, ok bool) {
	t.Helper()
	_, words, ok := strings.Cut(cause, "; try: ")
	words, left, _ = strings.Cut(words, leftToSay)
	var flag string
	for _, word := range splitWords(words) {
		switch {
		case word == "--lonlat":
			o.LonLat = true
		case strings.HasPrefix(word, "--"):
			flag = word
			continue
		case flag == "--tz":
			o.Zone = word
		case flag == "--columns":
			o.Columns, _ = format.ParseColumns(word)
		case flag == "--units":
			o.Units, o.ColumnUnits = unitsOfText(word)
		default:
			t.Fatalf("%s: what is %q?", cause, word)
		}
	}
	o.Times, _ = o.TimeReader()
	return o, left, ok
}

// splitWords splits words as a shell does.
func splitWords(text string) (words []string) {
	text = strings.ReplaceAll(text, `'\''`, "\x00")
	for i, part := range strings.Split(text, "'") {
		switch {
		case i%2 == 0:
			words = append(words, strings.Fields(part)...)
		default:
			words = append(words, strings.ReplaceAll(part, "\x00", "'"))
		}
	}
	return words
}

// unitsOfText reads a value of --units.
func unitsOfText(text string) (u format.Units, columns map[string]string) {
	columns = map[string]string{}
	for i, part := range strings.Split(text, ",") {
		switch column, unit, byColumn := strings.Cut(part, "="); {
		case byColumn:
			columns[column] = unit
		case i == 0:
			u.Length = part
		default:
			u.Time = part
		}
	}
	return u, columns
}

// FuzzSuggestions: with the flags that an error about missing columns suggests, a file is read, or its rows are at fault, or the suggestion
// says what it leaves to say.
func FuzzSuggestions(f *testing.F) {
	for _, seed := range [][2]string{
		{"ssvid,timestamp,lat,lon", "3,2024-03-09 20:00:00 UTC,48.3,-123.8"}, {"t,vessel_id,lon,lat", "1710014400000,1,2,3"}, {"vessel_id,time_utc,lon,lat", "a,2024-07-30T06:17:43Z,1,2"},
		{"time;id;x;y", "0.00;0;-4.80;228.50"}, {"name,time,east,north,alt", "a,0,0,0,0"}, {"name,lon,lat", "Port,1,2"}, {"source_id t x y z", "1 -2.0 3.0 40.0 0.5"}, {"ID,T,X,Y", "a,2024-05-01 10:00:00,1,2"},
		{"Device ID,Date Time,Long,Lat", "it's,2024-05-01,1,2"}, {"name,when,x,y", "a,10:00,1,2"}, {"id,t,x,lon,lat", "1,2,3,4,5"}, {"name,t,x,y", "a,1710014400,1,2\na,1710014400123,1,2"}, {"id,sensed,x,y", "a,1710014400123456789,1,2"},
		{"id,date,hour,x,y", "a,01/05/2024,3,1,2"}, {"mmsi,when,x,y", "711014400,1710014400,0,0\n711014400,2024-05-01,1,1"}, {"id,t,X,Y,x", "1,2,3,4,5"}, {"id,t,lon,lat,longitude,latitude", "1,2,3,4,5,6"}, {"a,b,c,d", "1,2,3,4"},
	} {
		f.Add(seed[0], seed[1], uint8(0))
		f.Add(seed[0], seed[1], uint8(15))
	}
	f.Fuzz(func(t *testing.T, header, rows string, flags uint8) {
		if len(header)+len(rows) > formattest.LargestInput || strings.Count(rows, "\n") >= reading.MostGlanced {
			return
		}
		text := []byte(header + "\n" + rows + "\n")
		o := format.Options{Reading: format.Reading{Threads: 1, LonLat: flags&1 != 0}, MayBePlaces: flags&2 != 0, Needs: format.Needs{Length: flags&4 != 0, Time: flags&8 != 0}}
		own := o
		_, err := csv.Read(context.Background(), formattest.InMemory(text), readerOf(own))
		if err == nil {
			return
		}
		with, left, ok := suggested(t, o, err.Error())
		if !ok || strings.Contains(err.Error(), "=NAME") || strings.Contains(left, "t=none") {
			if ok && left == "" {
				t.Errorf("%q: %v: nothing says what is left", text, err)
			}
			return
		}
		_, again := csv.Read(context.Background(), formattest.InMemory(text), readerOf(with))
		if again == nil || left != "" {
			return
		}
		for _, lacking := range []string{"; try: ", "no column ", "--tz", "--units"} {
			if strings.Contains(again.Error(), lacking) {
				t.Errorf("%q: %v: then %v", text, err, again)
			}
		}
	})
}

// TestSuggestionsOfFormats: the same rows have the same suggestion in every format of tables, and with it they are read.
func TestSuggestionsOfFormats(t *testing.T) {
	files := countedFiles(t, []int64{1710014400123, 1710014460123, 1710014520123}, "ssvid", "event_time", "east", "north")
	files["a.parquet"] = formattest.InGroups(t, []lackingRow{{"a", 1710014400123, 0, 0}, {"a", 1710014460123, 1, 0}}, 1)
	delete(files, "binary.vot") // cells in base64 are not looked at
	delete(files, "tagged.vot") // nor are tags with blanks
	for name, text := range files {
		const want = `try: --units t=unixms --columns id=ssvid,t=event_time,x=east,y=north`
		_, _, err := readText(t, name, text, format.Options{})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
			continue
		}
		with, _, _ := suggested(t, format.Options{}, err.Error())
		if s, report, err := readText(t, name, text, with); err != nil || report.Units.Time != "s" || s.T()[0] != 1710014400.123 {
			t.Errorf("%s with it: %v, %+v", name, err, report)
		}
	}
}

type lackingRow struct {
	ID string  `parquet:"ssvid"`
	T  int64   `parquet:"event_time"`
	X  float64 `parquet:"east"`
	Y  float64 `parquet:"north"`
}
