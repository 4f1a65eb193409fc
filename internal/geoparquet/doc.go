// Package geoparquet knows what GeoParquet adds to Parquet, and GeoArrow to Arrow: the JSON that describes a column of geometry (Parse, and
// CRS), and well-known binary, of which points and lines are read and written. It knows neither Parquet nor Arrow, and no trajectories.
// Sources: the specifications of GeoParquet 1.0, 1.1 and 2.0, PROJJSON 0.7, ISO 13249-3 for well-known binary, and PostGIS for the flags of its
// extended form. See docs/decisions/0113-geoparquet.md.
package geoparquet
