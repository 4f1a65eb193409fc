// Package format has the parts that all formats of trajectory files share: the options and the report of reading, columns, units,
// presets and conditions. Package input reads files, and package output writes trajectories, hits and encounters to files. The
// extension picks the format.
//
//	.csv              separated by comma, semicolon, tab or |, UTF-8, with a header; quoted fields as in RFC 4180
//	.tsv, .txt, none  the same (read only)
//	.parquet          Apache Parquet: columns, parts of structs, and geometries of GeoParquet
//	.arrows           a stream of Arrow's IPC
//	.arrow, .feather  a file of Arrow's IPC (read only)
//	.xml, .fcd.xml    floating-car data of the traffic simulator SUMO (read only)
//	.gpx              tracks of GPS receivers, GPX 1.0 and 1.1 (read only)
//	.plt              a track of the GeoLife data set (read only)
//	.fits             a binary table of FITS (read only)
//	.vot, .xml        a table of a VOTable (read only)
//	.ecsv             a table of astropy's ECSV (read only)
//	.oem              ephemerides of CCSDS, key-value notation (read only)
//	.ndjson, .jsonl   one JSON object a line (hits and encounters, written only)
//	.geojson          a point for each row (encounters on the Earth, written only)
//	-                 CSV from standard input or to standard output
//
// Members of a .zip are read like files of a folder: see List.
//
// input.Formats and output.Written list them, for programs; docs/add-a-format.md says how to add one.
//
// All but Parquet and Arrow may be compressed: .gz or .zst at the end of the name. Members of a
// gzip archive are read as one; zeros after the last are padding, anything else an
// error.
//
// # Columns
//
// A trajectory file has the columns traj_id (or id), t, x and y, in any order
// and among others that are ignored; z makes it 3-D, r gives every trajectory a
// radius. Options.Columns maps other names to these, and says which holds the ids
// where there is traj_id and id. Ids are integers where every one is a canonical
// decimal int64, else all are names, in UTF-8; others are errors. Times are numbers,
// or all of them RFC 3339, which makes a Timestamp store. Options.Zone is the time zone of times
// without an offset from UTC, Options.TimeLayout says in which other order their parts stand. A date
// alone is its midnight in Zone, and 20200101 is a number.
//
// Where these columns are missing, columns of known fields are found by their names: see Options.Preset and
// docs/formats.md. One pair of columns lon and lat, or longitude and latitude, stands for x and y in degrees
// where x and y alone are missing: see Report.LonLat.
//
// CSV may begin with lines that begin with #. The separator of fields is the one byte that makes
// all columns appear in the header.
//
// # Numbers
//
// A number in text is decimal: a sign or none, digits with a point or none, and
// perhaps e or E with a whole number, as in 12, -0.5, +.5, 7. and 6.02e23. Spaces and
// tabs around it are passed over. Nothing else is a number: not 1_000, not 0x1p4,
// not inf or nan, and no decimal that rounds to beyond the largest float64.
//
// # Exactness
//
// Numbers are read correctly rounded and written as the shortest text that reads
// back to the same float64, so a store survives a round trip through any format to
// the bit.
//
// # XML
//
// A document has one root and is well-formed, in UTF-8; another declared encoding
// is refused. Entities are XML's own and characters by number, since a
// DOCTYPE is passed over. All vehicles have z, or none.
//
// # Errors
//
// Rows of text are checked as they are read: the first bad row ends the reading, and
// rows that are left out take no memory. Rows of Parquet are checked as they are read
// where a file holds far more rows than its bytes let expect and bad rows are not left
// out; otherwise they are checked when all are read.
//
// An error inside a file is an *Error, which names the file, the line or
// row, the column and the value. A corrupt Parquet file costs no more memory than
// its bytes justify: see docs/decisions/0014-parquet-pages.md. When rows are checked is in
// docs/decisions/0012-readers.md, why the readers are no libraries' in
// docs/decisions/0021-own-readers.md.
//
// # Outputs
//
// An output file exists in full or not at all. It has no name until it is complete, where
// the system allows that, else a name such as .hits.csv.flyby-0123456789abcdef.part
// in the same folder. Leftovers with such names, from processes that were killed, are removed
// by the next process that writes hits.csv there, once they are a day old and where files can
// be locked. A file has the mode of the file it replaces, or obeys the umask. Where the
// path is a link, the file that it leads to is replaced, which must exist.
package format
