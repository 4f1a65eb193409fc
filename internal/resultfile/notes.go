package resultfile

import (
	"cmp"
	"encoding/json"
	"fmt"

	"flyby/internal/infile"
	"flyby/internal/printable"
	"flyby/trajectory/format"
	"flyby/trajectory/output"
)

// Vertical is the vertical threshold that the metadata of Parquet or Arrow say the file was made with, as output.Vertical writes it; "" where
// nothing says one.
func (f *File) Vertical() string { return f.vertical }

// An origin is what metadata say was asked, as output.Origin has it.
type origin struct {
	Distance *float64 `json:"distance"`
	Method   string   `json:"method"`
	MaxBreak float64  `json:"max_break"`
}

// Distance is the threshold that the metadata of Parquet or Arrow say the file was made with, in the unit of positions; nil where nothing says one.
func (f *File) Distance() *float64 { return f.origin.Distance }

// Method is how the metadata of Parquet or Arrow say that groups were found, "" where nothing says so, and MaxBreak the longest break that was none to them.
func (f *File) Method() string { return f.origin.Method }

// MaxBreak is as Method says; 0 where nothing says one.
func (f *File) MaxBreak() float64 { return f.origin.MaxBreak }

// Answer are the units that the metadata of Parquet or Arrow say distances and speeds of the rows were written in, as far as they say any.
func (f *File) Answer() (u output.AnswerUnits) {
	for _, column := range []string{"query_speed", "v_closest"} {
		u.Speed = cmp.Or(u.Speed, f.units[column])
	}
	u.Length = f.units["d_min"]
	return u
}

// noteKeys are the keys of the metadata that are looked at.
func noteKeys() []string { return []string{format.VerticalKey, format.UnitsKey, format.OriginKey} }

// note takes what metadata tell, "" where they tell nothing.
func (f *File) note(of func(key string) string) error {
	f.vertical = of(format.VerticalKey)
	for key, to := range map[string]any{format.UnitsKey: &f.units, format.OriginKey: &f.origin} {
		if said := of(key); said != "" && json.Unmarshal([]byte(said), to) != nil {
			return fmt.Errorf("%s: its metadata say %s = %q, which is no JSON object as results have it", printable.Text(f.path), key, infile.Shorten(said))
		}
	}
	return nil
}
