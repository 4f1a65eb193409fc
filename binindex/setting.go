package binindex

import (
	"context"
	"math"
	"sync"
	"sync/atomic"

	"flyby/internal/parallel"
	"flyby/trajectory"
)

// runLength is the number of segments under the lowest boxes: few enough that a
// pair of runs takes a dozen interactions, and enough that the boxes take a quarter
// of the memory of a box for each segment.
const runLength = 4

// maxRunLevels bounds the settings tried: runs of up to 4 * 4^4 segments.
const maxRunLevels = 4

// ChooseSetting chooses the setting of a store's pyramid (docs/architecture.md §3.3): the
// one whose pyramid, joined with itself at distance 0 on a sample of the store, takes
// the fewest box tests. Stores with fewer than three segments per trajectory, of point
// events for example, have runs of one segment. threads is at least 1.
func ChooseSetting(s *trajectory.Store, threads int) Setting {
	if s.Segments() < 3*s.Trajectories() {
		return Setting{RunLength: 1}
	}
	part := sample(s, threads)
	levels := 1 + maxRunLevels
	for levels > 1 && mostlyPadding(part, levels-1) {
		levels--
	}
	c := contest{part: part, frame: NewFrame(part), best: Setting{RunLength: runLength}}
	c.least.Store(math.MaxUint64)
	parallel.Each(context.Background(), levels, threads, func(_, i int) {
		c.try(Setting{RunLength: runLength, RunLevels: i})
	})
	return c.best
}

// mostlyPadding reports whether most of each unit would be padding.
func mostlyPadding(s *trajectory.Store, levels int) bool {
	set := Setting{RunLength: runLength, RunLevels: levels}
	return s.Segments() < s.Trajectories()*runLength*set.unitRuns()/2
}

// contest is the choice among settings: the setting of the fewest box tests so far, on ties
// the one with fewer levels.
type contest struct {
	part  *trajectory.Store
	frame *Frame     // of part: fitting it takes longer than building a pyramid
	lock  sync.Mutex // of best
	best  Setting
	least atomic.Uint64 // the box tests of best
}

// try counts the box tests of a setting, and gives up once it cannot be the best.
func (c *contest) try(set Setting) {
	walk := selfWalk{Pyramid: NewPyramid(c.part, c.frame, set, 1), most: &c.least}
	walk.self(len(walk.Levels)-1, 0)
	c.lock.Lock()
	defer c.lock.Unlock()
	if least := c.least.Load(); walk.tests < least || walk.tests == least && set.RunLevels < c.best.RunLevels {
		c.best = set
		c.least.Store(walk.tests)
	}
}

// OfQueries returns the setting of a query set for entries of a setting.
func (entries Setting) OfQueries(s *trajectory.Store) Setting {
	if s.Segments() < 3*s.Trajectories() {
		return Setting{RunLength: 1}
	}
	return entries.padded(s)
}

// sparse is the ratio of entry to query trajectories from which on one run level more
// pays: the queries are so far apart that a longer run makes a smaller box than
// neighbouring runs would, and fewer units have to be sorted.
const sparse = 8

// QuerySetting returns the setting of a query set for a walk against the pyramid.
func (p *Pyramid) QuerySetting(s *trajectory.Store) Setting {
	set := p.Setting
	if sparse*s.Trajectories() <= p.Store.Trajectories() {
		set.RunLevels++
	}
	return set.OfQueries(s)
}

// padded lowers the run levels until a store's trajectories fill half of each unit on average.
func (set Setting) padded(s *trajectory.Store) Setting {
	for set.RunLevels > 0 && s.Segments() < s.Trajectories()*set.RunLength*set.unitRuns()/2 {
		set.RunLevels--
	}
	return set
}

// selfWalk walks a pyramid against itself and counts box tests. It gives up when the
// count exceeds most.
type selfWalk struct {
	*Pyramid
	tests uint64
	most  *atomic.Uint64
}

// self tests the children of a box against each other.
func (c *selfWalk) self(level, box int) {
	if level <= c.Setting.RunLevels {
		return // one trajectory
	}
	first, last := box*Fan, min(box*Fan+Fan, len(c.Levels[level-1]))
	for a := first; a < last; a++ {
		c.self(level-1, a)
		for b := a + 1; b < last; b++ {
			c.meet(level-1, a, level-1, b)
		}
	}
}

// meet tests a pair of boxes and opens the larger box if they lie near.
func (c *selfWalk) meet(al, a, bl, b int) {
	c.tests++
	p, q := &c.Levels[al][a], &c.Levels[bl][b]
	if c.tests > c.most.Load() || !p.Near(q, 0) {
		return
	}
	switch {
	case al == 0 && bl == 0:
		c.tests += runLength // the interactions of two runs cost about as much
	case al > 0 && (bl == 0 || p.Size(c.TickSize) >= q.Size(c.TickSize)):
		for i := a * Fan; i < min(a*Fan+Fan, len(c.Levels[al-1])); i++ {
			c.meet(al-1, i, bl, b)
		}
	default:
		for i := b * Fan; i < min(b*Fan+Fan, len(c.Levels[bl-1])); i++ {
			c.meet(al, a, bl-1, i)
		}
	}
}
