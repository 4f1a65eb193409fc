package rows

import (
	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
)

// Table is the buffers with which a device finds pairs by row, kept from one search to
// the next.
type Table struct {
	dev           *device.Device
	memory, found []uint32      // for the starts of rows, and for their numbers of pairs
	ordering      *clrt.Program // nil: not built yet
	notes         *device.Notes

	counts, kept, measures, starts, seconds, spare, settled clrt.Array
	transfers                                               [2]transfer // used in turn
}

// NewTable returns an empty table.
func NewTable(dev *device.Device) *Table {
	t := &Table{dev: dev}
	for a, name := range map[*clrt.Array]string{
		&t.counts: "rows.counts", &t.kept: "rows.kept", &t.measures: "rows.measures", &t.starts: "rows.starts", &t.seconds: "rows.seconds", &t.spare: "rows.spare", &t.settled: "rows.settled",
		&t.transfers[0].firsts: "rows.firsts", &t.transfers[1].firsts: "rows.firsts",
	} {
		a.Name = name
	}
	return t
}

// prepare builds the programs and notes that every search needs.
func (t *Table) prepare() (err error) {
	if t.notes == nil {
		if t.notes, err = t.dev.NewNotes(); err != nil {
			return err
		}
	}
	if t.ordering == nil {
		t.ordering, err = t.dev.Program(OrderSource(t.dev.Groups))
	}
	return err
}

// Close frees the buffers; t may be nil.
func (t *Table) Close() error {
	if t == nil {
		return nil
	}
	arrays := []*clrt.Array{&t.counts, &t.kept, &t.measures, &t.starts, &t.seconds, &t.spare, &t.settled}
	if t.notes != nil {
		arrays = append(arrays, &t.notes.Array)
	}
	for i := range t.transfers {
		arrays = append(arrays, &t.transfers[i].firsts)
		t.transfers[i].block.Release()
	}
	return t.dev.Memory.ReleaseArrays(arrays...)
}
