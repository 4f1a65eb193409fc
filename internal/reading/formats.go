package reading

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// A Format is a kind of file. Package input lists the formats of trajectories that are read, package points/format the formats of points, and
// package output the formats that are written, each as Formats. Readers, writers, file filters and help ask these tables, so that a new format is a
// line in one of them and the functions that the line names.
type Format struct {
	// Name is what people call it.
	Name string
	// Extensions are the endings of such files' names, in lower case, the usual one first.
	// Case does not matter in names.
	Extensions []string
	// Also are further extensions, of files that are read; "" stands for names without any.
	Also []string
	// Magic is the text that every such file begins with, "" where there is no common one.
	Magic string
	// Packed says that a file may be packed as a whole: see Packings.
	Packed bool
	// Whole says that a file is read from its end, and so from no pipe.
	Whole bool
	// About describes such a file, where Name does not.
	About string

	// Codec opens the rows of a file, for trajectories unless Read is set, and for points; nil: the format has another reader.
	Codec codec.OpenFunc
	// Read reads trajectories; nil: Codec does, and where that is nil too, the format is not read.
	Read func(ctx context.Context, src *infile.Source, o *Options) (*Parsed, error)
	// Stores says that trajectories are written, not hits and encounters alone.
	Stores bool
	// Degrees says that positions are degrees, as with Options.LonLat.
	Degrees bool
	// Fixed says that columns have fixed names, or none, which Options.Columns cannot change.
	Fixed bool
	// Orbits says that files say how motion is between samples: see Options.OrbitCurve.
	Orbits bool
	// Sets says that rows are element sets of orbits: see Rows.Sets.
	Sets bool
	// Typed says that the column of written times has a type, which depends on all times: output.WriteSamples reads them twice.
	Typed bool
	// Placed says that each row needs a point: output.WriteOptions.Point.
	Placed bool
	// Array says that files are arrays of NumPy, which standard input may have too where points are read.
	Array bool
	// Estimate returns about how many rows a file has; nil: the number is estimated as for text.
	Estimate func(src *infile.Source, o *Options) (rows uint64, ok bool)
	// Tabular says that files are tables: a preset may take their columns (Options.Preset), several columns may make an id, and one may have pieces
	// (ParseColumns).
	Tabular bool
	// Unnamed says that trajectories have no ids in the file: the id is Options.ID.
	Unnamed bool
	// Late says that ids are known at the end of the file only.
	Late bool
	// Mark is the text that rows begin with, for input.EstimateRows; empty: a row is a line, or an element of XML.
	Mark string
}

// A Use is a use of a file: reading or writing, and of which rows.
type Use uint8

const (
	// Input is a file that trajectories are read from.
	Input Use = iota
	// StoreOutput is a file that trajectories are written to.
	StoreOutput
	// ResultOutput is a file that hits or encounters are written to.
	ResultOutput
	// TableOutput is a file that rows without places are written to: see output.CreateTable.
	TableOutput
	// PointInput is a file that points are read from.
	PointInput
)

// Reads reports whether files are read.
func (u Use) Reads() bool { return u == Input || u == PointInput }

// Formats are the formats that files for a use have. The first is the format of "-", of devices that are written to, and of data without a name.
type Formats struct {
	Use Use
	All []Format
}

// Chosen is the format of a file.
type Chosen struct {
	Format
	// Packing is the packing of data that are read where the word says it, and not the path. It gives text from a pipe an end:
	// docs/decisions/0117-end-mark-of-text.md.
	Packing string
}

// Choose returns the format of a file by the end of its path, "-" for standard input or output. The caller may name the format by word, one of Words or
// an extension without its point, and of a file that is read with the extension of a packing behind it, as csv.gz; "" names none. The word counts where
// the end of the path says no format: for "-", devices and pipes, and names without an extension or with an unknown one. ok is false where no format for
// the use has such names. The file is not looked at.
func (t Formats) Choose(path, word string) (c Chosen, ok bool) {
	base, packing := infile.CutPacking(path)
	says := path != "-" && !infile.EndsIn(base, "")
	for _, f := range t.All {
		matches := func(ext string) bool { return infile.EndsIn(base, ext) }
		if path == "-" || slices.ContainsFunc(t.endings(f), matches) && (packing == "" || f.Packed) {
			c.Format, ok = f, true
			break
		}
	}
	if word == "" || ok && says {
		return c, ok
	}
	if c, ok = t.named(word); packing != "" {
		c.Packing, ok = "", ok && c.Packed
	}
	return c, ok
}

