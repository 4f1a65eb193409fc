package input

import (
	"flyby/trajectory/format"
	"flyby/trajectory/format/parquet"
)

// OpenGroups opens the row groups of a file. ok is false where that is no Parquet file, no regular
// one, or not one that can be read: ReadRows says why.
func OpenGroups(path string, o format.Options) (g *parquet.Groups, ok bool) {
	f, known := format.Find(formatsOf(&o), path, format.Input)
	if !known || f.Magic != format.ParquetMagic {
		return nil, false
	}
	return parquet.OpenGroups(path, f, o)
}
