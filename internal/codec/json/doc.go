// Package json reads rows of JSON: an object a line (NDJSON), a list of objects, lists below a key, and positions of GeoJSON (RFC 7946) and of
// OGC's Moving Features (MF-JSON, 19-045r3), in the dialect of MobilityDB too. Columns are called by dotted paths of keys. A document is read
// a value at a time, of at most MostValue bytes, whatever its size. docs/formats.md says which documents have which rows.
package json
