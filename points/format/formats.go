package format

import (
	"bytes"
	"context"
	"io"
	"strings"

	"flyby/internal/infile"
)

// A Format is a kind of file. Formats lists all of them.
type Format struct {
	// Name is what people call it.
	Name string
	// Extensions are what names of such files end in, in lower case, the usual one first; "" stands
	// for names without any. Case does not matter in names.
	Extensions []string
	// Magic is what every such file begins with, "" where they have nothing in common.
	Magic string

	read    func(ctx context.Context, src *infile.Source, o *Options) (*parsed, error)
	unnamed bool // columns have no names
	whole   bool // it is read from many places: neither packed nor from standard input
}

// Formats returns the formats of files. The first is what "-" holds unless it begins as another does.
func Formats() []Format {
	return []Format{
		{Name: "CSV", Extensions: []string{".csv", ".tsv", ".txt", ""}, read: readCSV},
		{Name: "Parquet", Extensions: []string{".parquet"}, Magic: "PAR1", read: readParquet, whole: true},
		{Name: "NPY", Extensions: []string{npyExtension}, Magic: npyMagic, read: readNPY, unnamed: true},
	}
}

// Extensions returns what names of files may end in, packed files included.
func Extensions() (all []string) {
	for _, f := range Formats() {
		for _, ext := range f.Extensions {
			if ext == "" {
				continue
			}
			all = append(all, ext)
			for _, p := range infile.Packings() {
				if !f.whole {
					all = append(all, ext+p.Extension)
				}
			}
		}
	}
	return all
}

// Known says which names files may have, as errors about a name list them.
func Known() string {
	var names, packings []string
	for _, f := range Formats() {
		for _, ext := range f.Extensions {
			if ext == "" {
				ext = "no extension"
			}
			names = append(names, ext)
		}
	}
	for _, p := range infile.Packings() {
		packings = append(packings, p.Extension)
	}
	return strings.Join(names, ", ") + "; all but .parquet also with " + strings.Join(packings, " or ") + "; - for CSV or NPY from standard input"
}

// Readable reports whether files of that name are read: Known says which.
func Readable(path string) bool {
	_, ok := find(path)
	return ok
}

// Named reports whether columns of files of that name have names, which Options.Columns can say; of standard
// input its data alone tell.
func Named(path string) bool {
	f, ok := find(path)
	return ok && !f.unnamed
}

// find returns the format of a path. The file is not looked at.
func find(path string) (f Format, ok bool) {
	if path == "-" {
		return Formats()[0], true
	}
	base, packing := infile.CutPacking(path)
	for _, f := range Formats() {
		for _, ext := range f.Extensions {
			if infile.EndsIn(base, ext) && (packing == "" || !f.whole) {
				return f, true
			}
		}
	}
	return Format{}, false
}

// sniffed returns the format of data that have no name, by how they begin, of which nothing is lost.
func sniffed(src *infile.Source) (Format, error) {
	head := make([]byte, len(npyMagic))
	n, err := src.Fill(head)
	if err != nil && err != io.EOF {
		return Format{}, err
	}
	src.Data = io.MultiReader(bytes.NewReader(head[:n]), src.Data)
	all := Formats()
	for _, f := range all {
		if f.Magic != "" && !f.whole && strings.HasPrefix(string(head[:n]), f.Magic) {
			return f, nil
		}
	}
	return all[0], nil
}

// signs are what files of formats begin with that are no text.
func signs() (all []infile.Sign) {
	for _, f := range Formats() {
		if f.Magic != "" {
			all = append(all, infile.Sign{Magic: f.Magic, What: f.Name + " data, which is read from a file whose name ends in " + f.Extensions[0]})
		}
	}
	return all
}
