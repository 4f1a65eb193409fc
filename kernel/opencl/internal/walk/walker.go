package walk

import (
	"slices"

	"flyby/binindex"
	"flyby/internal/clrt"
	"flyby/kernel/opencl/internal/hitlist"
	"flyby/kernel/opencl/internal/pair"
)

// Walker walks pyramids on a device. It belongs to one goroutine.
type Walker struct {
	dev    *clrt.Device
	list   *hitlist.List
	Lists  *pair.Lists
	Tuning Tuning

	walking  *clrt.Program // built by Prepare
	ring     clrt.Ring
	query    *pyramid  // the query pyramid uploaded last
	flat     *flatSide // the query side made last
	found    int       // hits of the last walk whose hits the device ordered: the next may have as many
	outgrown bool      // a walk in waves outgrew its lists: until a whole walk fits them, walks are done in one go
}

// Tuning is the parameters of walks on a device.
type Tuning struct {
	Groups       clrt.Groups
	Finds        bool   // the device finds hits itself: it computes in float64
	StartPairs   uint64 // about the number of pairs of boxes that a walk begins with
	Interactions int    // the most interactions of one launch
	Segments     bool   // walks end in pairs of segments, not of runs
	Overlap      int    // hits from which on a walk of queries is done in waves
	Streamed     int    // bytes from which on pinned queries are sent in waves too
	Timed        bool   // launches are timed, at some 10 us each
}

// New makes a walker that adds its hits to a list.
func New(dev *clrt.Device, hits *hitlist.List, lists *pair.Lists, t Tuning) *Walker {
	return &Walker{dev: dev, list: hits, Lists: lists, Tuning: t}
}

// Close releases the walker's program and pinned memory; its buffers are the device's. A
// nil Walker is allowed.
func (d *Walker) Close() error {
	if d == nil {
		return nil
	}
	if d.ring.Drop(); d.flat != nil {
		d.flat.staging.Drop()
	}
	return d.walking.Release()
}

// Sources are the sources of Walk. The first has the kernels of all walks, the second the kernels of walks that send queries. On a device whose walks end in pairs of segments
// a third source has the kernels of walks that end in pairs of runs.
func (d *Walker) Sources() []clrt.Source {
	s := clrt.Source{
		Label: "walk", Groups: d.Tuning.Groups,
		Kernels: []clrt.AnyKernel{startWalk, openBoxes}, Files: []clrt.File{pair.BoxFile(), openFile(), startFile()},
	}
	if !d.Tuning.Finds {
		return []clrt.Source{s}
	}
	queries, refine := s, s
	queries.Label, queries.Kernels = "queries", []clrt.AnyKernel{queryRuns}
	queries.Files = []clrt.File{pair.InteractionFile(), hitlist.HitFile(), pair.SamplesFile(), runsFile(), boxesFile(), queriesFile()}
	finding := []clrt.File{pair.InteractionFile(), pair.RejectFile(), hitlist.HitFile(), pair.SamplesFile(), hitlist.HitsFile(), runsFile()}
	if !d.Tuning.Segments {
		s.Kernels, s.Files = append(s.Kernels, refineRuns), append(append(s.Files, finding...), refineFile())
		return []clrt.Source{s, queries}
	}
	refine.Label, refine.Kernels = "refine", []clrt.AnyKernel{refineRuns}
	refine.Files = append(slices.Clone(finding), refineFile())
	s.Kernels = append(s.Kernels, segmentBoxes, openRuns, refineSegments)
	s.Files = append(append(s.Files, finding...), boxesFile(), segmentsFile())
	return []clrt.Source{s, queries, refine}
}

// Prepare builds the program of all walks, and with queries the program that they need too.
func (d *Walker) Prepare(queries bool) (err error) {
	if d.walking == nil {
		sources := d.Sources()
		if d.walking, err = d.dev.Build(sources[0], sources[1:]...); err != nil {
			return err
		}
	}
	if queries && d.Tuning.Finds {
		return d.walking.Prepare(queryRuns.Name())
	}
	return nil
}

// Index is a pyramid on the device.
type Index struct {
	d       *Walker
	pyramid *pyramid
}

// Load copies a pyramid to the device, and the samples that walks of it need. Commands
// may still use the pyramid's memory until the queues' Finish.
func (d *Walker) Load(p *binindex.Pyramid) (*Index, error) {
	if err := d.Prepare(false); err != nil {
		return nil, err
	}
	r := &Index{d: d, pyramid: newPyramid("entry")}
	return r, r.load(p)
}

// load copies a pyramid to the device.
func (r *Index) load(p *binindex.Pyramid) error {
	d := r.d
	if err := d.upload(r.pyramid, p); err != nil {
		return err
	}
	if err := d.uploadUnits(r.pyramid, func(traj uint32) uint32 { return traj }); err != nil || !d.Tuning.Finds {
		return err
	}
	instants := r.pyramid.Instants()
	if err := d.dev.Memory.Ensure(&r.pyramid.instants, 8*len(instants)); err != nil {
		return err
	}
	if err := clrt.Write(d.dev.Queues, r.pyramid.instants.Buffer, 0, instants); err != nil {
		return err
	}
	return d.makeSegments(r.pyramid, r.pyramid, len(r.pyramid.Runs))
}

// Close frees the pyramid's memory on the device; a nil Index is allowed.
func (r *Index) Close() error {
	if r == nil {
		return nil
	}
	return r.pyramid.release(r.d.dev.Memory)
}
