package main

import hostmemory "flyby/internal/memory"

// slabsExplained is what an explanation says of data that outgrow memory.
type slabsExplained struct {
	Slabs        int    `json:"slabs,omitempty"`
	Of           string `json:"slabs_of,omitempty"` // what the data are cut by
	SlabBytes    uint64 `json:"slab_bytes,omitempty"`
	SpilledBytes uint64 `json:"spilled_bytes,omitempty"` // of files that the data were read to
}

// What slabs are cut by: time, or where segments last too long for that, ranges of trajectories.
const (
	ofTime         = "time"
	ofTrajectories = "trajectories"
)

// slabsText says how many slabs there are, and of what.
func (m explanation) slabsText() string {
	if m.Of == ofTime {
		return plural(m.Slabs, "slab") + " of time"
	}
	return plural(m.Slabs, "pair") + " of ranges of trajectories"
}

// elsewhere says how much of the data is not in memory.
func (m explanation) elsewhere() string {
	if m.Slabs == 0 {
		return ""
	}
	return " in memory, " + hostmemory.Size(m.SpilledBytes) + " of files in --tmp"
}

// explainSlabs plans how data that outgrow memory would be searched, and says it. What slabs hold is not looked at.
func (j *job) explainSlabs() error {
	from, err := j.sweep()
	if err != nil {
		return err
	}
	s := from.(*swept)
	first := j.drivers[0]
	m := explanation{
		Type: "explanation", Command: j.command, Method: string(j.options.Method), Device: first.Device().Name, Why: first.Reason,
		Entries: j.entries.segments(), Queries: j.queries.segments(), Parts: 1, MemoryBytes: j.files.most,
		slabsExplained: slabsExplained{Slabs: s.slabs, Of: ofTime, SlabBytes: s.bytes, SpilledBytes: j.files.spilled()},
	}
	if len(s.borders) > 0 {
		m.Of = ofTrajectories
	}
	for _, one := range j.spools() {
		m.DataBytes += one.Bytes()
	}
	j.display.end()
	return m.write(j.streams.out, j.json)
}
