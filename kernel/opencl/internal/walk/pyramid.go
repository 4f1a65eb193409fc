package walk

import (
	"runtime"

	"flyby/binindex"
	"flyby/internal/cl"
	"flyby/internal/clrt"
	"flyby/internal/parallel"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
	"flyby/trajectory"
)

// pyramid is a pyramid on the device.
type pyramid struct {
	*binindex.Pyramid
	boxes    clrt.Array // [boxes][BoxWords], level after level
	runs     clrt.Array // [runs][RunWords]
	samples  clrt.Array // columns of the store (samples.cl); without float64 none
	units    clrt.Array // [units] the trajectory of each unit, or, of a query pyramid, the entry trajectory excluded for it
	instants clrt.Array // [ticks] the clock of the entries' frame
	segments clrt.Array // [runs * length][BoxWords] where walks end in pairs of segments, otherwise empty
	joints   hitlist.Joints
	level    []int     // the place in boxes where each level begins
	counts   []int     // boxes of each level
	size     []float32 // [levels] mean size of a box
	excluded []uint32  // the rule's Excluded that units was made of, for a query pyramid
}

func newPyramid(side string) *pyramid {
	return &pyramid{
		boxes: clrt.Array{Name: side + ".boxes"}, runs: clrt.Array{Name: side + ".runs"},
		samples: clrt.Array{Name: side + ".samples"},
		units:   clrt.Array{Name: side + ".units"}, instants: clrt.Array{Name: side + ".instants"},
		segments: clrt.Array{Name: side + ".segments"}, joints: hitlist.NewJoints(side),
	}
}

// upload makes room for a pyramid and enqueues copies of it.
func (d *Walker) upload(p *pyramid, from *binindex.Pyramid) error {
	p.Pyramid = nil
	if err := d.uploadBoxes(p, from); err != nil {
		return err
	}
	if d.Tuning.Finds {
		if err := d.uploadSamples(&p.samples, from.Store); err != nil {
			return err
		}
	}
	p.Pyramid, p.excluded = from, nil
	p.measure()
	return nil
}

// uploadBoxes copies the boxes and the runs.
func (d *Walker) uploadBoxes(p *pyramid, from *binindex.Pyramid) error {
	p.level, p.counts = p.level[:0], p.counts[:0]
	n := 0
	for _, l := range from.Levels {
		p.level, p.counts = append(p.level, n), append(p.counts, len(l))
		n += len(l)
	}
	if err := pair.CheckRows(n, "boxes"); err != nil {
		return err
	}
	if err := d.dev.Memory.Ensure(&p.boxes, 4*pair.BoxWords*n); err != nil {
		return err
	}
	levels := make([][]byte, len(from.Levels))
	for i, l := range from.Levels {
		levels[i] = cl.Bytes(pair.Words(l))
	}
	if err := d.ring.Upload(d.dev, p.boxes.Buffer, levels...); err != nil {
		return err
	}
	if err := d.dev.Memory.Ensure(&p.runs, 4*pair.RunWords*len(from.Runs)); err != nil {
		return err
	}
	return d.ring.Upload(d.dev, p.runs.Buffer, cl.Bytes(pair.Words(from.Runs)))
}

// uploadSamples copies the columns of a store.
func (d *Walker) uploadSamples(a *clrt.Array, s *trajectory.Store) error {
	if err := pair.CheckRows(s.Samples(), "samples"); err != nil {
		return err
	}
	columns, n := [][]byte(nil), 0
	for _, c := range pair.Columns(s) {
		columns = append(columns, cl.Bytes(c))
		n += len(c)
	}
	if err := d.dev.Memory.Ensure(a, 8*n); err != nil {
		return err
	}
	return d.ring.Upload(d.dev, a.Buffer, columns...)
}

// unitsAlone is the number of units that are worth another thread.
const unitsAlone = 1 << 16

// uploadUnits copies a number for each unit: of(traj) for a unit of trajectory
// traj.
func (d *Walker) uploadUnits(p *pyramid, of func(traj uint32) uint32) error {
	size := 1 << (2 * p.Setting.RunLevels)
	units := make([]uint32, len(p.Runs)/size)
	parallel.Ranges(len(units), 1+min(len(units)/unitsAlone, runtime.GOMAXPROCS(0)-1), func(_, first, last int) {
		for u := first; u < last; u++ {
			units[u] = of(p.Runs[u*size].Traj)
		}
	})
	if err := d.dev.Memory.Ensure(&p.units, 4*len(units)); err != nil {
		return err
	}
	return clrt.Write(d.dev.Queues, p.units.Buffer, 0, units)
}

// sizeSample is the number of boxes of a level whose sizes measure averages.
const sizeSample = 1 << 9

// measure estimates the mean size of the boxes of each level from a sample.
func (p *pyramid) measure() {
	p.size = p.size[:0]
	for _, level := range p.Levels {
		sum, n := 0.0, 0
		for i := 0; i < len(level); i += max(1, len(level)/sizeSample) {
			if b := &level[i]; b.First <= b.Last {
				sum += float64(b.Size(p.TickSize))
				n++
			}
		}
		p.size = append(p.size, float32(sum/float64(max(n, 1))))
	}
}

// release frees a pyramid's memory on the device; nil is allowed.
func (p *pyramid) release(m *clrt.Memory) error {
	if p == nil {
		return nil
	}
	p.Pyramid = nil
	return m.ReleaseArrays(&p.boxes, &p.runs, &p.samples, &p.units, &p.instants, &p.segments, &p.joints.Array)
}
