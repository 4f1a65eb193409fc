package source

import (
	"errors"
	"log/slog"

	"flyby/internal/devices"
	"flyby/internal/drivers"
	"flyby/internal/engine"
	"flyby/internal/memory"
	"flyby/internal/parallel"
	"flyby/internal/reading/fileset"
	"flyby/internal/spill"
	"flyby/internal/spool"
	"flyby/kernel"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Config sets the limits within which data sets are read and searched.
type Config struct {
	Method    string // the engine's method
	Device    string // a selector of devices
	Providers devices.Providers
	Threads   int               // 0: all cores
	Settings  map[string]string // of the method
	Quota     *memory.Quota
	Asked     bool // the user asked for the quota: data of unknown size count as outgrowing it
	Tmp       string
	TmpLimit  uint64
	Within    *spill.Folder // in place of Tmp and TmpLimit; nil: these hold
	Logger    *slog.Logger

	// Copied says that data that outgrow memory go to the folder, and are never read from row groups.
	Copied bool
	// Held says that data must lie in memory: no devices are opened, data known to outgrow the quota are refused before they are read, and
	// data that may outgrow it are read to the folder first, see Set.Hold.
	Held bool
	// InPlace leaves data in their files, though they fit the memory, where Slabs slabs read their row groups twice at most; 0: as many
	// slabs as the memory makes necessary.
	InPlace bool
	Slabs   int
	// Outgrown takes data to outgrow memory, however small they are. For tests.
	Outgrown bool
	// Fewer, unless nil, is called where the memory is too little for all threads, with the number that it is enough for.
	Fewer func(threads int)
}

// An Input is a data set that is to be read.
type Input struct {
	Files []input.File
	Read  format.Options
	Name  string                           // in messages
	Apart bool                             // Read is not how another data set of the same files is read
	Size  func() (rows uint64, known bool) // about the number of rows; nil: files are looked at
}

// rows estimates the number of rows; known is false where it cannot be estimated.
func (in *Input) rows() (rows uint64, known bool) {
	if in.Size != nil {
		return in.Size()
	}
	return fileset.EstimateFiles(in.Files, in.Read)
}

// isFleet reports whether the files have element sets, of which rows are made when asked.
func (in *Input) isFleet() bool { return fileset.IsFleet(in.Files, in.Read) }

// Same reports whether two data sets have the same files, read with the same options, and so the same rows.
func (in *Input) Same(other *Input) bool {
	if in.Apart || other.Apart || len(in.Files) != len(other.Files) {
		return false
	}
	for i := range in.Files {
		if in.Files[i] != other.Files[i] {
			return false
		}
	}
	return true
}

// A Reader reads the data sets of one database: into memory where they fit, else to a folder. It has the devices of the database, too: where
// data go to the folder, devices are opened before, since drivers take their memory first.
type Reader struct {
	Config
	beside  uint64        // memory that drivers will take, which are not loaded yet
	whole   int           // threads before they were cut to the memory; 0: they were not
	folder  *spill.Folder // nil: data are read into memory
	devices *sharedDevices
}

// sharedDevices holds the devices of a reader, shared with the readers of further data sets.
type sharedDevices struct{ all []engine.Device }

// The memory of a data set: sampleBytes a sample, with all that reading, indexing and searching it need at their peaks; driverBytes for
// OpenCL's drivers, which are loaded later.
const (
	sampleBytes = 96
	driverBytes = 64 << 20
	// workBytes is the memory for reading and searching that does not depend on the data set: code, stacks, blocks of text.
	workBytes = 40 << 20
	// orbitParts is about the number of parts of an orbit's segment: of 60 s in a low orbit.
	orbitParts = 20
)

// NewReader decides where the data sets are read to, and cuts the number of threads to the memory. Where data go to the folder it opens the
// folder, and the devices.
func NewReader(c Config, inputs ...Input) (*Reader, error) {
	r := &Reader{Config: c, devices: &sharedDevices{}}
	if c.Device != "cpu" && !c.Copied && !c.Quota.IsShare() {
		r.beside = driverBytes
	}
	if !c.Copied && !c.Quota.IsShare() {
		r.cutThreads(r.beside + slabsBytes)
	}
	if len(inputs) == 0 || !r.outgrow(inputs) {
		r.warnFewer()
		return r, nil
	}
	if bytes, known := r.takes(inputs); c.Held && known && !c.Outgrown {
		return nil, r.Quota.Little(dataTake, max(r.Quota.Most(), r.Quota.Usage())+bytes-min(bytes, r.Quota.Bytes()))
	}
	var err error
	if r.folder, err = c.open(); err != nil {
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

// open opens the folder for data that do not fit memory.
func (c *Config) open() (*spill.Folder, error) {
	if c.Within != nil {
		return c.Within, nil
	}
	return spill.Open(c.Tmp, c.TmpLimit)
}

// outgrow reports whether data sets need more memory than the quota has, as far as can be estimated before they are read. Data of unknown
// size fit, unless the quota was asked for.
func (r *Reader) outgrow(inputs []Input) bool {
	if r.Outgrown {
		return true
	}
	bytes, known := r.takes(inputs)
	return bytes > r.Quota.Bytes() || !known && r.Asked
}

// Beside returns the reader of a further data set, which goes to the folder where it does not fit beside the data sets read before.
func (r *Reader) Beside(in Input) (*Reader, error) {
	bytes, known := r.takes([]Input{in})
	if r.folder != nil || !r.Outgrown && (bytes <= r.Quota.Remaining() && (known || !r.Asked)) {
		return r, nil
	}
	folder, err := r.open()
	more := *r
	more.folder = folder
	return &more, err
}

// takes returns the bytes that data sets take in memory. known is false where they cannot be estimated before the data are read: for orbits,
// which are split along curves, bytes are a guess then, else 0.
func (r *Reader) takes(inputs []Input) (bytes uint64, known bool) {
	curved := false
	bytes = workBytes + r.beside
	if r.Quota.IsShare() { // a share counts searching, and not the program
		bytes = engine.Least(parallel.Threads(r.Threads))
	}
	for i := range inputs {
		in := &inputs[i]
		if i > 0 && in.Same(&inputs[0]) || in.Read.States {
			continue
		}
		made := in.isFleet()
		if in.Read.Curve > 0 && !made { // the number of added samples is not known before
			return 0, false
		}
		rows, ok := in.rows()
		if !ok {
			return 0, false
		}
		if !made && fileset.CurvesOrbits(&in.Read, in.Files) {
			rows, curved = rows*orbitParts, true
		}
		bytes += memory.Of(int(rows), sampleBytes)
	}
	return bytes, !curved
}

// Devices returns the devices, opened on the first call.
func (r *Reader) Devices() ([]engine.Device, error) {
	if r.devices.all != nil {
		return r.devices.all, nil
	}
	o := kernel.OpenOptions{Threads: parallel.Threads(r.Threads), Memory: drivers.Share(r.Quota.Bytes()), Logger: r.Logger}
	var err error
	r.devices.all, err = drivers.Open(r.Method, r.Device, r.Providers, o)
	return r.devices.all, err
}

// checkMemory refuses a quota that is too little for any data set.
func (r *Reader) checkMemory(inputs []Input) error {
	sources := 1
	if len(inputs) > 1 && !inputs[1].Same(&inputs[0]) {
		sources = 2
	}
	beside := r.buffers() + uint64(sources)*spool.LeastGathering
	if err := r.recutThreads(beside + slabParts*leastSlab); err != nil {
		return err
	}
	return r.need(beside + leastSearch(r.Threads))
}

// buffers returns the memory of the devices' buffers.
func (r *Reader) buffers() (bytes uint64) {
	for _, d := range r.devices.all {
		bytes += d.Beside
	}
	return bytes
}

// need is Quota.Need with a message about slabs, or about samples that are put in order.
func (r *Reader) need(bytes uint64) error {
	if r.Copied {
		return r.Quota.Need("samples that are put in order take", bytes)
	}
	return r.Quota.Need("slabs of the data take", bytes)
}

// cutThreads lowers the number of threads until the memory, less some bytes, is enough for them.
func (r *Reader) cutThreads(beside uint64) {
	left, asked := r.Quota.Bytes(), parallel.Threads(r.Threads)
	if r.Asked {
		left = r.Quota.Remaining()
	}
	few := engine.Threads(asked, left-min(left, beside))
	if few >= asked {
		return
	}
	r.Threads, r.whole = few, max(r.whole, asked)
	if r.Fewer != nil {
		r.Fewer(few)
	}
}

// warnFewer says, where the memory was asked for, that a search has fewer threads than there are.
func (r *Reader) warnFewer() {
	if r.Asked {
		engine.WarnFewer(r.Logger, r.Threads, r.whole)
	}
}

// recutThreads lowers the number of threads once more, when it is known how many bytes a search and its slabs have beside them. Devices that were opened with
// more threads are opened again by Devices.
func (r *Reader) recutThreads(beside uint64) error {
	before := parallel.Threads(r.Threads)
	if r.cutThreads(beside); parallel.Threads(r.Threads) == before {
		return nil
	}
	var errs []error
	for _, d := range r.devices.all {
		errs = append(errs, d.Close())
	}
	r.devices.all = nil
	return errors.Join(errs...)
}

// least names the memory that would be enough where a part of the work finds too little, and that part gets one of some parts of the
// remaining memory.
func (r *Reader) least(err error, parts float64) error {
	var want *memory.Error
	if r.folder == nil || !errors.As(err, &want) {
		return err
	}
	return r.Quota.Little(want.What+" take", max(r.Quota.Most(), r.Quota.Usage())+uint64(parts*float64(want.Bytes-want.Room)))
}

// Outgrows reports whether data sets go to the folder.
func (r *Reader) Outgrows() bool { return r.folder != nil }

// Spilled returns the number of bytes written to files of the folder.
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

// Folder returns the folder for data that do not fit memory; nil: everything fits.
func (r *Reader) Folder() *spill.Folder { return r.folder }

// readOptions returns the options to read a spool with.
func (r *Reader) readOptions(o format.Options) spool.Options {
	o.Threads = r.Threads
	return spool.Options{Format: o, Memory: r.toRead(), Folder: r.folder, Copied: r.Copied}
}

// A data set is read with readPart of readParts of the remaining memory.
const (
	readParts = 5.
	readPart  = 3.
)

// toRead returns the memory that a data set is read with.
func (r *Reader) toRead() uint64 { return uint64(float64(r.Quota.Remaining()) / readParts * readPart) }
