package format

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/points"
	"flyby/trajectory/input"
)

// List returns the files that names lead to, relative to o.Folder, as List of package trajectory/input does: files, folders, patterns
// and archives, and of folders and archives the files whose names end in an extension of Formats.
func (o *Options) List(names ...string) ([]input.File, error) {
	return infile.ListFiles(Formats().Kinds(o.Folder), names...)
}

// ReadFiles reads the points of several files as one set, file after file in the order given. All files must have the same number of
// coordinates, under the same names where they have names, and either all have ids or none has; an id must be unique among all files,
// and where the number of a row is its id, it counts on from file to file. Errors are as of Read.
func ReadFiles(ctx context.Context, files []input.File, o Options) (*points.Store, Report, error) {
	s := &fileSet{}
	o.Archives = &infile.Archives{}
	defer o.Archives.Close()
	progress := infile.NewFilesProgress(files, o.Progress)
	var rowless []string
	var first error // of the first file that was left out since it has no row
	for i, f := range files {
		if err := o.prepare(f.Path); err != nil {
			return nil, Report{}, err
		}
		if len(files) > 1 {
			o.Progress = progress.Of(i)
		}
		o.position = positionAmong(files, i, s.points())
		p, err := o.parse(ctx, f.Path)
		if err != nil {
			return nil, Report{}, err
		}
		o.position = filePosition{}
		if p.report.Rows == 0 && f.IsFound() {
			rowless, first = append(rowless, f.Shown()), cmp.Or(first, error(p.empty()))
			continue
		}
		if err := s.add(p, &o); err != nil {
			return nil, Report{}, err
		}
	}
	if s.all == nil {
		return nil, Report{}, first
	}
	s.all.report.Rowless = rowless
	s.all.report.Files, o.position = len(files), filePosition{}
	store, err := s.all.build(&o)
	return store, s.all.report, err
}

// A fileSet collects the points of files, one after another.
type fileSet struct {
	all   *contents
	files []*contents // for the places of points; columns are in all
	first []int       // [files] the points before each
}

// points returns the number of points so far.
func (s *fileSet) points() int {
	if s.all == nil {
		return 0
	}
	return s.all.points
}

// add takes over the points of the next file.
func (s *fileSet) add(p *contents, o *Options) error {
	if p.report.Rows == 0 {
		return p.empty()
	}
	s.files = append(s.files, &contents{name: p.name, place: p.place})
	if s.all == nil {
		s.all, s.first = p, []int{0}
		return nil
	}
	s.first = append(s.first, s.all.points)
	switch {
	case s.all.points == 0: // the files so far have bad or unwanted rows alone
		p.report, s.all.report = s.all.report, p.report
		p.report.Columns = nil
		s.all, p = p, s.all
	case p.points > 0:
		if err := s.append(p, o); err != nil {
			return err
		}
	}
	s.all.name, s.all.place = fmt.Sprintf("%d files", len(s.files)), s.place
	s.all.report.add(&p.report)
	return nil
}

// append appends the points of a file to the set.
func (s *fileSet) append(p *contents, o *Options) error {
	if err := s.differs(p, o); err != nil {
		return err
	}
	all := s.all
	if all.points+p.points > points.MaxPoints {
		return &Error{File: p.name, Cause: tooMany}
	}
	each := 8 * len(all.columns)
	if all.ids.given {
		each += idBytes
	}
	to := infile.Grown(all.points, p.points, 0)
	g := Growth{Points: to, Dimensions: len(all.columns), Bytes: memory.Of(to, each), Freed: memory.Of(all.points+p.points, each)}
	if err := o.afford(&infile.Source{Name: p.name}, g); err != nil {
		return err
	}
	for k := range all.columns {
		all.columns[k] = append(infile.Reserve(all.columns[k], p.points, 0), p.columns[k]...)
	}
	if all.ids.given {
		all.ids.appendAll(&p.ids, 0)
	}
	all.points += p.points
	return nil
}

// differs returns the error of a file whose dimensions, names of coordinates or ids are unlike the first file's, nil where they are
// alike.
func (s *fileSet) differs(p *contents, o *Options) error {
	first, all := s.files[0].name, s.all
	cause := ""
	switch names := all.report.Columns; {
	case len(p.columns) != len(all.columns):
		cause = fmt.Sprintf("%d coordinates a point, and %d in %s", len(p.columns), len(all.columns), first)
	case names != nil && p.report.Columns != nil && !slices.Equal(names, p.report.Columns):
		cause = fmt.Sprintf("coordinates %s, and %s in %s", infile.List(p.report.Columns), infile.List(names), first)
	case p.lonLat != all.lonLat:
		cause = fmt.Sprintf("coordinates are %s, and %s in %s", p.frame(), all.frame(), first)
	case all.ids.given && !p.ids.given:
		cause = fmt.Sprintf("no ids, and column %s in %s", all.layout.idName(), first)
	case !all.ids.given && p.ids.given:
		cause = fmt.Sprintf("ids in column %s, and none in %s", p.layout.idName(), first)
	}
	if cause == "" {
		return nil
	}
	return &Error{File: p.name, Cause: cause + ": files of one set are alike; " + o.Flag("columns") + " says what is read of all"}
}

// frame says what coordinates are.
func (p *contents) frame() string {
	if p.lonLat {
		return "degrees"
	}
	return "lengths"
}

// place returns the file of a point and its place there.
func (s *fileSet) place(point int) Error {
	file := len(s.first) - 1
	for s.first[file] > point {
		file--
	}
	return s.files[file].place(point - s.first[file])
}

// add adds another file's report.
func (r *Report) add(o *Report) {
	r.Tally.Add(&o.Tally)
	for _, name := range o.Ignored {
		if !slices.Contains(r.Ignored, name) {
			r.Ignored = append(r.Ignored, name)
		}
	}
	if r.Columns == nil {
		r.Columns = o.Columns
	}
	r.Geometry = cmp.Or(r.Geometry, o.Geometry)
	r.Unzoned, r.OfDay = cmp.Or(r.Unzoned, o.Unzoned), cmp.Or(r.OfDay, o.OfDay)
}
