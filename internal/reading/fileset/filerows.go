package fileset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"flyby/internal/infile"
	"flyby/internal/parallel"
	"flyby/internal/reading"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// ReadFileRows reads the rows of several files as ReadRows reads one file's rows, file after file. Ids hold across all
// files: they are integers where every id is, and the rows of a trajectory may be in any files. Rows.File is the file of
// the rows; Rows.Piece is never nil, and pieces of two files differ unless a column of pieces has one value in both.
//
// Rows of a trajectory are in order of time within each file, and have one radius in all files. Rows of two files may
// overlap in time, or repeat each other: take has to handle that; its second argument is nil. Files are parsed ahead of
// their turn, by some MB each. The files must agree in the kinds of positions and times, in their units, and in having
// heights and radii; where o.Radius is set, files without radii have it in Rows.R. Each table is matched by its own
// header: see Report.Layouts.
//
// ReadFileRows returns the error of the first file that has one. It names two files where these do not agree.
func ReadFileRows(ctx context.Context, files []File, asked format.Options, take reading.RowsFunc) (reading.IDs, format.Report, error) {
	o := reading.Options{Options: asked.Steady(), Marked: true}
	if o.Threads < 0 {
		return reading.IDs{}, format.Report{}, fmt.Errorf("format: read files: %d threads: must be positive, or 0 for one a core", o.Threads)
	}
	o.Still()
	o.Threads = parallel.Threads(o.Threads)
	if err := checkNames(files, &o); err != nil {
		return reading.IDs{}, format.Report{}, err
	}
	o.Archives = &infile.Archives{}
	defer o.Archives.Close()
	s := newSeries(files, o, take)
	s.keepsValues()
	err := s.read(ctx)
	if err == nil && !s.first.known && s.rowless != nil {
		err = s.rowless
	}
	if err == nil && !s.first.known {
		err = (&reading.Parsed{Tally: s.report.Tally, Preset: s.report.Preset}).Empty(NameOf(files))
	}
	if err == nil {
		err = s.settleValues(ctx)
	}
	if err != nil {
		return reading.IDs{}, s.report, err
	}
	return s.removeMarks()
}

// newSeries returns a series of files before the first.
func newSeries(files []File, o reading.Options, take reading.RowsFunc) *series {
	o.NumberPieces()
	s := &series{files: files, o: o, take: take, loose: CurvesOrbits(&o.Options, files), progress: infile.NewFilesProgress(files, o.Progress)}
	for range len(files) + 1 {
		s.turns = append(s.turns, make(chan struct{}))
	}
	close(s.turns[0])
	return s
}

// removeMarks removes the marks of ids.
func (s *series) removeMarks() (reading.IDs, format.Report, error) {
	all, err := reading.SettleIDs(NameOf(s.files), s.numbers.IDs())
	s.report.Renamed = all.Renamed
	s.report.Attributes.Settle(all.Names)
	return all.IDs, s.report, err
}

// checkNames refuses two files that were named themselves and whose names would make their contents one trajectory.
func checkNames(files []File, o *reading.Options) error {
	paths := map[string]string{}
	for _, file := range files {
		f, ok := formatOf(o, file.Path)
		if !ok || !f.Unnamed || file.ID != "" {
			continue
		}
		id, err := new(reading.Options).FileID(file.Path, f.Extensions)
		if err != nil {
			return err
		}
		if other, taken := paths[id]; taken {
			return &format.Error{File: file.Path, Cause: fmt.Sprintf("has the id %q after its name, as %s has; give the folder of both, or a pattern, for ids with their folders", id, other)}
		}
		paths[id] = file.Path
	}
	return nil
}

// A series reads files one after the other. Its state belongs to the file whose turn it is.
type series struct {
	files    []File
	o        reading.Options
	take     reading.RowsFunc
	turns    []chan struct{} // [files+1] closed when it is the file's turn
	numbers  reading.Coder   // of the ids of all files
	first    fileTraits      // of the first file
	layouts  []format.Layout // of tables so far
	radii    []fileRadius    // by number
	radius   float64         // of files without radii, 0: they have none
	pieces   uint32          // of files so far
	loose    bool            // velocities of rows: see Options.OrbitCurve
	report   format.Report
	rowless  error // of the first file that was left out since it has no usable row
	progress *infile.FilesProgress
}

// A fileRadius is the radius of a trajectory, and the file that it is from.
type fileRadius struct {
	r    float64
	file int // less than 0: none yet
}

