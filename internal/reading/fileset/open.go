package fileset

import (
	"flyby/internal/infile"
	"flyby/internal/reading"
	"flyby/internal/reading/parquet"
	"flyby/trajectory/format"
)

// open opens path, or o.Stdin for "-", of the format f, and unpacks it where its extension, or o.Format, says that
// it is compressed.
func open(path string, f reading.Chosen, o *reading.Options) (*infile.Source, error) {
	s := &infile.Source{Packed: f.Packing}
	s.Report, s.Stamps, s.Signs, s.Folder = o.Progress, o.Stamps, signs(), o.Folder
	return s, s.OpenUnpacked(path, o.Stdin, o.Archives, !f.Packed, o.Threads)
}

// OpenGroups opens the row groups of a file. ok is false where path is no Parquet file, no regular
// file, or cannot be read: ReadRows returns the reason.
func OpenGroups(path string, o format.Options) (g *parquet.Groups, ok bool) {
	f, known := formatOf(&reading.Options{Options: o}, path)
	if !known || f.Magic != reading.ParquetMagic {
		return nil, false
	}
	return parquet.OpenGroups(path, f.Format, o)
}
