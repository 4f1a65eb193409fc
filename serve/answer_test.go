package serve

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"flyby"
	"flyby/job"
	"flyby/question"
)

// TestAnswersAreTheCommands: an answer of every form and level has the bytes of the command, and the trailers count its rows.
func TestAnswersAreTheCommands(t *testing.T) {
	p := serves(t, nil)
	queries := cars(7)
	file := p.write("queries.csv", queries)
	for _, level := range question.Joins.Levels() {
		for _, m := range medias()[:4] {
			for _, kind := range []kind{joins, searches} {
				ask := job.Ask{Question: question.Question{Search: flyby.Search{Distance: 9}, Level: level}}
				path, body, headers := fmt.Sprintf("/v1/databases/cars/%s?distance=9&level=%s", kind, level), "", []string{"Accept", m.mime}
				if kind == searches {
					ask.Queries, body, headers = []string{file}, queries, append(headers, "Content-Type", "text/csv")
				}
				want, report := p.want(ask, m.format)
				got := p.send("POST", path, strings.NewReader(body), headers...)
				if got.err != nil || got.StatusCode != 200 || got.body != want || report.Rows == 0 {
					t.Fatalf("%s %s: %v, %+v: %d bytes, want %d: %.300s", path, m.mime, got.err, got.Response, len(got.body), len(want), got.body)
				}
				if got.Header.Get("Content-Type") != m.mime || got.Trailer.Get(rowsTrailer) != fmt.Sprint(report.Rows) || got.Trailer.Get(timeTrailer) == "" {
					t.Errorf("%s %s: %v, trailers %v, want %d rows", path, m.mime, got.Header, got.Trailer, report.Rows)
				}
			}
		}
	}
}

// TestList: JSON is an object with the objects of NDJSON, of encounters and pairs, and with notes.
func TestList(t *testing.T) {
	p := serves(t, nil)
	for _, distance := range []string{"9", "0"} {
		lines := p.send("POST", "/v1/databases/cars/join?distance="+distance+"&with=speed", nil, "Accept", "application/x-ndjson")
		all := p.send("POST", "/v1/databases/cars/join?distance="+distance+"&with=speed", nil, "Accept", "application/json")
		var list struct{ Notes, Rows []json.RawMessage }
		if err := json.Unmarshal([]byte(all.body), &list); err != nil || list.Rows == nil || list.Notes == nil || len(list.Notes) > 0 {
			t.Fatalf("distance %s: %v: %.200s", distance, err, all.body)
		}
		var text strings.Builder
		for _, row := range list.Rows {
			text.WriteString(string(row) + "\n")
		}
		if text.String() != lines.body {
			t.Errorf("distance %s: %.300s, want %.300s", distance, text.String(), lines.body)
		}
	}
}
