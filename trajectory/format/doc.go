// Package format has what a program says and learns about files of trajectories in any format: the options and the report of reading, units,
// conditions, instants and errors. Package input reads files, and package output writes trajectories, hits and encounters to files. The
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
//	.omm              element sets of orbits, OMM of CCSDS; also in .csv, .json, .xml and .txt (read only, in Options.Window)
//	.tle, .3le, .2le  element sets of two lines; also in .txt (read only, in Options.Window)
//	.json             lists of objects, and objects with lists below a key, in JSON (read only)
//	.ndjson, .jsonl   one JSON object a line (written: hits and encounters only)
//	.geojson          features (written: a point for each row of encounters on the Earth)
//	-                 CSV from standard input or to standard output
//
// Members of a .zip are read like files of a folder: see List.
//
// fileset.Formats and output.Written list them, for programs; docs/add-a-format.md says how to add one.
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
// decimal int64, otherwise all are names, in UTF-8; others are errors. Times are numbers,
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
// The first bad row of a file, in its order, is the error. Rows of text are checked by themselves as they are read. Against the rows before
// them in their trajectory they are checked when all are read, or, in text that is packed or handed on, and where bad rows are left out,
// as they are read: they take no memory then. Rows of Parquet are checked as they are read
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
// the system allows that, otherwise a name such as .hits.csv.flyby-0123456789abcdef.part
// in the same folder. Leftovers with such names, from processes that were killed, are removed
// by the next process that writes hits.csv there, once they are a day old and where files can
// be locked. A file has the mode of the file it replaces, or obeys the umask. Where the
// path is a link, the file that it leads to is replaced, which must exist.
//
// # Conditions
//
// Options.Where is a list of conditions on columns by the names of the file, or of similar columns in files of presets;
// all must hold. One set of conditions serves entries and queries, as all flags of reading do.
//
//   - Conditions come first. A row that does not meet them is as if it were not in the file: it is not checked, does
//     not decide the kind of times or whether there are heights, does not end a piece, and has no id. So the answer is
//     the answer of the file without the row, to the byte. Report.Missed counts such rows apart; messages count lines
//     and rows of the file as it is.
//   - Text is tested in place, field by field up to the last field of a condition, and the rest of the record is not
//     looked at. A record with quotes before that is split as usual. A record that cannot be tested is read, so that
//     the error of a broken record is reported.
//   - Numbers are decimal and rounded once, as everywhere; integers of 64 bits are compared exactly, since ids of that
//     size are common and float64 does not tell all of them apart.
//   - A cell without a value meets = and != alone: as text, it would be less than every number, and speed<5 would keep
//     rows that have no speed.
//   - Of Parquet the pages of the conditions' columns are decoded first, whichever column comes first, into one bit a
//     row; dictionaries are tested once. Nulls and bad values in rows that do not meet the conditions are no faults. A
//     row group without a matching row is not decoded. The rows take the one path of all rows, in memory or not, so
//     slabs that are read from row groups have the same ones.
//   - Where rows name their cells (SUMO, GPX, OEM) one row may lack a cell that another has. Whether a column exists is
//     known at the end of the file, and its absence is an error then.
//
// Rejected alternatives. Expressions with or, not, parentheses and functions: SQL has them, and DuckDB writes files
// that flyby reads. Statistics of row groups: they are no proof, as writers have had them wrong. Comparing times in
// text as instants: the column need not be one of times, and layout, zone and offset would have to be given for each; a
// prefix does for RFC 3339, and there are --from and --to. Quotes around names and values: no column of a known field
// has an operator in its name.
//
// # Units of velocities
//
// ECSV, FITS and VOTable name a unit for each column: tables of stars have kiloparsecs, megayears and km/s, so
// velocities are in another unit than lengths by times of the data. Columns vx, vy and, in 3-D, vz are read of these
// tables as of CSV. A column without a unit is in lengths by times of the data. A unit is a length by a time in one of
// the notations of tables (km/s, km s-1, km.s**-1). Where it differs from the data's, each value is multiplied by the
// factor of the two units, a rational number (with a hundred digits of pi between parsecs and others), and rounded
// once: package internal/unit proves it. Where the data's units are not known, the error names --units; an unknown unit
// is an error of the file. Refusing velocities in other units was rejected, since the files of the field have them.
package format
