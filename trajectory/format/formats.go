package format

import (
	"context"
	"slices"
	"strings"

	"flyby/internal/infile"
)

// A Format is a kind of file. Formats lists the ones that are read, and Written the ones that are written; what reads, writes,
// recognises or offers files asks these lists, so that a new format is a line in one of them and what the line names.
type Format struct {
	// Name is what people call it.
	Name string
	// Extensions are what names of such files end in, in lower case, the usual one first.
	// Case does not matter in names.
	Extensions []string
	// Also are further extensions, of files that are read; "" stands for names without any.
	Also []string
	// Magic is what every such file begins with, "" where they have nothing in common.
	Magic string
	// Packed says that a file may be packed as a whole: see Packings.
	Packed bool
	// About says what such a file is, where Name does not.
	About string

	// read reads trajectories; nil: the format is not read.
	read func(ctx context.Context, src *infile.Source, o *Options) (*parsed, error)
	// written says that rows are written.
	written bool
	// stores says that trajectories are written, not hits and encounters alone.
	stores bool
	// degrees says that positions are degrees, as with Options.LonLat.
	degrees bool
	// fixed says that columns have fixed names, which Options.Columns cannot change.
	fixed bool
	// orbits says that files say how motion is between samples: see Options.OrbitCurve.
	orbits bool
	// placed says that each row needs a point: WriteOptions.Point.
	placed bool
	// estimate says how many rows a file has, about; nil: as text lets expect.
	estimate func(src *infile.Source, o *Options) (rows uint64, ok bool)
	// Tabular says that files are tables, whose columns a preset may take: see Options.Preset.
	Tabular bool
	// unnamed says that trajectories have no ids in the file, but that of Options.ID.
	unnamed bool
	// late says that ids are known at the end of the file only.
	late bool
	// mark is what rows begin with, for EstimateRows; empty: a row is a line, or an element of XML.
	mark string
}

// Formats returns the formats of files that are read. The first is what "-" and devices hold.
func Formats() []Format {
	return []Format{
		{Name: "CSV", Extensions: []string{".csv"}, Also: []string{".tsv", ".txt", ""}, Packed: true, read: readCSV, Tabular: true},
		{Name: "Parquet", Extensions: []string{".parquet"}, Magic: "PAR1", read: readParquet, estimate: estimateParquet, Tabular: true},
		{Name: "SUMO", Extensions: []string{".xml"}, Packed: true, About: "floating-car data of SUMO", read: readXML, estimate: estimateXML},
		{Name: "GPX", Extensions: []string{".gpx"}, Packed: true, About: "tracks of GPS receivers", read: readGPX, degrees: true, fixed: true, unnamed: true, late: true, mark: "<trkpt"},
		{Name: "PLT", Extensions: []string{".plt"}, Packed: true, About: "a track of GeoLife", read: readPLT, degrees: true, fixed: true, unnamed: true},
		{Name: "FITS", Extensions: []string{".fits"}, Magic: fitsMagic, Packed: true, About: "binary tables", read: readFITS, estimate: estimateFITS, Tabular: true},
		{Name: "VOTable", Extensions: []string{".vot"}, Packed: true, About: "a table of the Virtual Observatory", read: readVOTable, estimate: estimateXML, Tabular: true},
		{Name: "ECSV", Extensions: []string{".ecsv"}, Packed: true, About: "a table of astropy", read: readECSV, Tabular: true},
		{Name: "OEM", Extensions: []string{".oem"}, Packed: true, About: "ephemerides of CCSDS", read: readOEM, fixed: true, orbits: true},
	}
}

// A Packing is a way to compress a file as a whole.
type Packing = infile.Packing

// Packings returns the ways to compress a file.
func Packings() []Packing { return infile.Packings() }

// A Use is what a file is for.
type Use uint8

const (
	// Input is a file that trajectories are read from.
	Input Use = iota
	// StoreOutput is a file that trajectories are written to.
	StoreOutput
	// ResultOutput is a file that hits or encounters are written to.
	ResultOutput
	// TableOutput is a file that rows without places are written to: see CreateTable.
	TableOutput
)

// stream says what "-" stands for.
func (u Use) stream() string {
	if u == Input {
		return "from standard input"
	}
	return "to standard output"
}

// Serves reports whether files of the format have a use.
func (f Format) Serves(u Use) bool {
	switch u {
	case Input:
		return f.read != nil
	case StoreOutput:
		return f.written && f.stores
	case TableOutput:
		return f.written && !f.placed
	}
	return f.written
}

// endings returns the extensions that names of files for a use have.
func (f Format) endings(u Use) []string {
	if u == Input {
		return slices.Concat(f.Extensions, f.Also)
	}
	return f.Extensions
}

// Extensions returns what names of files of some formats for a use may end in, packed files included.
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

// Known says which names files of some formats for a use may have, as errors about a name list them.
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
		archive = ", " + ArchiveExtension + " of such files"
	}
	if len(bare) > 0 {
		except += " but " + strings.Join(bare, " and ")
	}
	return strings.Join(names, ", ") + "; " + except + " also with " + strings.Join(packings, " or ") + archive + "; - for " + all[0].Name
}

// Find returns the one of some formats that a path has, for a use, by the end of its name; "-" is the first. ok is
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

// signs are what files of the formats, and archives, begin with.
func signs() (all []infile.Sign) {
	all = append(all, infile.Sign{Magic: infile.ZipMagic, What: "a zip archive, which is read from a file whose name ends in " + ArchiveExtension + " only"})
	for _, f := range Formats() {
		if f.Magic != "" {
			all = append(all, infile.Sign{Magic: f.Magic, What: f.Name + " data, which is read from a file whose name ends in " + f.Extensions[0]})
		}
	}
	return all
}
