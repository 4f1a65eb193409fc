package input

import (
	"flyby/internal/infile"
	"flyby/trajectory/format"
	"flyby/trajectory/format/parquet"
)

// open opens path, or o.Stdin for "-", and unpacks it where its extension, or o.Format, says that
// it is compressed.
func open(path string, o *format.Options) (*infile.Source, error) {
	s := &infile.Source{}
	s.Report, s.Stamps, s.Signs, s.Folder = o.Progress, o.Stamps, signs(), o.Folder
	s.Packed = format.PackingAs(formatsOf(o), path, o.Format, format.Input)
	return s, s.OpenUnpacked(path, o.Stdin, o.Archives, isWhole(o, path), o.Threads)
}

// isWhole reports whether a file with that name is read by random access.
func isWhole(o *format.Options, path string) bool {
	f, ok := format.FindAs(formatsOf(o), path, o.Format, format.Input)
	return ok && !f.Packed
}

// OpenGroups opens the row groups of a file. ok is false where path is no Parquet file, no regular
// file, or cannot be read: ReadRows returns the reason.
func OpenGroups(path string, o format.Options) (g *parquet.Groups, ok bool) {
	f, known := format.FindAs(formatsOf(&o), path, o.Format, format.Input)
	if !known || f.Magic != format.ParquetMagic {
		return nil, false
	}
	return parquet.OpenGroups(path, f, o)
}
