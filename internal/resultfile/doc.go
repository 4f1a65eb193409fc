// Package resultfile reads files of results, hits, encounters and pairs, in every format that flyby writes: their columns, what their metadata tell,
// and their rows as the texts that CSV has.
package resultfile
