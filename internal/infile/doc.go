// Package infile reads files: it opens and unpacks them, cuts text into records and fields, scans
// numbers, and locates errors in a file. The packages of formats, of trajectories and of points,
// know the meaning of rows.
package infile
