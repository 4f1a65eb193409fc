// Package infile reads files: it opens and unpacks them, cuts text into records and fields, scans
// numbers, and says where in a file something is wrong. What rows mean is for the packages of
// formats, of trajectories and of points, to know.
package infile
