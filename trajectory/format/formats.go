package format

import (
	"context"
	"slices"
	"strings"

	"flyby/internal/infile"
)

// A Format is a kind of file. Package input lists the formats of trajectories that are read, package points/format the formats of points, and
// package output the formats that are written. Readers, writers, file filters and help ask these lists, so that a new format is a line
// in one of them and the functions that the line names.
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

	// Read reads trajectories; nil: the format is not read.
	Read func(ctx context.Context, src *infile.Source, o *Options) (*Parsed, error)
	// Points says that points are read.
	Points bool
	// Written says that rows are written.
	Written bool
	// Stores says that trajectories are written, not hits and encounters alone.
	Stores bool
	// Degrees says that positions are degrees, as with Options.LonLat.
	Degrees bool
	// Fixed says that columns have fixed names, or none, which Options.Columns cannot change.
	Fixed bool
	// Orbits says that files say how motion is between samples: see Options.OrbitCurve.
	Orbits bool
	// Typed says that the column of written times has a type, which depends on all times: output.WriteSamples reads them twice.
	Typed bool
	// Placed says that each row needs a point: output.WriteOptions.Point.
	Placed bool
	// Estimate returns about how many rows a file has; nil: the number is estimated as for text.
	Estimate func(src *infile.Source, o *Options) (rows uint64, ok bool)
	// Tabular says that files are tables, whose columns a preset may take: see Options.Preset.
	Tabular bool
	// Unnamed says that trajectories have no ids in the file: the id is Options.ID.
	Unnamed bool
	// Late says that ids are known at the end of the file only.
	Late bool
	// Mark is the text that rows begin with, for input.EstimateRows; empty: a row is a line, or an element of XML.
	Mark string
}

// A Packing is a way to compress a file as a whole.
type Packing = infile.Packing

// Packings returns the ways to compress a file.
func Packings() []Packing { return infile.Packings() }

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

// reads reports whether files are read.
func (u Use) reads() bool { return u == Input || u == PointInput }

// Stream returns the name of the stream that "-" stands for.
func (u Use) Stream() string {
	if u.reads() {
		return "from standard input"
	}
	return "to standard output"
}

// Serves reports whether files of the format have a use.
func (f Format) Serves(u Use) bool {
	switch u {
	case Input:
		return f.Read != nil
	case PointInput:
		return f.Points
	case StoreOutput:
		return f.Written && f.Stores
	case TableOutput:
		return f.Written && !f.Placed
	}
	return f.Written
}

// endings returns the extensions that names of files for a use have.
func (f Format) endings(u Use) []string {
	if u.reads() {
		return slices.Concat(f.Extensions, f.Also)
	}
	return f.Extensions
}

// Extensions returns the endings that names of files of some formats for a use may have, packed files included.
func Extensions(formats []Format, u Use) (all []string) {
	for _, f := range serving(formats, u) {
		for _, ext := range f.endings(u) {
			if ext == "" {
				continue
			}
			all = append(all, ext)
			if f.Packed {
				for _, p := range Packings() {
					all = append(all, ext+p.Extension)
				}
			}
		}
	}
	return all
}

func serving(all []Format, u Use) []Format {
	return slices.DeleteFunc(slices.Clone(all), func(f Format) bool { return !f.Serves(u) })
}

// Known returns the names that files of some formats for a use may have, as errors about a name list them.
func Known(all []Format, u Use) string {
	var names, bare, packings []string
	for _, f := range serving(all, u) {
		for _, ext := range f.endings(u) {
			if ext == "" {
				ext = "no extension"
			}
			names = append(names, ext)
		}
		if !f.Packed {
			bare = append(bare, f.Extensions...)
		}
	}
	for _, p := range Packings() {
		packings = append(packings, p.Extension)
	}
	except, archive := "all", ""
	if u == Input {
		archive = ", " + infile.ArchiveExtension + " of such files"
	}
	if len(bare) > 0 {
		except += " but " + strings.Join(bare, " and ")
	}
	return strings.Join(names, ", ") + "; " + except + " also with " + strings.Join(packings, " or ") + archive + "; - for " + all[0].Name
}

