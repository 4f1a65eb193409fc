// Package height finds the columns of a table that have heights, by their names alone, for tables whose readers take no column for z: what is
// left out is told, and never lost in silence. See docs/decisions/0129-heights-are-not-dropped.md.
package height
