package verify

import "flyby/internal/resultfile"

// A Level is the level of detail of a file's rows; its columns tell it.
type Level = resultfile.Level

// Levels of detail: a row for each pair of segments, for each encounter of two trajectories, or for each pair of trajectories.
const (
	HitLevel       = resultfile.HitLevel
	EncounterLevel = resultfile.EncounterLevel
	PairLevel      = resultfile.PairLevel
)

// ErrNoResult is the error of a file whose columns are not a result's.
var ErrNoResult = resultfile.ErrNoResult

// ErrObjects is the error of a file of objects, which cannot be verified by a sample of pairs.
var ErrObjects = resultfile.ErrObjects

// A File is a file of results: CSV, NDJSON, Parquet, Arrow or GeoJSON of hits, encounters or pairs, packed or not. It may be read several
// times: if it has changed since the first reading, the error is format.ErrChanged.
type File struct{ *resultfile.File }

// Open reads the columns' names of a file of results; the extension says its format. The error is ErrNoResult for a file of
// something else, ErrObjects for a file of objects, and otherwise an error of reading.
func Open(path string) (*File, error) { return OpenIn("", path) }

// OpenIn is Open for a path relative to a folder.
func OpenIn(folder, path string) (*File, error) {
	f, err := resultfile.OpenIn(folder, path)
	if err != nil {
		return nil, err
	}
	return &File{f}, nil
}

// Coordinate returns the name of a column that files of GeoJSON have: a coordinate of a row's point, by its axis from 0.
func Coordinate(axis int) string { return resultfile.Coordinate(axis) }
