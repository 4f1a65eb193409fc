package output

import (
	"flyby/internal/infile"
	"flyby/trajectory"
)

// HitColumns returns the columns that CreateHits writes, without further columns. Column.Cell reads the values that *of has at the time of
// the call.
func HitColumns(of *trajectory.Hits, queries, entries *trajectory.Store, o WriteOptions) []Column {
	return columnsOf(hitContent(of, queries, entries, o))
}

// EncounterColumns is HitColumns for CreateEncounters.
func EncounterColumns(of *trajectory.Encounters, queries, entries *trajectory.Store, o WriteOptions) []Column {
	return columnsOf(encounterContent(of, queries, entries, o))
}

// NearestColumns is HitColumns for CreateNearest.
func NearestColumns(of *trajectory.Nearest, queries, entries *trajectory.Store) []Column {
	return columnsOf(nearestContent(of, queries, entries, WriteOptions{}))
}

// PairColumns is HitColumns for CreatePairs.
func PairColumns(of *trajectory.Pairs, queries, entries *trajectory.Store, o WriteOptions) []Column {
	return columnsOf(pairContent(of, queries, entries, o))
}

// columnsOf returns the columns of a content.
func columnsOf(c content) (all []Column) {
	for _, column := range c.columns {
		all = append(all, Column{column})
	}
	return all
}

// Name returns the name of the column.
func (c Column) Name() string { return c.out.name }

// A Kind is the kind of a column's values.
type Kind uint8

// The kinds of columns.
const (
	Texts   Kind = iota // ids as well
	Counts              // whole numbers
	Numbers             // of a Measure, or without a unit
	Times
)

// Kind returns the kind of the column's values.
func (c Column) Kind() Kind {
	switch {
	case c.out.time:
		return Times
	case c.out.f64 != nil:
		return Numbers
	case c.out.u32 != nil && c.out.ids == nil && c.out.texts == nil:
		return Counts
	}
	return Texts
}

// Measure returns the measure of the column's numbers; zero: they have no unit.
func (c Column) Measure() Measure { return c.out.counts }

// Cell returns the value in a row of the next chunk, before it is rounded for a file. A time is its number.
func (c Column) Cell(row int) infile.Cell {
	switch o := &c.out; {
	case o.f64 != nil && (*o.f64)[row] != (*o.f64)[row]:
		return infile.TextCell(nil)
	case o.f64 != nil:
		return infile.NumberCell((*o.f64)[row], 64)
	case o.open != nil:
		return infile.TextCell([]byte((*o.open)[row].String()))
	case o.texts != nil:
		return infile.TextCell([]byte(o.texts[(*o.u32)[row]]))
	case o.ids != nil && o.ids.IntIDs():
		return infile.IntegerCell(o.ids.IntID(int((*o.u32)[row])))
	case o.ids != nil:
		return infile.TextCell([]byte(o.ids.ID(int((*o.u32)[row]))))
	}
	return infile.IntegerCell(int64((*c.out.u32)[row]))
}