// Find returns the format of a path among all, for a use, by the end of the path's name; "-" has the first format. ok is
// false where no format for that use has such names. The file is not looked at.
func Find(all []Format, path string, u Use) (f Format, ok bool) {
	if path == "-" {
		return all[0], all[0].Serves(u)
	}
	base, packing := infile.CutPacking(path)
	for _, f := range serving(all, u) {
		for _, ext := range f.endings(u) {
			if infile.EndsIn(base, ext) && (packing == "" || f.Packed) {
				return f, true
			}
		}
	}
	return Format{}, false
}

// FindAs is Find of a path whose format the caller may name by word, one of Words; "" names none. The word counts where the end of the
// path says no format: for "-", devices and pipes, and names without an extension or with an unknown one.
func FindAs(all []Format, path, word string, u Use) (f Format, ok bool) {
	f, ok = Find(all, path, u)
	if word == "" || ok && saysFormat(path) {
		return f, ok
	}
	_, packing := infile.CutPacking(path)
	f, ok = Named(all, word, u)
	return f, ok && (packing == "" || f.Packed)
}

// PackingAs returns the packing of a path that is read, where the word of FindAs says it; "" where the path says its own format or
// packing. It gives text from a pipe an end: docs/decisions/0117-end-mark-of-text.md.
func PackingAs(all []Format, path, word string, u Use) string {
	_, packing := infile.CutPacking(word)
	_, own := infile.CutPacking(path)
	if _, ok := Find(all, path, u); own != "" || ok && saysFormat(path) {
		return ""
	}
	return packing
}

// saysFormat reports whether the end of a path, which has some format, says the format.
func saysFormat(path string) bool {
	base, _ := infile.CutPacking(path)
	return path != "-" && !infile.EndsIn(base, "")
}

// Clash returns the name of the format that the end of a path says, where word names a different format; "" where both are the same.
func Clash(all []Format, path, word string, u Use) string {
	f, ok := Find(all, path, u)
	named, _ := Named(all, word, u)
	if word == "" || !ok || !saysFormat(path) || f.Name == named.Name {
		return ""
	}
	return f.Name
}

// Named returns the format that a word names for a use: one of Words, or an extension without its point. A word for a format that is read may end in
// the extension of a packing, as csv.gz does: see PackingAs.
func Named(all []Format, word string, u Use) (f Format, ok bool) {
	packing := ""
	if u.reads() {
		word, packing = infile.CutPacking(word)
	}
	for _, f := range serving(all, u) {
		if word == "" || packing != "" && !f.Packed {
			continue
		}
		if strings.EqualFold(f.Name, word) || slices.Contains(f.endings(u), "."+strings.ToLower(word)) {
			return f, true
		}
	}
	return Format{}, false
}

// Words returns the names of formats for a use, in small letters.
func Words(all []Format, u Use) (words []string) {
	for _, f := range serving(all, u) {
		words = append(words, strings.ToLower(f.Name))
	}
	return words
}

// Kinds returns the kinds of files that have some formats for a use. Names of files are relative to a folder.
func Kinds(all []Format, u Use, folder string) *infile.Kinds {
	return &infile.Kinds{
		Folder: folder,
		Named: func(name string) bool {
			base, _ := infile.CutPacking(name)
			_, ok := Find(all, name, u)
			return ok && !infile.EndsIn(base, "")
		},
		Bare: func(path string) string {
			f, _ := Find(all, path, u)
			return WithoutExtension(path, f.endings(u))
		},
		Whole: func(name string) bool {
			f, ok := Find(all, name, u)
			return ok && !f.Packed
		},
		Extensions: Extensions(all, u),
	}
}

// Signs returns the beginnings of files of the formats that are not text.
func Signs(all []Format) (signs []infile.Sign) {
	for _, f := range all {
		if f.Magic != "" {
			signs = append(signs, infile.Sign{Magic: f.Magic, What: f.Name + " data, which is read from a file whose name ends in " + f.Extensions[0]})
		}
	}
	return signs
}
