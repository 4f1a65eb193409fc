package slabs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"flyby/internal/reading"
	"flyby/internal/slab"
	"flyby/internal/source"
	"flyby/job"
	"flyby/trajectory/input"
)

// PlanOptions are the parameters of a plan.
type PlanOptions struct {
	// Slabs is the number of slabs of time wanted; a plan has fewer if the data have too few instants. Where the data cannot be cut in time it is the least number of pairs of ranges of
	// trajectories. 0: as many as the memory of the ask's Machine, which bounds a run as well as planning, makes necessary.
	Slabs int
	// Read, unless nil, is called once the files are read. It may fill in the fields that are in the units of the data, see job.Job.Ask.
	Read func(*job.Job) error

	copied bool // no samples stay in inputs: for tests
}

// Plan cuts the data of an ask into slabs and writes them to a folder, which it makes, or which must be empty. It reads the files as job.Run does, with the same errors. A folder with the
// same plan stays as it is (Work.Before), and a folder with any other file is an error.
func Plan(ctx context.Context, dir string, ask job.Ask, o PlanOptions) (*Work, error) {
	if o.Slabs < 0 || o.Slabs == 0 && ask.Machine.Memory == 0 {
		return nil, errors.New("slabs: plan: Slabs or Memory must be above 0")
	}
	if err := refuse(&ask); err != nil {
		return nil, err
	}
	inputs, err := inputsOf(&ask)
	if err != nil {
		return nil, err
	}
	if err := keepsNone(dir, inputs); err != nil {
		return nil, err
	}
	_, before := os.Stat(dir)
	to, err := begin(dir)
	defer func() {
		os.RemoveAll(to) //nolint:errcheck // files left in it are no plan
		if errors.Is(before, fs.ErrNotExist) {
			os.Remove(dir) //nolint:errcheck // Remove fails unless the folder is empty: it has a plan, or other processes use it
		}
	}()
	if err != nil {
		return nil, err
	}
	p := planning{dir: to, m: &manifest{Format: manifestFormat, Inputs: inputs}}
	if p.m.Program, err = program(); err != nil {
		return nil, fmt.Errorf("slabs: plan: %w", err)
	}
	ask.Machine.Device = "cpu"
	if err = p.read(ctx, ask, o); err != nil {
		return nil, err
	}
	return p.end(dir)
}

// planFolders is the prefix of the names of folders, within the folder of a plan, in which plans are made.
const planFolders = ".plan-"

// begin makes the folder, and one within it to make a plan in, and checks that both can be written. The folder may have a plan, or leftovers of planning that was killed; begin removes the
// latter if they are a day old.
func begin(dir string) (to string, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", writeError(dir, err)
	}
	there, err := os.ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("slabs: plan: %w", err)
	}
	if _, err := os.Lstat(filepath.Join(dir, manifestName)); errors.Is(err, fs.ErrNotExist) && !leftoversOnly(there) {
		return "", fmt.Errorf("slabs: plan: folder %s is not empty and has no %s: name another, or empty it", dir, manifestName)
	}
	if to, err = os.MkdirTemp(dir, planFolders+"*"); err != nil {
		return "", writeError(dir, err)
	}
	if err := tryFolder(dir, to); err != nil {
		return to, err
	}
	now, err := os.Stat(to)
	for _, e := range there {
		if info, infoErr := e.Info(); strings.HasPrefix(e.Name(), planFolders) && err == nil && infoErr == nil && now.ModTime().Sub(info.ModTime()) > leftoverAge {
			os.RemoveAll(filepath.Join(dir, e.Name())) //nolint:errcheck // the next plan removes it
		}
	}
	return to, nil
}

// planning is the state of making a plan.
type planning struct {
	dir string
	m   *manifest
	of  [32]byte // manifest.head, which the files of slabs contain

	written []string // names of files
}

