package measure

import (
	"context"
	"fmt"
	"slices"

	"flyby/datasets"
	"flyby/evaluation/datafile"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// Datasets lists the data sets of searches, each once, in the order of the searches.
func Datasets(searches []datasets.Search) (names []string) {
	for _, s := range searches {
		if !slices.Contains(names, s.Dataset) {
			names = append(names, s.Dataset)
		}
	}
	return names
}

// SourceFact names the fact, a string, of where a data set comes from: its file, or Generated.
func SourceFact(name string) string { return "source " + name }

// Generated is the source of a data set that is generated.
func Generated(name string) string { return "flyby generate " + name }

// agreeSources writes to the journal where the data sets come from, and refuses a journal that has one from elsewhere. A journal that does not say it is from
// before data sets could be files.
func (r *runner) agreeSources() error {
	for _, name := range Datasets(r.Searches) {
		now, err := r.Data.Origin(name, Generated(name))
		if err != nil {
			return err
		}
		known := Generated(name)
		told, err := r.journal.Fact(SourceFact(name), &known)
		if err != nil {
			return err
		}
		described, err := r.journal.Fact(DatasetFact(name), new(Dataset))
		if err != nil {
			return err
		}
		if told || described {
			err = datafile.Agree(name, known, now)
		} else {
			err = r.journal.SetFact(SourceFact(name), now)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entries reads a data set's file, or generates it.
func (p *Plan) entries(ctx context.Context, name string) (*trajectory.Store, error) {
	path, ok := p.Data[name]
	if !ok {
		return datasets.Generate(name, p.Seed, p.Scale)
	}
	s, _, err := input.Read(ctx, path, format.Options{})
	if err != nil {
		return nil, fmt.Errorf("data of %s: %w", name, err)
	}
	if s.Segments() == 0 {
		return nil, fmt.Errorf("data of %s: %s: has no segments", name, path)
	}
	return s, nil
}

// scaleOf returns the scale of a search's queries: 1 where its data set is a file.
func (p *Plan) scaleOf(name string) float64 {
	if _, ok := p.Data[name]; ok {
		return 1
	}
	return p.Scale
}
