package serve

import (
	"mime"
	"slices"
	"strconv"
	"strings"

	"flyby/question"
)

// A media is a form of an answer.
type media struct {
	mime   string           // as the header says it, with its charset
	format string           // a word of --out-format; "": converted from another format
	page   bool             // the report
	list   bool             // one array of the objects of NDJSON
	typed  bool             // it has a column for geometries
	levels []question.Level // nil: all
}

// fits reports whether the answers of a kind of question, at a level, have the form.
func (m *media) fits(k question.Kind, level question.Level) bool {
	drawn := k == question.Clusterings || !k.OfPoints()
	return (m.levels == nil || slices.Contains(m.levels, level)) && (drawn || !m.page)
}

// medias returns the forms of answers with rows. The first is the default.
func medias() []media {
	few := []question.Level{question.Encounters, question.Pairs, question.Nearest, question.Visits, question.Events, question.Members, question.Groups, question.Counts, question.Neighbours, question.Clusters}
	drawn := []question.Level{question.Encounters, question.Pairs, question.Nearest, question.Members, question.Visits, question.Clusters}
	return []media{
		{mime: "text/csv; charset=utf-8", format: "csv"},
		{mime: "application/vnd.apache.arrow.stream", format: "arrow", typed: true},
		{mime: "application/vnd.apache.parquet", format: "parquet", typed: true},
		{mime: "application/x-ndjson", format: "ndjson"},
		{mime: "application/json", format: "ndjson", list: true, levels: few},
		{mime: "text/html; charset=utf-8", page: true, levels: drawn},
	}
}

// types lists the types of forms.
func types(all []media) string {
	var names []string
	for _, m := range all {
		name, _, _ := strings.Cut(m.mime, ";")
		names = append(names, name)
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// counted returns the forms of a count of rows.
func counted() []media {
	return []media{{mime: "text/plain; charset=utf-8"}, {mime: "application/json"}}
}

// explained returns the form of an explanation, and of descriptions of databases.
func explained() []media { return []media{{mime: "application/json"}} }

// A taste is a media range of an Accept header, with its quality.
type taste struct {
	of      string // "text/csv", "text/*", "*/*"
	quality float64
}

// tastes returns the media ranges of Accept headers. Words that are no media range are left out.
func tastes(headers []string) (all []taste) {
	for part := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		of, params, err := mime.ParseMediaType(part)
		if err != nil || !strings.Contains(of, "/") {
			continue
		}
		t := taste{of, 1}
		if q, given := params["q"]; given {
			if t.quality, err = strconv.ParseFloat(q, 64); err != nil || !(t.quality >= 0 && t.quality <= 1) {
				continue
			}
		}
		all = append(all, t)
	}
	return all
}

// quality returns the quality of a media type, by the most specific range that it is in.
func quality(all []taste, of string) (q float64) {
	name, _, _ := strings.Cut(of, ";")
	kind, _, _ := strings.Cut(name, "/")
	for _, this := range []string{"*/*", kind + "/*", name} {
		for _, t := range all {
			if t.of == this {
				q = t.quality
			}
		}
	}
	return q
}

// choose returns the media type of the highest quality, of equal ones the first. A client without the header gets the first.
func choose(headers []string, from []media) (best media, ok bool) {
	if len(headers) == 0 {
		return from[0], true
	}
	all, most := tastes(headers), 0.0
	for _, m := range from {
		if q := quality(all, m.mime); q > most {
			best, most = m, q
		}
	}
	return best, most > 0
}