// named returns the format that a word names.
func (t Formats) named(word string) (c Chosen, ok bool) {
	if t.Use.Reads() {
		word, c.Packing = infile.CutPacking(word)
	}
	for _, f := range t.All {
		if strings.EqualFold(f.Name, word) || word != "" && slices.Contains(t.endings(f), "."+strings.ToLower(word)) {
			c.Format = f
			return c, c.Packing == "" || f.Packed
		}
	}
	return c, false
}

// endings returns the extensions that names of files of a format have.
func (t Formats) endings(f Format) []string {
	if t.Use.Reads() {
		return slices.Concat(f.Extensions, f.Also)
	}
	return f.Extensions
}

// Extensions returns the endings that names of files may have, packed files included.
func (t Formats) Extensions() (all []string) {
	for _, f := range t.All {
		for _, ext := range t.endings(f) {
			if ext == "" {
				continue
			}
			all = append(all, ext)
			if f.Packed {
				for _, p := range infile.Packings() {
					all = append(all, ext+p.Extension)
				}
			}
		}
	}
	return all
}

// Words returns the names of the formats, in small letters.
func (t Formats) Words() (words []string) {
	for _, f := range t.All {
		words = append(words, strings.ToLower(f.Name))
	}
	return words
}

// Known returns the names that files may have, as errors about a name list them.
func (t Formats) Known() string {
	var names, bare, packings []string
	but, archive, first := "", "", t.All[0].Name
	for _, f := range t.All {
		for _, ext := range t.endings(f) {
			names = append(names, cmp.Or(ext, "no extension"))
		}
		if !f.Packed {
			bare = append(bare, f.Extensions...)
		}
		if f.Array && t.Use.Reads() {
			first += " or " + f.Name
		}
	}
	for _, p := range infile.Packings() {
		packings = append(packings, p.Extension)
	}
	if len(bare) > 0 {
		but = " but " + strings.Join(bare, " and ")
	}
	if t.Use == Input {
		archive = ", " + infile.ArchiveExtension + " of such files"
	}
	return fmt.Sprintf("%s; all%s also with %s%s; - for %s", strings.Join(names, ", "), but, strings.Join(packings, " or "), archive, first)
}

// Unknown returns the error of a path that has no format, which may end in advice.
func (t Formats) Unknown(path, advice string) error {
	does, stream := "write", "to standard output"
	if t.Use.Reads() {
		does, stream = "read", "from standard input"
	}
	return fmt.Errorf("format: %s %s: unknown extension (known: %s %s)%s", does, path, t.Known(), stream, advice)
}

// Kinds returns the kinds of files that have the formats. Names of files are relative to a folder.
func (t Formats) Kinds(folder string) *infile.Kinds {
	return &infile.Kinds{
		Folder: folder,
		Named: func(name string) bool {
			base, _ := infile.CutPacking(name)
			_, ok := t.Choose(name, "")
			return ok && !infile.EndsIn(base, "")
		},
		Bare: func(path string) string {
			f, _ := t.Choose(path, "")
			return WithoutExtension(path, t.endings(f.Format))
		},
		Whole: func(name string) bool {
			f, ok := t.Choose(name, "")
			return ok && !f.Packed
		},
		Extensions: t.Extensions(),
	}
}

// Signs returns the beginnings of files of the formats that are not text.
func (t Formats) Signs() (signs []infile.Sign) {
	for _, f := range t.All {
		if f.Magic != "" {
			signs = append(signs, infile.Sign{Magic: f.Magic, What: f.Name + " data, which is read from a file whose name ends in " + f.Extensions[0]})
		}
	}
	return signs
}
