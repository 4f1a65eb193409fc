package group

import (
	"fmt"
	"math"
)

// A Clock ticks at Origin + i Step, for all integers i: the product and the sum are rounded to float64.
type Clock struct{ Origin, Step float64 }

// mostTicks is the most ticks that data may have.
const mostTicks = math.MaxInt32

// at returns the time of a tick.
func (c Clock) at(i int64) float64 { return c.Origin + float64(float64(i)*c.Step) }

// within returns the ticks from one time to another, both included: n of them from first on.
func (c Clock) within(from, to float64) (first int64, n int, err error) {
	if !(from <= to) {
		return 0, 0, nil
	}
	low, high := math.Ceil((from-c.Origin)/c.Step), math.Floor((to-c.Origin)/c.Step)
	if !(high-low < mostTicks && math.Abs(low) < 1<<52 && math.Abs(high) < 1<<52) || !c.resolves(int64(low)) || !c.resolves(int64(high)) {
		return 0, 0, fmt.Errorf("group: a clock with a step of %v has more ticks from %v to %v than the %d that are taken, or ticks that float64 does not tell apart", c.Step, from, to, mostTicks)
	}
	first = c.from(from)
	return first, max(0, int(c.upTo(to)-first)+1), nil
}

// resolves reports whether the ticks before and after tick i have different times in float64.
func (c Clock) resolves(i int64) bool { return c.at(i-1) < c.at(i+1) }

// from returns the first tick at a time or after it.
func (c Clock) from(t float64) int64 {
	i := int64(math.Ceil((t - c.Origin) / c.Step))
	for c.at(i-1) >= t { // quotients are rounded
		i--
	}
	for c.at(i) < t {
		i++
	}
	return i
}

// upTo returns the last tick at a time or before it.
func (c Clock) upTo(t float64) int64 {
	i := int64(math.Floor((t - c.Origin) / c.Step))
	for c.at(i+1) <= t { // quotients are rounded
		i++
	}
	for c.at(i) > t {
		i--
	}
	return i
}

// ticking is consecutive ticks of a clock, numbered from 0; first is the clock's number of the first.
type ticking struct {
	clock Clock
	first int64
	ticks int
}

// when returns the time of a tick.
func (c *ticking) when(tick int) float64 { return c.clock.at(c.first + int64(tick)) }

// from returns the first tick at a time or after it, the number of ticks if there is none.
func (c *ticking) from(t float64) int {
	switch {
	case t > c.when(c.ticks-1):
		return c.ticks
	case t <= c.when(0):
		return 0
	}
	return int(c.clock.from(t) - c.first)
}

// upTo returns the last tick at a time or before it, -1 if there is none.
func (c *ticking) upTo(t float64) int {
	switch {
	case t < c.when(0):
		return -1
	case t >= c.when(c.ticks-1):
		return c.ticks - 1
	}
	return int(c.clock.upTo(t) - c.first)
}
