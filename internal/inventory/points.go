package inventory

import (
	"cmp"
	"fmt"
	"strings"

	"flyby/internal/cli"
	"flyby/internal/printable"
	"flyby/internal/reading"
	"flyby/internal/zonefile"
	points "flyby/points/format"
)

// Points returns the remarks about a set of points, which was read with some options: about columns that were taken, and about columns and rows that were left out. Name is its name in the remarks.
func Points(name string, o *points.Options, r *points.Report) []Remark {
	t := &teller{name: name}
	t.choose("%s", taken(r, o))
	for _, text := range []string{r.Conversion, r.Aside} {
		if text != "" {
			t.warn("%s", text)
		}
	}
	if len(r.Ignored) > 0 {
		t.warn("left out columns that hold no numbers: %s", strings.Join(r.Ignored, ", "))
	}
	for _, text := range []string{reading.ZoneNote(r.Unzoned), reading.OfDayNote(r.OfDay), r.RowlessText()} {
		if text != "" {
			t.warn("%s", text)
		}
	}
	t.missed(&r.Tally)
	t.bad(&r.Tally)
	return t.all
}

// taken names the columns of a file of points that are read as id and coordinates, and the --columns that reads others.
func taken(r *points.Report, o *points.Options) string {
	const most = 30
	names := "all numbers of a row"
	if len(r.Columns) > 0 {
		names = strings.Join(r.Columns[:min(most, len(r.Columns))], ", ")
	}
	if n := len(r.Columns); n > most {
		names += fmt.Sprintf(", ... (%d in all)", n)
	}
	if r.Geometry != "" {
		names = r.Geometry
	}
	text := "coordinates " + names + "; id " + cmp.Or(r.ID, "the number of the row")
	if r.Numbered {
		text += "; the first line is taken for the header that pandas writes of columns without names"
	}
	if ways := otherwise(r, o); len(ways) > 0 {
		text += "; not so? " + strings.Join(ways, ", or ")
	}
	return text
}

// otherwise says which flags read a file of points otherwise than it was taken.
func otherwise(r *points.Report, o *points.Options) (ways []string) {
	if r.Numbered && !r.Indexed {
		ways = append(ways, o.Flag("no-header"))
	}
	if r.Otherwise != "" {
		ways = append(ways, o.Flag("columns")+" "+r.Otherwise)
	}
	return ways
}

// Zones returns the remarks about zones that were read for data. Name is their name in the remarks.
func Zones(name string, z *zonefile.Zones) []Remark {
	t, r := &teller{name: name}, z.Report()
	if z.Skipped > 0 {
		t.all = append(t.all, Remark{Text: printable.Text(fmt.Sprintf("left out %s: %s", Plural(z.Skipped, "bad zone"), cli.Message(z.Causes[0])))}) // the cause names the file
	}
	if r.SelfRings > 0 {
		t.warn("%s, the first in zone %q near (%v, %v): what is inside is decided by parity", Plural(r.SelfRings, "ring that crosses itself"), r.SelfZone, r.SelfPlace[0], r.SelfPlace[1])
	}
	if r.Split > 0 {
		t.choose("%s, straight in degrees, split into %s", Plural(r.Split, "side"), Plural(r.SplitParts, "arc"))
	}
	return t.all
}
