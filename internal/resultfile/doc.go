// Package resultfile reads files of results (hits, encounters, pairs and neighbours) in every format that flyby writes: their columns, their metadata,
// and their rows as the text of CSV.
package resultfile
