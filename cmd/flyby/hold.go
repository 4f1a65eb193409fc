package main

import (
	"errors"

	"flyby/internal/spool"
)

// hold reads trajectories back into memory that went to the folder, since nobody could tell how many there are before they were read: for what
// holds them all. Where they do not fit, the error says what would do.
func (j *job) hold() error {
	s := j.entries.spool
	if s == nil || j.holds == "" {
		return nil
	}
	if s.Direct() {
		if err := j.files.spill(j.ctx, s); err != nil {
			return err
		}
	}
	all, bytes := make([]int, j.entries.Trajectories()), s.Gathering()
	for traj := range all {
		all[traj] = traj
		bytes += s.StoreBytes(traj)
	}
	if least := j.files.held() + bytes; least > j.files.most {
		return j.tooMany(least)
	}
	var err error
	j.entries, err = j.chosen(j.entries, all)
	return err
}

// tooMany says that trajectories do not fit memory, and how much would do.
func (j *job) tooMany(least uint64) error {
	return j.files.tooLittle("trajectories of "+j.inputs[0].shown()+", which "+j.holds+" holds in memory,", least)
}

// chosen reads some trajectories of a data set into memory, and frees what it was read to.
func (j *job) chosen(of loaded, trajs []int) (loaded, error) {
	var s *spool.Spool
	s, of.spool = of.spool, nil
	store, err := s.Chosen(j.ctx, trajs)
	of.Store = store
	return of, errors.Join(err, s.Close())
}