// read reads the files, cuts the data and writes all files of the plan except the manifest.
func (p *planning) read(ctx context.Context, ask job.Ask, o PlanOptions) (err error) {
	open := ask.OpenInPlace
	if o.copied {
		open = func(ctx context.Context, _ int) (*job.Job, error) { return job.Open(ctx, ask) }
	}
	j, err := open(ctx, o.Slabs)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	if o.Read != nil {
		if err := o.Read(j); err != nil {
			return err
		}
	}
	if err := errors.Join(j.Ask().Validate(), refuse(j.Ask())); err != nil {
		return err
	}
	if err := j.Check(job.Writer(io.Discard)); err != nil {
		return err
	}
	pair := j.Pair()
	if err := pair.CheckKinds("slabs: plan"); err != nil {
		return err
	}
	if err := sums(p.m.Inputs); err != nil {
		return err
	}
	if err := p.describe(j, &ask); err != nil {
		return err
	}
	if err := p.settle(ctx, j); err != nil {
		return err
	}
	if p.of, err = p.m.head(); err != nil {
		return fmt.Errorf("slabs: plan: %w", err)
	}
	pair = pair.Cut()
	plan, err := cut(ctx, pair, o)
	if err != nil {
		return err
	}
	return p.write(ctx, pair, &plan)
}

// describe puts what is asked into the manifest, in the units of the data.
func (p *planning) describe(j *job.Job, ask *job.Ask) error {
	entries, queries := names(ask.Entries, ask.EntryData), names(ask.Queries, ask.QueryData)
	base, err := baseOf(ask.Read.Folder, p.m.Inputs, slices.Concat(entries, queries)...)
	if err != nil {
		return fmt.Errorf("slabs: plan: %w", err)
	}
	p.m.Units = j.Units()
	settled := *j.Ask()
	settled.Read.Now = j.Now()
	if err := reading.Adapt(&settled.Read, p.m.Inputs[0].Path, p.m.Units, nil); err != nil {
		return err
	}
	p.m.Ask, err = askFieldsOf(&settled, base, entries, queries, j.Entries().Space().Heights)
	return err
}

// names returns the names of the files of an ask, or of data that were opened before.
func names(all []string, data *input.Data) []string {
	if data != nil {
		return data.Names()
	}
	return all
}

// cut cuts the data sets.
func cut(ctx context.Context, pair source.Pair, o PlanOptions) (source.Plan, error) {
	if o.Slabs > 0 {
		return pair.PlanSlabs(ctx, o.Slabs)
	}
	return pair.Plan(ctx)
}

// write writes the ids (names) and the slabs.
func (p *planning) write(ctx context.Context, pair source.Pair, plan *source.Plan) error {
	wholes := []slab.Whole{pair.Entries.Whole()}
	p.m.Entries = setOf(&wholes[0], plan.Entries)
	if !pair.Join {
		wholes = append(wholes, pair.Queries.Whole())
		queries := setOf(&wholes[1], plan.Queries)
		p.m.Queries = &queries
	}
	err := p.needRoom(pair)
	if err != nil {
		return err
	}
	if p.m.Names, err = p.file(namesName, 0, func(l *landing) (slab.Written, error) {
		return slab.WriteWholes(l, slab.WholesHead(p.of), wholes...)
	}); err != nil {
		return err
	}
	if plan.Entries != nil {
		return p.ranges(ctx, pair, plan)
	}
	p.m.Edges = plan.Edges
	err = p.m.Entries.leave(pair.Entries)
	if err == nil && p.m.Queries != nil {
		err = p.m.Queries.leave(pair.Queries)
	}
	if err != nil {
		return fmt.Errorf("slabs: plan: %w", err)
	}
	return p.slabs(ctx, pair)
}

// file writes a file of the plan.
func (p *planning) file(name string, number uint32, write func(*landing) (slab.Written, error)) (f file, err error) {
	l, err := land(filepath.Dir(p.dir), filepath.Join(p.dir, name))
	if err != nil {
		return f, err
	}
	defer l.abort()
	w, err := write(l)
	if err == nil {
		err = l.commit()
	}
	if err != nil {
		return f, err
	}
	p.written = append(p.written, name)
	return fileOf(name, number, w), nil
}

// end moves the files into the folder, the manifest last, unless the folder has the same plan.
func (p *planning) end(dir string) (*Work, error) {
	text, _, err := p.m.text()
	if err != nil {
		return nil, fmt.Errorf("slabs: plan: %w", err)
	}
	there, err := os.ReadFile(filepath.Join(dir, manifestName))
	switch before := err == nil; {
	case before && !bytes.Equal(text, there):
		return nil, fmt.Errorf("slabs: plan: folder %s has another plan: name another folder, or empty it", dir)
	case before:
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("slabs: plan: %w", err)
	default:
		if err := p.move(dir, text); err != nil {
			return nil, err
		}
	}
	w, err := openBy(dir, func() (string, error) { return p.m.Program, nil })
	if err != nil {
		return nil, err
	}
	w.Before = there != nil
	return w, nil
}
