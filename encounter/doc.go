// Package encounter joins hits to encounters, and encounters that were found in
// parts to those of the whole. How a device joins them, and what it leaves to this package,
// is in docs/decisions/0007-encounters-on-the-device.md; how the cores do, which hand chains of
// hits to collectors, in docs/decisions/0024-encounters-on-cores.md.
package encounter
