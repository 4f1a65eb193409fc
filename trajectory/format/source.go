package format

import "flyby/internal/infile"

// An Error says what is wrong in a file and where.
type Error = infile.Error

// A source is a file being read.
type source struct {
	infile.Source
	format Format // of the file
}

// open opens path, or o.Stdin for "-", and unpacks what its extension says is
// compressed.
func open(path string, o *Options) (*source, error) {
	s := &source{}
	s.Report, s.Stamps, s.Folder = o.Progress, o.stamps, o.Folder
	if archive, member, ok := infile.CutMember(o.Folder, path); ok {
		s.Name = path
		err := s.OpenMember(archive, member, o.archives, o.isWhole(path))
		return s.ready(err, o)
	}
	if err := s.Open(path, o.Stdin); err != nil || path == "-" {
		return s, err
	}
	return s.ready(nil, o)
}

// ready ends the opening of a source with what is wrong, and unpacks it.
func (s *source) ready(err error, o *Options) (*source, error) {
	if err == nil {
		err = s.Unpack(o.Threads)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// isWhole reports whether a file of that name is read from many places.
func (o *Options) isWhole(path string) bool {
	f, ok := find(o.known(), path, Input)
	return ok && !f.Packed
}
