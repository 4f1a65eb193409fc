package binindex

import "flyby/trajectory"

// ChooseSetting chooses where runs end and grouping begins, on a sample of the
// store.
func ChooseSetting(s *trajectory.Store) Setting {
	if s.Segments() < 3*s.Trajectories() {
		return Setting{RunLength: 1}
	}
	return Setting{RunLength: 4}
}

// QuerySetting returns the setting of a query set for entries of a setting.
func QuerySetting(s *trajectory.Store, entries Setting) Setting {
	if s.Segments() < 3*s.Trajectories() {
		return Setting{RunLength: 1}
	}
	return entries
}
