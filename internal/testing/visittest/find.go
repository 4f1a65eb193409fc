// Package visittest has searches of visits in one piece, for tests.
package visittest

import (
	"context"

	"flyby/internal/visit"
	"flyby/internal/zone"
	"flyby/trajectory"
)

// Find is visit.Each that returns the visits.
func Find(ctx context.Context, s *trajectory.Store, zones *zone.Set, r visit.Rule) (all trajectory.Encounters, err error) {
	err = visit.Each(ctx, s, zones, r, func(some trajectory.Encounters) (err error) {
		all, err = all.Append(some)
		return err
	})
	return all, err
}

// FindHits is visit.EachHits that returns the hits.
func FindHits(ctx context.Context, s *trajectory.Store, zones *zone.Set, r visit.Rule) (all []visit.Hit, err error) {
	err = visit.EachHits(ctx, s, zones, r, func(some []visit.Hit) error {
		all = append(all, some...)
		return nil
	})
	return all, err
}
