package reading

import (
	"context"

	"flyby/internal/codec"
	"flyby/internal/infile"
)

// readPreset reads the rows of a table whose columns a preset took: see docs/decisions/0089-presets-of-typed-tables.md.
func (r *batchReader) readPreset(empty string) (*Parsed, error) {
	own := *r.o
	if at := r.taken.VisibleAt; at >= 0 {
		r.columns[at].Letters = false // presets have the words true and false
	}
	if at := r.layout.At[ColT]; !r.layout.Still {
		own.Stamped = r.columns[at].Kind == codec.Stamp
		r.layout.Unzoned, _ = r.unzoned(&r.columns[at]) // the preset may know the zone of times
	}
	if own.Stamped {
		own.Times.Layout = nil
	}
	own.Said = &TableLabels{Units: r.layout.Units, Of: r.label, Single: func(i int) bool { return r.columns[i].Single() }}
	rows, err := NewPresetRows(r.src, codec.NamesOf(r.columns), r.layout, r.taken, &own)
	if err != nil {
		return nil, err
	}
	rows.Table.Number = r.number
	return rows.Finish(r.presetBatches(rows), empty)
}

// A presetParcel is a batch on its way, whose rows a preset takes in their order.
type presetParcel struct {
	codec.Batch
	infile.Block
	err error
}

// Records are no records.
func (p *presetParcel) Records() *infile.Block { return &p.Block }

// presetBatches hands the rows of all batches on.
func (r *batchReader) presetBatches(rows *PresetRows) error {
	wanted, sense := rows.Wanted(), codec.Sense{Clock: r.o.Times}
	r.codec.Want(wanted, nil)
	fields := make([][]byte, len(r.columns))
	return infile.Pipeline[*presetParcel]{
		Threads: r.o.Threads,
		New:     func(int) *presetParcel { return &presetParcel{Block: *infile.NewBlock(0)} },
		Parser:  func() func(*presetParcel) { return func(p *presetParcel) { p.err = p.Decode() } },
		Merge: func(p *presetParcel) error {
			for row := 0; row < p.Rows && p.err == nil; row++ {
				if f := codec.FaultOf(p.Broken, row); f != nil {
					p.err = rows.Bad(p.First+row+1, f.In(""))
					continue
				}
				for _, at := range wanted {
					SetField(fields, at, sense.Field(&r.columns[at], &p.Values[at], row, rows.IsNumber(at)))
				}
				p.err = rows.Row(p.First+row+1, fields)
			}
			return p.err
		},
	}.RunFrom(r.ctx, r.inFlight(), func(ctx context.Context, p *presetParcel) error { return r.codec.Next(ctx, &p.Batch) })
}
