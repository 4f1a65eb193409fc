package main

import (
	"fmt"
	"strings"

	pointformat "flyby/points/format"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
	"flyby/trajectory/output"
)

// filesTopic is the topic of help that lists the formats of files.
const filesTopic = "files"

// helpOfFiles says which files are read and written. Other help texts refer to it.
func helpOfFiles() string {
	var b strings.Builder
	b.WriteString("FILES OF TRAJECTORIES, which join, search, convoys, at, info, convert and verify read\n")
	writeFormats(&b, input.Formats(), format.Input)
	b.WriteString(folded(severalFiles) + "\n\n")
	b.WriteString("FILES OF POINTS, which selfjoin, pointjoin, knn and dbscan read\n")
	writeFormats(&b, pointformat.Formats(), format.PointInput)
	b.WriteString(folded(severalPoints) + "\n\n")
	b.WriteString(folded("Files of all formats but Parquet and Arrow may be packed, with "+packings()+" behind their names; "+input.ArchiveExtension+
		" is an archive of files. FILE may be a folder, of which all such files are read, or a pattern in quotes. - is standard input: CSV, and for points NPY too, or what --in-format says.") + "\n\n")
	b.WriteString(folded("Columns that have other names than id, t, x, y and perhaps z and r are told by --columns; the tables "+
		listed(format.Presets(), "and")+" are known. flyby info FILE says what a file is taken to be; docs/formats.md has more of each format.") + "\n\n")
	b.WriteString("ANSWERS, by the ending of --out\n")
	writeFormats(&b, output.Written(), format.ResultOutput)
	b.WriteString(folded("Groups, clusters and pairs of points have all of them but "+unplaced()+"; dbscan and knn write .npy too, an array of NumPy. convert and generate write trajectories as "+
		stored()+"; at and generate write points as .csv, .parquet, .arrows, .ndjson or .npy, an array of NumPy without ids. Files may be packed here too. - is CSV on standard output, or what --out-format says.") + "\n")
	return b.String()
}

// writeFormats lists the formats that serve a use.
func writeFormats(b *strings.Builder, all []format.Format, u format.Use) {
	for _, f := range all {
		if f.Serves(u) {
			fmt.Fprintf(b, "  %-9s %s\n", f.Extensions[0], f.Name+remark(f))
		}
	}
}

// packings are the endings of packed files.
func packings() string {
	var all []string
	for _, p := range format.Packings() {
		all = append(all, p.Extension)
	}
	return listed(all, "or")
}

// stored are the endings of the files that trajectories are written to.
func stored() string {
	var all []string
	for _, f := range output.Written() {
		if f.Serves(format.StoreOutput) {
			all = append(all, f.Extensions[0])
		}
	}
	return listed(all, "and")
}

// unplaced are the endings of the files that only rows with places are written to.
func unplaced() string {
	var all []string
	for _, f := range output.Written() {
		if f.Serves(format.ResultOutput) && !f.Serves(format.TableOutput) {
			all = append(all, f.Extensions[0])
		}
	}
	return listed(all, "and")
}
