package verify

import (
	"flyby/internal/resultfile"
	"flyby/question"
	"flyby/trajectory/format"
)

// A File is a file of results: CSV, NDJSON, Parquet, Arrow or GeoJSON of hits, encounters, pairs, nearest entries or visits, packed or not. It may be read several
// times: if it has changed since the first reading, the error is format.ErrChanged.
type File struct{ file *resultfile.File }

// Open reads the columns' names of a file of results; the extension says its format. The error says so for a file of something else, and
// for a file of objects, which cannot be verified by a sample of pairs. The path is relative to the folder; "": the working folder.
func Open(folder, path string) (*File, error) {
	f, err := resultfile.OpenIn(folder, path)
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// Level returns what a row of the file is, as its columns tell: "" where there are no rows to tell it.
func (f *File) Level() question.Level {
	switch of := f.file.Level(); of {
	case resultfile.VisitHitLevel:
		return question.Hits
	case resultfile.VisitPairLevel:
		return question.Pairs
	default:
		return question.Level(of)
	}
}

// OfZones reports whether the rows are of objects and zones, as the columns tell.
func (f *File) OfZones() bool { return f.file.Level().OfZones() }

// Answer returns the units of distances and speeds that the file's metadata tell, none where they tell none.
func (f *File) Answer() format.AnswerUnits { return f.file.Answer() }

// Vertical returns the vertical threshold of the search, from the metadata of Parquet or Arrow, as interaction.Heights has it; "" for none.
func (f *File) Vertical() string { return f.file.Vertical() }
