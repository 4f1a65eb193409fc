package flyby

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"flyby/batching"
	"flyby/interaction"
	"flyby/trajectory"
)

// Search is a search of a database: which objects come within Distance of each
// other, plus their radii.
type Search struct {
	// Queries are compared with the entries: a *trajectory.Store, or files of any size (input.Open), whose rows are read by the search. nil, also a
	// *trajectory.Store that is nil, asks for a join: the entries with each
	// other, each unordered pair of trajectories once, the one that comes first in the
	// store's order as the query.
	Queries Source
	// Distance is d, from 0 to 2^1000, in the stores' unit of length.
	Distance float64
	// From and To cut the search to the times [From, To]; nil leaves it open.
	From, To *float64
	// ExcludeSameID leaves out pairs of trajectories with the same id. A join has none.
	ExcludeSameID bool
	// Batching makes the batches of MethodTemporal, "periodic:120" for instance: batching.Choose reads it; "" means the "batching" of Options.Settings. batching.Model makes the
	// device's performance model (see Tune) if there is none yet.
	Batching string
	// Vertical is V, the most that heights may differ by, from 0 to 2^1000 in the stores' unit of
	// length; nil: by any amount. With it both stores have heights (trajectory.Columns.H), and Distance is between
	// horizontal positions: in a hit both are close enough at once. Radii add to Distance alone.
	// Heights and V stand for the shortest decimals that read back as they are.
	Vertical *float64
	// VerticalStrict makes a pair of segments a hit only where heights differ by less than Vertical, which is above 0 then, at some
	// instant of it. Times and distances of hits are the same as without it.
	VerticalStrict bool
	// ExactTimes wants encounters to begin and end at the true instants wherever these are float64 values; without it their times are good
	// to a few units in the last place. With Vertical it changes nothing.
	ExactTimes bool
	// K is the number of entries that Database.Nearest finds for each query, 1 or more; any other question leaves it 0. With K there is no Distance, no Vertical and no
	// Plan.
	K int
	// MaxDistance, from 0 to 2^1000, leaves entries out of Nearest that come no closer than that, plus the radii; nil leaves it open.
	MaxDistance *float64
	// Zones are the zones that Database.Visits finds visits to; any other question leaves them empty.
	Zones Zones
	// Plan is the plan to obey, from Database.Plan for the same data sets; nil: the search is planned anew.
	Plan *Plan
}

// Rule returns the rule by which two segments are a hit. What it says of trajectories, interaction.Rule.Between adds.
func (s Search) Rule() interaction.Rule {
	r := interaction.Rule{Distance: s.Distance, Window: interaction.Unbounded(), ExactTimes: s.ExactTimes}
	if s.From != nil {
		r.Window.From = *s.From
	}
	if s.To != nil {
		r.Window.To = *s.To
	}
	if s.Vertical != nil {
		r.Vertical = &interaction.Heights{Within: *s.Vertical, Strict: s.VerticalStrict}
	}
	return r
}

// Validate returns at once all complaints about the search that need no database
// to be known.
func (s Search) Validate() error {
	_, err := s.parse(nil)
	return err
}

// parse returns the batching of a valid search in a database of some settings, nil meaning the model's size; of an invalid search it returns all complaints at once.
func (s Search) parse(settings map[string]string) (batching.Algorithm, error) {
	var errs []error
	if !(s.Distance >= 0 && s.Distance <= trajectory.MaxMagnitude) {
		errs = append(errs, fmt.Errorf("flyby: distance %v: must be a number from 0 to 2^1000", s.Distance))
	}
	if w := s.Rule().Window; math.IsNaN(w.From) || math.IsNaN(w.To) || w.From > w.To {
		errs = append(errs, fmt.Errorf("flyby: window from %v to %v: must be numbers, from not after to", w.From, w.To))
	}
	if v := s.Vertical; v != nil && !(*v >= 0 && *v <= trajectory.MaxMagnitude) {
		errs = append(errs, fmt.Errorf("flyby: vertical %v: must be a number from 0 to 2^1000", *v))
	}
	if v := s.Vertical; s.VerticalStrict && (v == nil || *v == 0) {
		errs = append(errs, errors.New("flyby: vertical strict: needs a vertical above 0"))
	}
	errs = append(errs, s.checkNearest()...)
	a, err := s.algorithm(settings)
	return a, errors.Join(append(errs, err)...)
}

// checkNearest returns all complaints about K, and about what is said with it.
func (s Search) checkNearest() (errs []error) {
	for _, c := range []struct {
		wrong bool
		why   string
	}{
		{s.K < 0, "must be 1 or more"},
		{s.K > 0 && s.Distance != 0, "with a distance: MaxDistance bounds the nearest"},
		{s.K > 0 && s.Vertical != nil, "with a vertical: nearest are ranked by one distance"},
		{s.K > 0 && s.Plan != nil, "with a plan: nearest are found by several searches"},
		{s.K == 0 && s.MaxDistance != nil, "with a max distance: it is for Database.Nearest"},
	} {
		if c.wrong {
			errs = append(errs, fmt.Errorf("flyby: K %d: %s", s.K, c.why))
		}
	}
	if d := s.MaxDistance; d != nil && !(*d >= 0 && *d <= trajectory.MaxMagnitude) {
		errs = append(errs, fmt.Errorf("flyby: max distance %v: must be a number from 0 to 2^1000", *d))
	}
	return errs
}

// algorithm parses the batching, in a database of some settings.
func (s Search) algorithm(settings map[string]string) (batching.Algorithm, error) {
	a, err := batching.Choose(cmp.Or(s.Batching, settings["batching"]))
	if form := new(batching.SyntaxError); errors.As(err, &form) {
		return nil, fmt.Errorf("flyby: parse %q: %w: want %s | %s", form.Spec, form.Cause, batching.Syntax, batching.Model)
	}
	return a, err
}
