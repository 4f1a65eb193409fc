package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"flyby/internal/devices"
	"flyby/internal/drivers"
	"flyby/internal/engine"
	hostmemory "flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/printable"
	"flyby/kernel"
	"flyby/trajectory"
)

// addExplain adds --explain.
func (f *searchFlags) addExplain(c *cobra.Command) {
	c.Flags().BoolVar(&f.explain, "explain", false, "read and index the data and say, on standard output, how they would be searched: method, device, batches, candidates, about how many hits of how many bytes, memory, and the time by the device's performance model; of data that outgrow memory the slabs that would be searched one after the other. Nothing is searched, and no results are written; with --json it is an object")
}

// explanation is what --explain says.
type explanation struct {
	Type        string   `json:"type"` // "explanation"
	Command     string   `json:"command"`
	Method      string   `json:"method"`
	Device      string   `json:"device"`
	Why         string   `json:"why"`     // this device
	Entries     int      `json:"entries"` // segments
	Queries     int      `json:"queries"` // segments
	Parts       int      `json:"parts"`   // that the device holds the entries in
	Batches     int      `json:"batches,omitempty"`
	Candidates  *float64 `json:"candidates"` // pairs of segments; null: not known before
	Hits        *float64 `json:"hits"`       // about; null: not known before
	HitBytes    *float64 `json:"hit_bytes"`  // of them, in memory
	DataBytes   uint64   `json:"data_bytes"` // of entries and queries, in memory
	MemoryBytes uint64   `json:"memory_bytes"`
	slabsExplained
	Seconds *float64 `json:"search_s"` // by the model; null: the device has none
}

// explain opens what would be searched and says how, without searching.
func (j *job) explain() error {
	if j.entries.Trajectories() == 0 {
		return nil
	}
	if j.entries.spool != nil {
		return j.explainSlabs()
	}
	j.display.begin("index", queriesUnit)
	ask := engine.Ask(j.search)
	batches, err := ask.Algorithm()
	if err != nil {
		return err
	}
	open := kernel.OpenOptions{Threads: parallel.Threads(j.options.Threads), Memory: drivers.Share(j.files.most), Logger: j.options.Logger}
	all, err := drivers.Open(string(j.options.Method), j.options.Device, devices.Providers(j.options.Providers), open)
	if err != nil {
		return err
	}
	config := engine.Config{Method: string(j.options.Method), Bins: j.options.Bins, Threads: open.Threads, Logger: j.options.Logger, Memory: j.files.most}
	e, err := engine.Open(j.ctx, j.entries.Store, all, config)
	if err != nil {
		return err
	}
	defer e.Close() //nolint:errcheck // nothing was searched
	x, err := e.Explain(j.ctx, engine.Task{Rule: ask.Rule(j.entries.Store), Queries: j.queries.Store, Batching: batches, Encounters: j.level != "hits"})
	if err != nil {
		return err
	}
	j.display.end()
	return j.explanation(x).write(j.streams.out, j.json)
}

// explanation puts what the engine expects beside what the data take.
func (j *job) explanation(x engine.Expected) explanation {
	bytes := x.Hits * trajectory.HitBytes
	m := explanation{
		Type: "explanation", Command: j.command, Method: x.Method, Device: x.Device.Name, Why: x.Reason,
		Entries: j.entries.Segments(), Queries: j.queries.Segments(), Parts: x.Parts, Batches: x.Batches,
		Hits: &x.Hits, HitBytes: &bytes, DataBytes: uint64(memory(j.entries.Store)), MemoryBytes: j.files.most,
	}
	if j.queries.Store != j.entries.Store {
		m.DataBytes += uint64(memory(j.queries.Store))
	}
	if x.Candidates > 0 || x.Method != "rtree" {
		m.Candidates = &x.Candidates
	}
	if x.Time > 0 {
		seconds := x.Time.Seconds()
		m.Seconds = &seconds
	}
	return m
}

// write writes it for people, or for programs.
func (m explanation) write(w io.Writer, asJSON bool) error {
	if asJSON {
		return writeObject(w, m)
	}
	_, err := io.WriteString(w, m.text())
	return err
}

// text is the explanation for people.
func (m explanation) text() string {
	var s strings.Builder
	row := func(label, format string, args ...any) {
		fmt.Fprintf(&s, "%-11s %s\n", label, fmt.Sprintf(format, args...))
	}
	row("data", "%s x %s, %s%s", plural(m.Entries, "entry segment"), plural(m.Queries, "query segment"), hostmemory.Size(m.DataBytes), m.elsewhere())
	if m.Slabs > 0 {
		row("slabs", "%s, searched one after another, %s at most each", m.slabsText(), hostmemory.Size(m.SlabBytes))
	}
	row("method", "%s", m.Method)
	row("device", "%s (%s)", printable.Text(m.Device), m.Why)
	if m.Parts > 1 {
		row("parts", "%d of the entries, one after another", m.Parts)
	}
	if m.Batches > 0 {
		row("batches", "%s", hostmemory.Count(m.Batches))
	}
	if m.Candidates != nil {
		row("candidates", "%s pairs of segments", roughly(*m.Candidates))
	}
	if m.Hits != nil {
		row("hits", "%s, %s in memory", roughly(*m.Hits), hostmemory.Size(uint64(*m.HitBytes)))
	}
	row("memory", "%s at most", hostmemory.Size(m.MemoryBytes))
	switch {
	case m.Slabs > 0:
	case m.Seconds == nil:
		row("time", "not known: flyby tune makes a performance model of the device")
	default:
		row("time", "about %.2g s to search, by the performance model", *m.Seconds)
	}
	return s.String()
}

// roughly writes an estimate to two digits.
func roughly(n float64) string {
	unit := 1.0
	for n/unit >= 100 {
		unit *= 10
	}
	return "about " + hostmemory.Count(uint64(n/unit+0.5)*uint64(unit))
}
