package resultfile

import (
	"cmp"
	"encoding/json"
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/printable"
	"flyby/internal/reading"
	"flyby/trajectory/format"
)

// Vertical returns the vertical threshold of the search, from the metadata of Parquet or Arrow, as interaction.Heights has it; "" for none.
func (f *File) Vertical() string { return f.vertical }

// An origin has the question of the search, from the metadata that output.Origin writes.
type origin struct {
	Distance *float64 `json:"distance"`
	Method   string   `json:"method"`
	MaxBreak float64  `json:"max_break"`
}

// Distance returns the threshold of the search, from the metadata of Parquet or Arrow, in the unit of positions; nil for none.
func (f *File) Distance() *float64 { return f.origin.Distance }

// Method returns the method that found groups, from the metadata of Parquet or Arrow, "" for none.
func (f *File) Method() string { return f.origin.Method }

// MaxBreak returns the longest break that did not end a group, from the same metadata; 0 for none.
func (f *File) MaxBreak() float64 { return f.origin.MaxBreak }

// Answer returns the units of distances and speeds in the rows, as far as the metadata of Parquet or Arrow have them.
func (f *File) Answer() (u format.AnswerUnits) {
	for _, column := range []string{"query_speed", "v_closest"} {
		u.Speed = cmp.Or(u.Speed, f.units[column])
	}
	u.Length = f.units["d_min"]
	return u
}

// note reads the metadata, through of, which returns "" for a missing key.
func (f *File) note(of func(key string) string) error {
	f.vertical = of(reading.VerticalKey)
	for key, to := range map[string]any{reading.UnitsKey: &f.units, reading.OriginKey: &f.origin} {
		if said := of(key); said != "" && json.Unmarshal([]byte(said), to) != nil {
			return fmt.Errorf("%s: its metadata say %s = %q, which is no JSON object as results have it", printable.Text(f.path), key, infile.Shorten(said))
		}
	}
	return nil
}
