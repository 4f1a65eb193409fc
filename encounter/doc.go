// Package encounter joins hits to encounters, and encounters that were found in parts of a
// search to the encounters of the whole. How a device joins hits, and which hits it leaves to this
// package, is in docs/decisions/0007-encounters-on-the-device.md; how the cores, which hand chains of
// hits to collectors, do so is in docs/decisions/0024-encounters-on-cores.md.
package encounter