// smallFile is the most bytes of a file that a single goroutine parses.
const smallFile = 1 << 20

// read reads all files: two large ones at a time, or as many small ones as there are threads, so that part of the next
// file is parsed before its turn comes.
func (s *series) read(ctx context.Context) error {
	g, ctx := errgroup.WithContext(ctx)
	const large, small = 2, 1
	slots := semaphore.NewWeighted(int64(max(2*large, s.o.Threads)))
	for i := range s.files {
		cost := int64(large)
		o := s.o
		o.ID, o.Progress = s.files[i].ID, s.progress.Of(i)
		if o.ValueRows != nil && s.isLate(i) {
			o.ValueRows = &reading.ValueRows{} // ids are not known while rows come
		}
		if size := s.progress.Sizes[i]; size > 0 && size <= smallFile {
			cost, o.Threads = small, 1
		}
		if err := slots.Acquire(ctx, cost); err != nil {
			g.Go(func() error { return err }) // not the first, if a file has one
			break
		}
		g.Go(func() error {
			defer slots.Release(cost)
			return s.readFile(ctx, i, o)
		})
	}
	return g.Wait()
}

// await waits for the turn of a file.
func (s *series) await(ctx context.Context, file int) error {
	select {
	case <-s.turns[file]:
		return nil
	default:
	}
	select {
	case <-s.turns[file]:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// readFile reads a file and gives the turn to the next.
func (s *series) readFile(ctx context.Context, file int, o reading.Options) error {
	f := &seriesFile{series: s, file: file}
	err := f.knowIDs(ctx, o)
	var report format.Report
	if err == nil {
		_, report, err = readRows(ctx, s.files[file].Path, o, func(rows *reading.Rows, bad func(*trajectory.RowError) error) error {
			if err := s.await(ctx, file); err != nil {
				return err
			}
			return f.take(rows, bad)
		})
	}
	if late := s.await(ctx, file); late != nil {
		return late
	}
	if report.Missed > 0 && report.Skipped == 0 && errors.Is(err, trajectory.ErrEmpty) {
		err = nil // other files may have rows that pass the conditions
	}
	if errors.Is(err, trajectory.ErrEmpty) && s.files[file].IsFound() {
		s.rowless = cmp.Or(s.rowless, err)
		report.Rowless, err = []string{s.files[file].Shown()}, nil
	}
	if err != nil {
		return err
	}
	if err := s.agreeFrame(file, report.RefFrame); err != nil {
		return err
	}
	s.addPreset(file, &report)
	s.add(report)
	s.pieces += f.pieces
	close(s.turns[file+1])
	return nil
}

// add adds the report of a file.
func (s *series) add(r format.Report) {
	all := &s.report
	all.Files++
	all.Tally.Add(&r.Tally)
	all.Attributes, all.Motion = all.Attributes.Merge(r.Attributes), all.Motion.Merge(r.Motion)
	all.AddPlaces(&r)
	all.Presumed, all.Assumed = all.Presumed || r.Presumed, all.Assumed || r.Assumed
	all.Unzoned, all.OfDay = cmp.Or(all.Unzoned, r.Unzoned), cmp.Or(all.OfDay, r.OfDay)
}

// A seriesFile is a file whose turn it is.
type seriesFile struct {
	series  *series
	file    int
	begun   bool
	ids     *reading.IDs        // where they come late
	number  []uint32            // by the file's numbers: the number among all, none at first
	last    []trajectory.Sample // by the file's numbers
	rules   trajectory.Rules
	radius  []float64 // of rows, where the file has none
	unknown []float64 // velocities of rows, where the file has none
	piece   []uint32
	pieces  uint32 // the greatest so far
	kept    []int  // of the current rows
	repeats bool   // the row that was checked last repeats the one before
}

// none is the number of an id that has no row yet.
const none = math.MaxUint32

// seriesBytes is the memory for each trajectory of a file beside its id.
const seriesBytes = 4 + 9*8 + 16

// isLate reports whether a file has its ids only at its end.
func (s *series) isLate(file int) bool {
	f, ok := formatOf(&s.o, s.files[file].Path)
	return ok && f.Late
}

// knowIDs learns the ids of a file that has them only at its end.
func (f *seriesFile) knowIDs(ctx context.Context, o reading.Options) error {
	path := f.series.files[f.file].Path
	if !f.series.isLate(f.file) {
		return nil
	}
	if f.series.progress.Sizes[f.file] == 0 {
		return &format.Error{File: path, Cause: "is no regular file, and has to be read twice where there are several, and with --sort-times"}
	}
	o.Progress, o.Attributes = nil, nil
	ids, _, err := readRows(ctx, path, o, passOver)
	f.ids = &ids
	return err
}

// take is a RowsFunc of the file.
func (f *seriesFile) take(rows *reading.Rows, bad func(*trajectory.RowError) error) error {
	s := f.series
	if !f.begun {
		if err := s.agree(f.file, rows); err != nil {
			return err
		}
		f.begun, f.rules = true, trajectory.Rules{Times: rows.Times}
	}
	if f.ids != nil {
		rows.Known = *f.ids
	}
	if rows.R == nil && s.radius > 0 {
		for len(f.radius) < len(rows.T) {
			f.radius = append(f.radius, s.radius)
		}
		rows.R = f.radius[:len(rows.T)]
	}
	f.loosen(rows)
	for len(f.number) < rows.Trajectories {
		f.number, f.last = append(f.number, none), append(f.last, trajectory.Sample{})
	}
	f.kept = f.kept[:0]
	for row, local := range rows.ID.Code {
		e := f.check(rows, row, local)
		if f.repeats {
			s.report.Repeats++
			continue
		}
		if e != nil {
			e.Row = row
			if err := bad(e); err != nil {
				return err
			}
			continue
		}
		rows.ID.Code[row] = f.number[local]
		f.kept = append(f.kept, row)
	}
	f.finish(rows)
	return s.take(rows, nil)
}

// check returns the fault of a row after the rows before it, notes whether it repeats the row before, and gives its id a
// number.
func (f *seriesFile) check(rows *reading.Rows, row int, local uint32) *trajectory.RowError {
	s, now := f.series, rows.Sample(row)
	if f.repeats = f.number[local] != none && now == f.last[local] && rows.Sets == nil; f.repeats {
		return nil
	}
	if f.number[local] == none {
		number := s.numbers.NumberOf(rows.Known, local)
		if e := s.checkRadius(f, number, now); e != nil {
			return e
		}
		f.number[local] = number
	} else if e := f.follow(now, f.last[local]); e != nil && rows.Sets == nil {
		return e
	}
	f.last[local] = now
	return nil
}

// follow returns the fault of a row after the row before it in its trajectory.
func (f *seriesFile) follow(now, before trajectory.Sample) *trajectory.RowError {
	if f.series.o.SortTimes {
		before.T = math.Inf(-1) // any time will do
	}
	return f.rules.Follow(now, before)
}

// checkRadius compares the radius of a trajectory that is new in the file with its radius in other files.
func (s *series) checkRadius(f *seriesFile, number uint32, now trajectory.Sample) *trajectory.RowError {
	if !s.first.radius {
		return nil
	}
	for int(number) >= len(s.radii) {
		s.radii = append(s.radii, fileRadius{file: -1})
	}
	known := &s.radii[number]
	if known.file < 0 {
		*known = fileRadius{now.R, f.file}
	}
	if known.r == now.R {
		return nil
	}
	text := strconv.FormatFloat(now.R, 'g', -1, 64)
	cause := fmt.Sprintf("differs from the radius of its trajectory (%v) in %s", known.r, s.files[known.file].Shown())
	return &trajectory.RowError{Column: "r", Value: text, Cause: cause}
}

// finish reduces rows to the kept ones, and gives them pieces of the file's own.
func (f *seriesFile) finish(rows *reading.Rows) {
	if len(f.kept) < len(rows.T) {
		for _, col := range reading.FloatsOf(&rows.Columns) {
			*col = reading.Picked(*col, f.kept)
		}
		rows.ID.Code, rows.Piece = reading.Picked(rows.ID.Code, f.kept), reading.Picked(rows.Piece, f.kept)
		rows.Sets = reading.Picked(rows.Sets, f.kept)
	}
	if rows.File = f.file; f.series.o.Pieces == nil { // otherwise values tell pieces apart in all files alike
		f.piece = infile.Resized(f.piece, len(rows.T))
		clear(f.piece)
		for row, piece := range rows.Piece {
			f.piece[row] = f.series.pieces + piece + 1
			f.pieces = max(f.pieces, piece+1)
		}
		rows.Piece = f.piece
	}
	all := &f.series.numbers
	rows.IDBytes += all.Bytes() + f.series.report.Attributes.Bytes() + seriesBytes*len(f.number)
	rows.Trajectories = all.Len()
}
