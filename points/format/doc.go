// Package format reads points from files. The extension picks the format.
//
//	.csv              separated by comma, semicolon, tab or |, UTF-8, with a header; quoted fields as in RFC 4180
//	.tsv, .txt, none  the same
//	.parquet          Apache Parquet: columns of numbers, or one of lists of them
//	.arrows           a stream of Apache Arrow: columns of numbers, or one of lists of them; .arrow and .feather: a file of it
//	.fits, .vot       tables of astronomers, and .ecsv
//	.json             lists or lines of objects; .ndjson, .jsonl and .geojson too
//	.gpx, .plt, .oem  the positions of tracks and orbits; .xml: of vehicles of SUMO, or a VOTable
//	.npy              an array of NumPy: float32, float64 or integers, one row a point, or one number a point
//	-                 standard input: an array of NumPy or CSV, by how it begins, or what Options.Format says
//
// All but Parquet and Arrow may be compressed: .gz or .zst at the end of the name. List and ReadFiles read several files, also of folders and
// archives, as one set of points.
//
// # Columns
//
// The column id, or if there is none traj_id, has the ids: integers or names, each of them once. Without both, the ids are the first column of
// integers that is named as ids are: id, index, fid, mmsi or key in any case, or a name that ends in _id, or in ID or Id behind a small letter or a
// digit. If a value of this column repeats, or is no integer, that is an error, which says how Options.Columns reads the file instead. Without such a
// column the number of the row is the id, from 0. All other columns that hold numbers are coordinates, x1 to xn in the order of the file;
// Report.Columns and Report.ID name the columns that were taken. In text a column holds numbers if its first value is a number, finite or not, or is
// empty, which is an error then; Report.Ignored names the columns that do not. Options.Columns names the coordinates instead, and perhaps the id:
// then no other column is read; with the id alone the coordinates are the same as without it. In Parquet and Arrow one column may hold all
// coordinates, as lists of equal length: it is read where it is the only column of lists and no column has single numbers, and where Options.Columns
// names it for x1 and names no x2. A column of geometries that are points has the coordinates, unless Options.Columns names others: degrees, as with
// LonLat, where its CRS says so. Numbers are written as in package trajectory/format.
//
// Text without a header is an error unless Options.NoHeader calls its columns x1, x2 and so on. Columns called 0, 1 and so on are taken for the
// header that pandas writes of columns without names, and Report.Numbered says so.
//
// Options.Where leaves rows out. Columns of times are read where Options.Columns names them, as seconds since 1970.
//
// # Errors
//
// An *Error says what is wrong inside a file: it names the file, the line or row, the column and the value. The first bad row ends the reading,
// unless Options.SkipBadRows leaves bad rows out and counts them. docs/decisions/0051-files-of-points.md gives the reasons for these rules of
// columns, and docs/decisions/0059-reading-points.md for reading files of trajectories as points.
package format
