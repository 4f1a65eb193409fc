package serve

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"flyby/cluster"
	"flyby/internal/inventory"
	"flyby/job"
	"flyby/trajectory/format"
)

// notesHeader is the header of an answer with notes.
const notesHeader = "Flyby-Notes"

// Bounds of the header in bytes: of all notes, beyond which proxies refuse an answer, and of one note.
const (
	notesBytes = 1024
	noteBytes  = 400
)

// lineOfBody is the place of a row of a body of text, in messages.
var lineOfBody = regexp.MustCompile("^ *" + job.QueriesName + `:(\d+): `)

// hear has the notes of the request be what the command prints on standard error: about doubtful segments of the database, and about the reading of the queries.
func (x *request) hear() {
	note := func(all []inventory.Remark) {
		for _, r := range all {
			x.to.notes = append(x.to.notes, noteOf(r))
		}
	}
	if points := x.read.base.Points(); points != nil {
		if points.Aside != "" {
			x.to.notes = append(x.to.notes, x.d.Name+": "+points.Aside)
		}
		x.q.ask.TakenPoints = func(d job.PointData) { note(inventory.Points(d.Name, &d.Read, &d.Report)) }
		x.q.ask.Curve = func(d cluster.Distances) {
			if eps, err := d.Knee(); err == nil {
				x.to.notes = append(x.to.notes, fmt.Sprintf("%s: eps auto: %v, the knee of the distances to neighbour number %d", x.d.Name, eps, d.MinPoints-1))
			}
		}
		return
	}
	d := x.read.base.Data()
	note(inventory.Heights(x.d.Name, &d.Report))
	note(inventory.Doubts(x.d.Name, &d.Report))
	x.q.ask.Taken = func(d job.Data, o *format.Options) {
		note(inventory.Reading(d.Name, o, &d.Report, d.Trajectories()))
		note(inventory.Heights(d.Name, &d.Report))
		note(inventory.Doubts(d.Name, &d.Report))
	}
}

// hearZones adds what was made of zones to the notes.
func (x *request) hearZones(j *job.Job) {
	if z := j.Zones(); z != nil {
		name := zonesName
		if x.q.kept != nil {
			name = x.q.kept.d.Name
		}
		for _, r := range inventory.Zones(name, z) {
			x.to.notes = append(x.to.notes, r.Text)
		}
	}
}

// noteOf returns a remark as a note, with the number of a row, as problems have it, in place of a line's.
func noteOf(r inventory.Remark) string {
	at := lineOfBody.FindStringSubmatch(r.Text)
	if at == nil {
		return strings.TrimSpace(r.Text)
	}
	line, _ := strconv.ParseInt(at[1], 10, 64) //nolint:errcheck // it is digits
	return fmt.Sprintf("%s: row %d: %s", job.QueriesName, line-1, r.Text[len(at[0]):])
}

// notesValue returns notes as the value of the header: an array of JSON in ASCII. Notes that it has no room for are counted by its last element.
func notesValue(notes []string) string {
	var all []string
	bytes := len(`["1000000 more notes"]`)
	for i, note := range notes {
		one := quoted(note, noteBytes)
		if bytes += len(one) + 1; bytes > notesBytes {
			all = append(all, fmt.Sprintf(`"%d more notes"`, len(notes)-i))
			break
		}
		all = append(all, one)
	}
	return "[" + strings.Join(all, ",") + "]"
}

// quoted returns a text as a string of JSON of no more bytes than most, all of them printable ASCII; a longer text ends in three points.
func quoted(text string, most int) string {
	b := []byte{'"'}
	for _, r := range text {
		one := escaped(r)
		if len(b)+len(one)+len(`..."`) > most {
			b = append(b, "..."...)
			break
		}
		b = append(b, one...)
	}
	return string(append(b, '"'))
}

// escaped returns a character as a string of JSON has it.
func escaped(r rune) (text string) {
	switch {
	case r == '"' || r == '\\':
		return `\` + string(r)
	case r >= ' ' && r < 0x7f:
		return string(r)
	}
	for _, unit := range utf16.AppendRune(nil, r) {
		text += fmt.Sprintf(`\u%04x`, unit)
	}
	return text
}
