package output

import (
	"encoding/json"

	"flyby/internal/reading"
)

// An Origin is the question whose answer a file holds. Parquet and Arrow have it in their metadata, see reading.OriginKey.
type Origin struct {
	// Level is the kind of rows: hits, encounters, pairs, objects, members or groups, or, of points, pairs, counts, neighbours, nearest or
	// clusters; "" for trajectories and points.
	Level string
	// Distance is the threshold, in the unit of positions; nil: there is none.
	Distance *float64
	// Method is the definition of groups, group, cmc or mc, and MaxBreak the time for which two objects may part and still count as linked; ""
	// and 0 without groups.
	Method   string
	MaxBreak float64
}

// String returns the JSON object of the metadata.
func (o Origin) String() string {
	said := struct {
		Version  int      `json:"version"`
		Level    string   `json:"level,omitempty"`
		Distance *float64 `json:"distance,omitempty"`
		Method   string   `json:"method,omitempty"`
		MaxBreak float64  `json:"max_break,omitempty"`
	}{reading.OriginVersion, o.Level, o.Distance, o.Method, o.MaxBreak}
	text, err := json.Marshal(said)
	if err != nil {
		said.Distance, said.MaxBreak = nil, 0 // one is no finite number, and such are no thresholds
		text, _ = json.Marshal(said)          //nolint:errcheck // an int and a string
	}
	return string(text)
}
