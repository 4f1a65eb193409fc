package fileset

import (
	"cmp"
	"fmt"

	"flyby/internal/printable"
	"flyby/internal/reading"
	measure "flyby/internal/unit"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// fileTraits are the properties that all files of a data set share.
type fileTraits struct {
	known   bool
	heights bool
	radius  bool
	lonLat  bool
	frame   trajectory.Frame
	times   trajectory.TimeKind
}

// agree refuses a file whose rows are of another kind than the first file's.
func (s *series) agree(file int, rows *reading.Rows) error {
	if !s.first.known && s.o.Radius > 0 {
		o := s.o // other goroutines read s.o
		if err := reading.Adapt(&o.Options, s.files[file].Shown(), rows.Units, rows.T); err != nil {
			return err
		}
		s.radius = o.Radius
	}
	s.report.Radii, s.report.Heights = s.report.Radii || rows.R != nil, rows.Z != nil
	now := fileTraits{true, rows.Z != nil, rows.R != nil || s.radius > 0, rows.LonLat, rows.Frame, rows.Times}
	if !s.first.known {
		s.first, s.report.Units, s.report.Said = now, rows.Units, rows.Said
	}
	then, here, there := s.first, s.files[file].Shown(), s.files[0].Shown()
	switch {
	case now == then:
		return s.agreeUnits(file, rows.Said)
	case now.lonLat != then.lonLat || now.frame != then.frame:
		return fmt.Errorf("format: positions are %s in %s, %s in %s", then.positions(), there, now.positions(), here)
	case now.times != then.times:
		return fmt.Errorf("format: times are %v in %s, %v in %s", then.times, there, now.times, here)
	case now.heights != then.heights && now.heights:
		return fmt.Errorf("format: %s has heights, or z, and %s has not; --height none leaves them out", here, there)
	case now.heights != then.heights:
		return fmt.Errorf("format: %s has heights, or z, and %s has not; --height none leaves them out", there, here)
	case now.radius:
		return fmt.Errorf("format: %s has radii, and %s has not; --radius says one for files without", here, there)
	}
	return fmt.Errorf("format: %s has radii, and %s has not; --radius says one for files without", there, here)
}

// agreeFrame refuses a file of orbits in another reference frame than the files before.
func (s *series) agreeFrame(file int, frame string) error {
	if then := s.report.RefFrame; then != "" && frame != "" && frame != then {
		return &format.Error{File: s.files[file].Shown(), Cause: fmt.Sprintf("positions are in %s, and in %s in a file before: one frame is not turned into another", printable.Text(frame), printable.Text(then))}
	}
	s.report.RefFrame = cmp.Or(s.report.RefFrame, frame)
	return nil
}

// positions returns the words for the kind of positions.
func (t fileTraits) positions() string {
	if t.lonLat {
		return "degrees"
	}
	return t.frame.String()
}

// addPreset adds a preset's counts for a file, and the file's layout.
func (s *series) addPreset(file int, of *format.Report) {
	if f, ok := formatOf(&s.o, s.files[file].Path); !ok || !f.Tabular {
		return
	}
	p, columns := &of.Preset, of.Preset.Columns
	if of.LonLat != "" {
		columns = of.LonLat + ", degrees"
	}
	if of.Geometry != "" {
		columns = of.Geometry
	}
	s.addLayout(format.Layout{Preset: cmp.Or(p.Name, format.NoPreset), Columns: columns, Files: 1, First: s.files[file].Path})
	all := &s.report.Preset
	if all.Name == "" {
		all.Name, all.Columns = p.Name, p.Columns
	}
	all.Unplaced += p.Unplaced
	all.Absent, all.Flat, all.Repeated = all.Absent+p.Absent, all.Flat+p.Flat, all.Repeated+p.Repeated
}

// addLayout counts a file that has a layout.
func (s *series) addLayout(of format.Layout) {
	for i := range s.layouts {
		if l := &s.layouts[i]; l.Preset == of.Preset && l.Columns == of.Columns {
			l.Files++
			return
		}
	}
	if s.layouts = append(s.layouts, of); len(s.layouts) > 1 {
		s.report.Layouts = s.layouts
	}
}

// agreeUnits refuses a file whose units differ from the first file's, or are not known where the first file's
// are.
func (s *series) agreeUnits(file int, u format.Units) error {
	first := s.report.Said
	for _, c := range []struct {
		what, then, now string
	}{
		{"lengths", measure.Label(first.Length, measure.Length), measure.Label(u.Length, measure.Length)},
		{"times", measure.Label(first.Time, measure.Time), measure.Label(u.Time, measure.Time)},
		{"the time scale", first.Scale, u.Scale},
	} {
		if c.then == c.now {
			continue
		}
		hint := ""
		if c.then == "" || c.now == "" {
			hint = "; " + s.o.Flag("units") + " says it for files that do not"
		}
		then, now := cmp.Or(printable.Text(c.then), "no unit"), cmp.Or(printable.Text(c.now), "no unit")
		return fmt.Errorf("format: %s: %s in %s, %s in %s%s", c.what, then, s.files[0].Shown(), now, s.files[file].Shown(), hint)
	}
	return nil
}
