package serve

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/internal/reading/fileset"
	"flyby/job"
	"flyby/serve/internal/queue"
	"flyby/trajectory/input"
)

// A stamp has the properties of a file that show whether it has changed.
type stamp struct {
	path string
	size int64
	when time.Time // of the last change of its bytes
	then time.Time // of the last change of its state, its bytes among it; zero where the system keeps none
	file os.FileInfo
}

// stampsOf returns the stamps of the files of a database. Members of an archive have the stamp of the archive.
func (s *Server) stampsOf(d *database) (all []stamp, err error) {
	folder := s.config.Ask.Read.Folder
	list := func(names ...string) ([]input.File, error) { return fileset.ListIn(folder, names...) }
	if d.Of == ofPoints {
		list, folder = s.config.Ask.PointRead.List, s.config.Ask.PointRead.Folder
	}
	if d.Of == ofZones { // their names are names of files
		list = func(names ...string) (all []input.File, err error) {
			for _, name := range names {
				all = append(all, input.File{Path: name})
			}
			return all, nil
		}
	}
	files, err := list(d.Files...)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		info, err := os.Stat(infile.In(folder, f.Holder()))
		if err != nil {
			return nil, err
		}
		then, _ := infile.ChangeTime(info)
		all = append(all, stamp{f.Path, info.Size(), info.ModTime(), then, info})
	}
	return all, nil
}

// same reports whether the stamps of files are the same. A file of which only the state has changed may have other bytes, with its old time set.
func same(a, b []stamp) bool {
	return slices.EqualFunc(a, b, func(x, y stamp) bool {
		return x.path == y.path && x.size == y.size && x.when.Equal(y.when) && x.then.Equal(y.then) && os.SameFile(x.file, y.file)
	})
}

// Reload reads the data sets whose files have changed anew, one after the other, and puts each in place of the old one once it is ready. Where a data set cannot be read, or has no room
// in addition to the old one, the old one stays: the log has each such error, and Reload returns all of them.
func (s *Server) Reload(ctx context.Context) error {
	select {
	case s.reloading <- struct{}{}:
		defer func() { <-s.reloading }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var errs []error
	for _, d := range s.databases {
		changed, err := s.reload(ctx, d)
		switch {
		case err != nil:
			s.config.Logger.Error("database stays as it was", "name", d.Name, "error", cli.Message(err))
			errs = append(errs, err)
			s.metrics.countReload("failed")
		case changed:
			s.metrics.countReload("changed")
			s.config.Logger.Info("database read anew", "name", d.Name)
		default:
			s.metrics.countReload("unchanged")
		}
	}
	return errors.Join(errs...)
}

// reload reads a data set anew if its files have changed.
func (s *Server) reload(ctx context.Context, d *database) (changed bool, err error) {
	old := d.take()
	if old == nil {
		return false, queue.ErrShut
	}
	defer s.give(d, old) //nolint:errcheck // it was only read
	now, err := s.stampsOf(d)
	if err != nil || same(old.stamps, now) {
		return false, err
	}
	var next *reading
	if d.Of == ofZones {
		next, err = s.readZones(ctx, d)
	} else {
		next, err = s.beside(ctx, d, 2*old.base.Bytes()+2*old.base.Need(job.Request{}))
	}
	if err != nil {
		return false, err
	}
	return true, s.swap(d, next)
}
