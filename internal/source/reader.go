package source

import (
	"context"
	"errors"
	"log/slog"

	"flyby/internal/devices"
	"flyby/internal/drivers"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/spill"
	"flyby/internal/spool"
	"flyby/kernel"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Config says within what data sets are read and searched.
type Config struct {
	Method    string // of the engine
	Device    string // a selector
	Providers devices.Providers
	Threads   int // 0: all cores
	Bins      int // of the method temporal; 0: the default
	Quota     *memory.Quota
	Asked     bool // the quota was asked for: data whose size nobody knows are taken to outgrow it
	Tmp       string
	TmpLimit  uint64
	Logger    *slog.Logger

	// Copied says that data that outgrow memory are wanted in the folder, and never in row groups.
	Copied bool
	// Held says that data have to lie in memory: no devices are opened, what is known to outgrow the quota is refused before it is read, and what may outgrow it is read to the folder first,
	// see Set.Hold.
	Held bool
	// InPlace wants data to stay in their files, though they fit the memory, where row groups tell Slabs slabs apart; 0: as many as the memory makes necessary.
	InPlace bool
	Slabs   int
	// Outgrown takes data to outgrow memory, however small they are. For tests.
	Outgrown bool
	// Fewer, unless nil, is called where memory is too little for all threads, with as many as it is enough for.
	Fewer func(threads int)
}

// An Input is a data set that is to be read.
type Input struct {
	Files []input.File
	Read  format.Options
	Name  string                           // as messages call it
	Size  func() (rows uint64, known bool) // about; nil: files are looked at
}

// rows is about how many rows the data set has, as far as that can be told.
func (in *Input) rows() (rows uint64, known bool) {
	if in.Size != nil {
		return in.Size()
	}
	return input.EstimateFiles(in.Files, in.Read)
}

// Same reports whether two data sets are of the same files.
func (in *Input) Same(other *Input) bool {
	if len(in.Files) != len(other.Files) {
		return false
	}
	for i := range in.Files {
		if in.Files[i] != other.Files[i] {
			return false
		}
	}
	return true
}

// A Reader reads the data sets of one database: into memory where they fit, else to a folder. It has the devices of the database, too: where data
// go to the folder these are opened before, since what drivers take comes first.
type Reader struct {
	Config
	beside  uint64        // bytes that drivers take, which are not loaded yet
	folder  *spill.Folder // nil: data are read into memory
	devices *opened
}

// opened is the devices of a reader, and of readers of further data sets beside it.
type opened struct{ all []engine.Device }

// What a data set takes in memory: a sample with what reading, indexing and searching it need at their peaks, and what OpenCL's
// drivers do, which are loaded later.
const (
	sampleBytes = 96
	driverBytes = 64 << 20
	// workBytes is what reading and searching take whatever the data set is: code, stacks, blocks of text.
	workBytes = 40 << 20
	// orbitParts is about how many parts a segment of an orbit has: of 60 s in a low one.
	orbitParts = 20
)

// NewReader decides where some data sets are read to, and cuts threads to the memory. Where they go to the folder it opens that, and the devices.
func NewReader(c Config, inputs ...Input) (*Reader, error) {
	r := &Reader{Config: c, devices: &opened{}}
	if c.Device != "cpu" && !c.Copied && !c.Quota.IsShare() {
		r.beside = driverBytes
	}
	if !c.Copied && !c.Quota.IsShare() {
		r.cutThreads(r.beside + slabsBytes)
	}
	if len(inputs) == 0 || !r.outgrow(inputs) {
		return r, nil
	}
	if bytes, known := r.takes(inputs); c.Held && known && !c.Outgrown {
		return nil, r.Quota.Little(dataTake, max(r.Quota.Most(), r.Quota.Held())+bytes-min(bytes, r.Quota.Bytes()))
	}
	var err error
	if r.folder, err = spill.Open(c.Tmp, c.TmpLimit); err != nil {
		return nil, err
	}
	if c.Copied || c.Held {
		return r, nil
	}
	if _, err = r.Devices(); err == nil {
		err = r.checkMemory(inputs)
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// outgrow reports whether data sets need more memory than the quota has, as far as that can be told before they are read. Data of a
// size that nobody knows fit, unless the quota was asked for.
func (r *Reader) outgrow(inputs []Input) bool {
	if r.Outgrown {
		return true
	}
	bytes, known := r.takes(inputs)
	return bytes > r.Quota.Bytes() || !known && r.Asked
}

// Beside returns the reader of a further data set, which goes to the folder where it does not fit beside what was read.
func (r *Reader) Beside(in Input) (*Reader, error) {
	bytes, known := r.takes([]Input{in})
	if r.folder != nil || !r.Outgrown && (bytes <= r.Quota.Left() && (known || !r.Asked)) {
		return r, nil
	}
	folder, err := spill.Open(r.Tmp, r.TmpLimit)
	more := *r
	more.folder = folder
	return &more, err
}

// takes is how many bytes data sets take in memory. known is false where that cannot be told before they are read: of orbits, which are split along
// curves, bytes are a guess then, else 0.
func (r *Reader) takes(inputs []Input) (bytes uint64, known bool) {
	curved := false
	bytes = workBytes + r.beside
	if r.Quota.IsShare() { // of which searching is counted, and the program is not
		bytes = engine.Least(parallel.Threads(r.Threads))
	}
	for i := range inputs {
		in := &inputs[i]
		if in.Read.Curve > 0 { // how many samples are added is not known before
			return 0, false
		}
		if i > 0 && in.Same(&inputs[0]) {
			continue
		}
		rows, ok := in.rows()
		if !ok {
			return 0, false
		}
		if input.CurvesOrbits(&in.Read, in.Files) {
			rows, curved = rows*orbitParts, true
		}
		bytes += memory.Of(int(rows), sampleBytes)
	}
	return bytes, !curved
}

// Devices returns the devices, which are opened first.
func (r *Reader) Devices() ([]engine.Device, error) {
	if r.devices.all != nil {
		return r.devices.all, nil
	}
	o := kernel.OpenOptions{Threads: parallel.Threads(r.Threads), Memory: drivers.Share(r.Quota.Bytes()), Logger: r.Logger}
	var err error
	r.devices.all, err = drivers.Open(r.Method, r.Device, r.Providers, o)
	return r.devices.all, err
}

// checkMemory refuses a quota that leaves too little, whatever the data sets hold.
func (r *Reader) checkMemory(inputs []Input) error {
	sources := 1
	if len(inputs) > 1 && !inputs[1].Same(&inputs[0]) {
		sources = 2
	}
	return r.need(r.buffers() + uint64(sources)*spool.LeastGathering + leastSearch(r.Threads))
}

// buffers is what buffers of the devices may take.
func (r *Reader) buffers() (bytes uint64) {
	for _, d := range r.devices.all {
		bytes += d.Beside
	}
	return bytes
}

// need is Quota.Need of slabs, or of samples that are put in order.
func (r *Reader) need(bytes uint64) error {
	if r.Copied {
		return r.Quota.Need("samples that are put in order take", bytes)
	}
	return r.Quota.Need("slabs of the data take", bytes)
}

// cutThreads has as few threads as what memory is left is enough for, beside some bytes.
func (r *Reader) cutThreads(beside uint64) {
	left, asked := r.Quota.Bytes(), parallel.Threads(r.Threads)
	if r.Asked {
		left = r.Quota.Left()
	}
	few := engine.Threads(asked, left-min(left, beside))
	if few >= asked {
		return
	}
	r.Threads = few
	if r.Fewer != nil {
		r.Fewer(few)
	}
	r.Logger.Info("threads cut to what there is memory for", "of", asked, "threads", few)
}

// least says how much memory would do where a part of the work finds too little, which gets one of some parts of the memory that
// is left.
func (r *Reader) least(err error, parts float64) error {
	var want *memory.Error
	if r.folder == nil || !errors.As(err, &want) {
		return err
	}
	return r.Quota.Little(want.What+" take", max(r.Quota.Most(), r.Quota.Held())+uint64(parts*float64(want.Bytes-want.Room)))
}

// Outgrows reports whether data sets go to the folder.
func (r *Reader) Outgrows() bool { return r.folder != nil }

// Spilled is how many bytes went to files of the folder.
func (r *Reader) Spilled() uint64 {
	if r.folder == nil {
		return 0
	}
	return r.folder.Written()
}

// Close closes the devices. Sets are closed by whoever read them.
func (r *Reader) Close() (err error) {
	for _, d := range r.devices.all {
		err = errors.Join(err, d.Close())
	}
	r.devices.all = nil
	return err
}

// Folder is what does not fit memory goes to; nil: everything fits.
func (r *Reader) Folder() *spill.Folder { return r.folder }

// readOptions are how a spool is read.
func (r *Reader) readOptions(ctx context.Context, o format.Options) spool.Options {
	o.Threads = r.Threads
	return spool.Options{Format: o, Memory: r.toRead(), Folder: r.folder, Copied: r.Copied}
}

// A data set is read with this part of the memory that is left.
const (
	readParts = 5.
	readPart  = 3.
)

// toRead is the memory that a data set is read with.
func (r *Reader) toRead() uint64 { return uint64(float64(r.Quota.Left()) / readParts * readPart) }
