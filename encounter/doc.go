// Package encounter joins hits to encounters, and encounters that were found in
// parts to those of the whole. How a device joins them, and what it leaves to this package,
// is in docs/decisions/0007-encounters-on-the-device.md.
package encounter
