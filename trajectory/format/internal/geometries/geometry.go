// Package geometries has the names by which package parquet calls the columns of a geometry.
package geometries

import "flyby/trajectory/format"

// A Geometry is a column with the places of a file.
type Geometry = format.Geometry

// The suffixes of the columns that represent a geometry, behind its name.
const (
	XPart = format.XPart
	YPart = format.YPart
	ZPart = format.ZPart
	MPart = format.MPart
)
