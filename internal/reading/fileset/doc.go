// Package fileset reads trajectories from the files of a data set: one or several as a store, or their rows as they come. Formats lists the formats, and
// the extension of a file picks one; package format has the options, the report, and the rules of columns and numbers.
// docs/decisions/0090-packages-of-formats.md says why package fileset, which has the table of formats, stands above the packages of formats.
package fileset
