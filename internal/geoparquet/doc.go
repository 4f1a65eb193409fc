// Package geoparquet has geometries as WKB, and what the metadata of GeoParquet 1.1 and of GeoArrow say of a column of them.
package geoparquet
