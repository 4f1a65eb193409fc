package spool

import "flyby/trajectory"

// A finder finds trajectories of the whole by the ids of rows.
type finder struct {
	ids    trajectory.IDs
	table  []uint32 // [names of a reading] number of the trajectory in the whole
	latest uint32   // number of the last row's trajectory
}

// find returns the number in the whole of a row's trajectory. It tries the latest
// first, and the one after, as ids mostly follow one another.
func (p *finder) find(ids *trajectory.IDColumn, row int) (traj uint32, known bool) {
	whole := p.ids
	if ids.Int == nil {
		for len(p.table) <= int(ids.Code[row]) {
			traj, known := whole.Find(ids.Name[len(p.table)])
			if !known {
				traj = none
			}
			p.table = append(p.table, uint32(traj))
		}
		traj = p.table[ids.Code[row]]
		return traj, traj != none
	}
	id, n := ids.Int[row], uint32(whole.Len())
	for _, guess := range [...]uint32{p.latest, p.latest + 1, 0} {
		if guess < n && whole.IntID(int(guess)) == id {
			p.latest = guess
			return guess, true
		}
	}
	if at := uint64(id) - uint64(whole.IntID(0)); at < uint64(n) && whole.IntID(int(at)) == id {
		p.latest = uint32(at)
		return p.latest, true
	}
	place, known := whole.FindInt(id)
	p.latest = uint32(place)
	return p.latest, known
}
