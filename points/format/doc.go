// Package format reads points from files. The extension picks the format.
//
//	.csv              separated by comma, semicolon, tab or |, UTF-8, with a header; quoted fields as in RFC 4180
//	.tsv, .txt, none  the same
//	.parquet          Apache Parquet: columns of numbers, or one of lists of them
//	.arrows           a stream of Apache Arrow: columns of numbers, or one of lists of them; .arrow and .feather: a file of it
//	.npy              an array of NumPy: float32, float64 or integers, one row a point, or one number a point
//	-                 standard input: an array of NumPy or CSV, by how it begins, or what Options.Format says
//
// All but Parquet and Arrow may be compressed: .gz or .zst at the end of the name. Several files, also of folders and archives, are one
// set of points: List and ReadFiles.
//
// # Columns
//
// The column id, or where there is none traj_id, has the ids, integers or names, of which each is there once. Without both it is the
// first column of integers that is named as ids are: id, index, fid, mmsi or key in any case, or a name that ends in _id, or in ID or
// Id behind a small letter or a digit. Where one of its values is there twice, or is no integer, that is an error, with what
// Options.Columns may be instead. Without such a column the number of the row is the id, from 0. All other columns that hold numbers are
// coordinates, x1 to xn in the order of the file; Report.Columns and Report.ID say what was taken. In text a column holds numbers unless its first value is something else than a number, finite or not; one that
// does not is told in Report.Ignored. Options.Columns names the coordinates instead, and perhaps the id: then nothing
// else is read; with the id alone the coordinates are the same as without it. In Parquet and Arrow one column may have them all, as lists of as many numbers each: it is read where there is one
// of lists and none of single numbers, and where Options.Columns names it for x1, and no x2. Numbers are those of package trajectory/format.
//
// Text without a header is an error unless Options.NoHeader calls its columns x1, x2 and so on; columns called 0, 1 and so on are the header that pandas
// writes of columns without names, which Report.Numbered tells.
//
// Options.Where leaves rows out, and columns of times that Options.Columns names are seconds since 1970.
//
// # Errors
//
// What is wrong inside a file is an *Error, which names the file, the line or row, the column and the
// value. The first bad row ends the reading, unless Options.SkipBadRows leaves them out and counts them.
// docs/decisions/0051-files-of-points.md says why columns are taken so, and docs/decisions/0059-reading-points.md why files
// of trajectories are.
package format
