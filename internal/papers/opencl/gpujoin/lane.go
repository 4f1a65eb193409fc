package gpujoin

import (
	"errors"

	"flyby/internal/clrt"
	"flyby/internal/pointjoin/opencl/device"
)

// A lane is a queue of a device with the buffers of a batch.
type lane struct {
	number int // of the queue
	notes  *device.Notes
	room   int // pairs of found and seconds

	found, starts, seconds, spare, sums clrt.Array
	staged                              *clrt.Block   // pinned memory into which seconds are read
	copied                              chan struct{} // closed once the last seconds are copied; nil: there were none

	stage stage
	batch strided
	part  *portion // that the batch fills
}

// stage is the current stage of a lane.
type stage int

const (
	idle    stage = iota
	joining       // the kernel, and sorting by key
	reading       // ordering of rows, and reading
)

func newLane(number int) *lane {
	l := &lane{number: number}
	for a, name := range map[*clrt.Array]string{
		&l.found: "gpujoin.found", &l.starts: "gpujoin.starts", &l.seconds: "gpujoin.seconds", &l.spare: "gpujoin.spare", &l.sums: "gpujoin.sums",
	} {
		a.Name = name
	}
	return l
}

// make allocates room for a batch of some pairs, for points of some rows.
func (l *lane) make(d *device.Device, rows, room int) (err error) {
	if l.notes == nil {
		if l.notes, err = d.NewNotes(); err != nil {
			return err
		}
	}
	l.room = max(l.room, room)
	for a, size := range map[*clrt.Array]int{&l.found: 8 * (l.room + 1), &l.starts: 4 * (rows + 2), &l.seconds: 4 * l.room, &l.sums: 4 * d.MostGroups} {
		if err := d.Memory.Ensure(a, size); err != nil {
			return err
		}
	}
	return nil
}

// stagedFor returns pinned memory for some pairs, once its earlier contents are copied.
func (l *lane) stagedFor(p *clrt.Pool, pairs int) (_ []byte, err error) {
	l.await()
	if l.staged == nil || len(l.staged.Bytes) < 4*pairs {
		l.staged.Release()
		if l.staged, err = p.Keep(4 * max(pairs, l.room)); err != nil {
			return nil, err
		}
	}
	return l.staged.Bytes[:4*pairs], nil
}

// await waits until the last read is copied.
func (l *lane) await() {
	if l.copied != nil {
		<-l.copied
		l.copied = nil
	}
}

// close frees the buffers; l may be nil.
func (l *lane) close(m *clrt.Memory) error {
	if l == nil {
		return nil
	}
	l.await()
	l.staged.Release()
	l.staged = nil
	arrays := []*clrt.Array{&l.found, &l.starts, &l.seconds, &l.spare, &l.sums}
	if l.notes != nil {
		arrays = append(arrays, &l.notes.Array)
	}
	return errors.Join(m.ReleaseArrays(arrays...))
}
