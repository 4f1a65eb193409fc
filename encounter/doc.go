// Package encounter joins hits to encounters, and encounters that were found in
// parts to those of the whole.
package encounter
