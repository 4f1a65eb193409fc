package pointjoin

import (
	"flyby/internal/setting"
	"flyby/points"
)

// A Method is a way to join points. All methods find the same pairs.
type Method struct {
	Name    string
	Means   string // a line that describes the method
	AnyEps  bool   // its index serves every threshold
	Nearest bool   // its Resident is a Nearer
	// NearestUpTo is the number of dimensions up to which the method finds nearest points faster than all others; 0: its time is to be
	// predicted.
	NearestUpTo int
	Settings    []Setting
	// Paper is the paper whose method it is, there to be measured: of points it runs only where it is named, and predicts nothing. "": it is no paper's.
	Paper string
	// HandsOver says that pairs of self-joins go to Found.Take, in order: no pair is copied to be put in order.
	HandsOver bool
	// IndexBytes returns about the bytes of the host's memory that an index takes for each point of a number of dimensions while the
	// index is made, without the coordinates as they were read. nil: the number is not known.
	IndexBytes func(dimensions int) int
	// Predict returns about the number of seconds of one core that a self-join of points takes, with their index, but without
	// the work of every method on pairs that are found. nil: the method is never chosen by prediction, only by its name.
	Predict func(s *points.Store, within Threshold) float64
	// AtMost returns about the greatest number of seconds of one core that a self-join of points takes, with their index. It takes hardly
	// any time, since the bound needs no sample of pairs. The bound is infinite where there is none; AtMost is nil for methods that
	// never have one.
	AtMost func(s *points.Store, within Threshold) float64
}

// A Setting is an option of a method.
type Setting = setting.Setting

// A Scope is the set of operations that heed a setting; the setting changes nothing in others.
type Scope = setting.Scope

const (
	Everything = setting.Everything // joins, and nearest points where the method finds them
	Joins      = setting.Joins      // self-joins and joins with queries
	SelfJoins  = setting.SelfJoins
)

// Settings are the values of a method's settings by name; a missing setting has its default.
type Settings = setting.Settings

// A SettingError says that a setting has an invalid value.
type SettingError = setting.Error

// An UnknownSettingError says that a method has no setting of a name.
type UnknownSettingError = setting.UnknownError

// Check refuses settings that the method does not have, and values that do not fit.
func (m Method) Check(settings Settings) error { return setting.Check(m.Name, m.Settings, settings) }
