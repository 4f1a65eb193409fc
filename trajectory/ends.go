package trajectory

// End ends the open pieces of all trajectories: their last samples become point events where no segment leads to them. The error is
// Path.Err.
func (b *Builder) End() error {
	for number := range uint32(b.tracks.n) {
		if err := b.end(number); err != nil {
			return err
		}
	}
	if b.o.Path != nil {
		return b.o.Path.Err()
	}
	return nil
}

// end ends a trajectory.
func (b *Builder) end(number uint32) error {
	k := b.tracks.at(number)
	if k.flags&seen == 0 {
		return nil
	}
	b.report.CountAlone(k.past&joined != 0, k.past&byTime != 0, k.past&bySpeed != 0)
	if k.flags&ended != 0 {
		return nil
	}
	return b.finish(number, k, false)
}

// EndPiece ends the piece of a trajectory, as a gap does that follows its last sample. The next sample begins another.
func (b *Builder) EndPiece(number uint32) error {
	return b.endPiece(number, b.tracks.at(number), byPiece)
}

// endPiece ends the piece of a trajectory, if one is open. parted is the kind of gap before the next sample.
func (b *Builder) endPiece(number uint32, k *track, parted uint8) error {
	if k.flags&seen == 0 || k.flags&ended != 0 {
		return nil
	}
	err := b.finish(number, k, true)
	b.report.Gaps++
	k.flags, k.past = seen|ended, k.past|parted
	return err
}
