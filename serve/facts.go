package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"

	"flyby/internal/inventory"
	"flyby/internal/printable"
	"flyby/internal/survey"
	"flyby/job"
	"flyby/trajectory"
)

// facts describe a database: the facts of info --json, and the method and device of its searches.
type facts struct {
	Name   string `json:"name"`
	Method string `json:"method"`
	Device string `json:"device"`
	Bytes  uint64 `json:"memory_bytes"` // with the index
	inventory.Facts
}

// pointFacts describe a database of points.
type pointFacts struct {
	Name        string   `json:"name"`
	Points      int      `json:"points"`
	Dimensions  int      `json:"dimensions"`
	Coordinates []string `json:"coordinates,omitempty"` // names of columns
	ID          string   `json:"id,omitempty"`          // of the column; absent: ids are numbers of rows
	Degrees     bool     `json:"degrees"`               // coordinates were degrees, and are earth-centred metres
	Length      string   `json:"length,omitempty"`      // the unit of coordinates; absent: not known
	Bytes       uint64   `json:"memory_bytes"`
}

// encodedPointFacts returns the facts of a database of points as JSON.
func encodedPointFacts(name string, of *job.Base) ([]byte, error) {
	d := of.Points()
	return json.Marshal(pointFacts{name, d.Len(), d.Dimensions(), d.Report.Columns, d.Report.ID, d.Degrees, unitsOf(d).Length, of.Bytes()})
}

// encodedFacts returns the facts of a database as JSON.
func encodedFacts(name string, of *job.Base, columns map[string]string) ([]byte, error) {
	if of.Points() != nil {
		return encodedPointFacts(name, of)
	}
	data := of.Data()
	method, device := of.Runs()
	f := inventory.Of(data.Store, data.Store, &data.Report, columns)
	if data.Space().Frame == trajectory.EarthCentred {
		f.Facts.Degrees = survey.DegreesOf(data.Store, data.Heights && !data.Space().Heights)
	}
	return json.Marshal(facts{name, string(method), device, of.Bytes(), f})
}

// listDatabases answers with the facts of all databases.
func (s *Server) listDatabases(w http.ResponseWriter, r *http.Request) error {
	var all []json.RawMessage
	for _, d := range s.databases {
		text, err := s.factsOf(r.Context(), d.Name)
		if err != nil {
			return err
		}
		all = append(all, text)
	}
	return s.send(w, r, struct {
		Databases []json.RawMessage `json:"databases"`
	}{all})
}

// showDatabase answers with the facts of one database.
func (s *Server) showDatabase(w http.ResponseWriter, r *http.Request) error {
	text, err := s.factsOf(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	return s.send(w, r, json.RawMessage(text))
}

// surveyBytes is the memory of a survey for each segment: speeds and steps, to sort them, and degrees.
const surveyBytes = 64

// factsOf returns the facts of a database, which the first request for them computes.
func (s *Server) factsOf(ctx context.Context, name string) (json.RawMessage, error) {
	d, r, err := s.named(name)
	if err != nil {
		return nil, err
	}
	defer s.give(d, r) //nolint:errcheck // it was only read
	r.surveying.Lock()
	defer r.surveying.Unlock()
	if r.facts != nil {
		return r.facts, nil
	}
	leave, err := s.admit(ctx, surveyBytes*uint64(r.base.Data().Segments()))
	if err != nil {
		return nil, err
	}
	defer leave.Leave()
	r.facts, err = encodedFacts(name, r.base, s.config.Ask.Read.ColumnUnits)
	return r.facts, err
}

// send answers with an object.
func (s *Server) send(w http.ResponseWriter, r *http.Request, v any) error {
	form, ok := choose(r.Header["Accept"], explained())
	if !ok {
		return wrongStatus(http.StatusNotAcceptable, "the answer is application/json, which Accept has not")
	}
	var text bytes.Buffer
	if err := printable.WriteObject(&text, v); err != nil {
		return err
	}
	w.Header().Set("Content-Type", form.mime)
	w.Header().Set("Content-Length", strconv.Itoa(text.Len()))
	_, err := text.WriteTo(w)
	return err
}

// health answers that the server is ready for searches.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) error {
	if s.ending.Load() {
		return errEnding()
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, err := io.Copy(w, strings.NewReader("ok\n"))
	return err
}
