package slabs

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"

	"flyby/internal/ends"
	"flyby/internal/output"
	"flyby/internal/reading"
	"flyby/job"
)

// ScriptOptions are the options of scripts with which an engine runs the slabs of a plan and merges
// their parts.
type ScriptOptions struct {
	Out    string // file to merge to; its extension gives the format
	Flyby  string // path of the command where slabs run; "": flyby, found in PATH there
	CPUs   int    // cores of a task; 0: 1
	Memory uint64 // bytes of a task, of which the command takes nine tenths; 0: the engine's default
	AtOnce int    // the most tasks that run at once; 0: as many as the engine starts
	GPU    bool   // a task that runs slabs has a GPU, and runs on it
	Ranges int    // merges, each of a range of query trajectories, to Out with -0, -1 and so on before its extension; 0: one merge to Out
}

// script is the common part of the scripts of all engines: docs/decisions/0110-scripts-for-engines.md.
type script struct {
	ScriptOptions
	dir          string   // absolute, like Out
	head, ending string   // of Out; the number of a range stands between them
	run, merge   []string // flags of the command, of slab run and slab merge
}

// script checks options, and makes paths absolute.
func (w *Work) script(o ScriptOptions) (s script, err error) {
	if o.Out == "" || o.CPUs < 0 || o.AtOnce < 0 || o.Ranges < 0 {
		return s, fmt.Errorf("slabs: file %q, %d CPUs, %d tasks at once, %d ranges: must be a file, and not negative", o.Out, o.CPUs, o.AtOnce, o.Ranges)
	}
	if o.Ranges > 0 {
		if err := w.CheckRange(job.Range{N: o.Ranges}); err != nil {
			return s, err
		}
	}
	s.ScriptOptions = o
	s.Flyby, s.CPUs = cmp.Or(o.Flyby, "flyby"), max(o.CPUs, 1)
	if s.dir, err = filepath.Abs(w.dir); err != nil {
		return s, fmt.Errorf("slabs: %w", err)
	}
	if s.Out, err = filepath.Abs(o.Out); err != nil {
		return s, fmt.Errorf("slabs: %w", err)
	}
	s.head = output.Written(reading.ResultOutput).Kinds("").Bare(s.Out)
	s.ending = s.Out[len(s.head):]
	if err := w.apart(s.outs()...); err != nil {
		return s, err
	}
	s.run = []string{"--threads", strconv.Itoa(s.CPUs)}
	if o.Memory > 0 {
		s.merge = []string{"--memory", fmt.Sprintf("%dB", max(o.Memory/10*9, 1))}
		s.run = append(s.run, s.merge...)
	}
	if o.GPU {
		s.run = append(s.run, "--device", "gpu")
	}
	return s, nil
}

// outs returns the files that the merges write.
func (s *script) outs() (all []ends.End) {
	if s.Ranges == 0 {
		return []ends.End{ends.EndAt(s.Out)}
	}
	for i := range s.Ranges {
		all = append(all, ends.EndAt(fmt.Sprintf("%s-%d%s", s.head, i, s.ending)))
	}
	return all
}
