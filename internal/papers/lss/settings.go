package lss

import (
	"fmt"
	"strconv"

	"flyby/internal/papers/zorder"
	"flyby/internal/parallel"
	"flyby/internal/pointjoin"
	"flyby/points"
)

// mostLists is the greatest number of lists that a setting may ask for: the standard number for the most dimensions.
const mostLists = points.MaxDimensions + 1

const randomSeed = 2008

// Method describes the method, without a device.
func Method() pointjoin.Method {
	return pointjoin.Method{
		Name:     "lss",
		Means:    "sorts along space-filling curves and compares in the shortest interval (LSS)",
		AnyEps:   true,
		Nearest:  true,
		Paper:    "M. D. Lieberman, J. Sankaranarayanan and H. Samet, A Fast Similarity Join Algorithm Using Graphics Processing Units, 2008",
		Settings: []pointjoin.Setting{listsSetting(), walkSetting(), halfSetting()},
	}
}

// HostMethod describes the method on the cores of the host, where the memory of an index follows from the number of lists.
func HostMethod() pointjoin.Method {
	m := Method()
	m.IndexBytes = indexBytes
	return m
}

// indexBytes returns about the memory of a point of some dimensions in an index, in bytes, with the standard number of lists:
// while threads sort these, or afterwards with the point's interval. It leaves out the coordinates as they were read.
func indexBytes(dimensions int) int {
	const coordinate, some = 8, 1 << 10
	lists := len(zorder.StandardShifts(dimensions))
	return coordinate*dimensions + int(zorder.Size(some, dimensions, lists, parallel.Threads(0))/some)
}

// Options are the values of the settings.
type Options struct {
	Shifts        zorder.Shifts // of the lists
	Element, Half bool          // the values of --lss-walk and --lss-half
}

// Read returns the values of settings for points of some dimensions. An error is a *pointjoin.SettingError.
func Read(s pointjoin.Settings, dimensions int) (Options, error) {
	all, err := shifts(s.Of(listsSetting()), dimensions)
	return Options{Shifts: all, Element: s.Of(walkSetting()) == "element", Half: s.Of(halfSetting()) == "on"}, err
}

func listsSetting() pointjoin.Setting {
	return pointjoin.Setting{
		Name:    "lss-lists",
		Default: "standard",
		Form:    "LISTS",
		Means: "number of curves: standard (dimensions + 1, or + 2 if odd), log (their binary logarithm + 1)," +
			" random (as many as standard, at random) or a number",
	}
}

func walkSetting() pointjoin.Setting {
	return pointjoin.Setting{
		Name:    "lss-walk",
		Choices: []string{"point", "element"},
		Means:   "how threads share the work: point (whole intervals) or element (equally many points of intervals)",
		Scope:   pointjoin.Joins,
	}
}

func halfSetting() pointjoin.Setting {
	return pointjoin.Setting{
		Name:    "lss-half",
		Choices: []string{"off", "on"},
		Means:   "compare each point with the points that follow it on one curve, the same for all",
		Scope:   pointjoin.SelfJoins,
	}
}

// shifts returns the shifts of the lists that a setting asks for, for points of n dimensions.
func shifts(setting string, n int) (zorder.Shifts, error) {
	switch setting {
	case "standard":
		return zorder.StandardShifts(n), nil
	case "log":
		return zorder.LogShifts(n), nil
	case "random":
		return zorder.RandomShifts(n, randomSeed), nil
	}
	count, err := strconv.Atoi(setting)
	if err != nil || count < 1 || count > mostLists {
		return nil, &pointjoin.SettingError{
			Name: "lss-lists", Value: setting,
			Allowed: fmt.Sprintf("standard, log, random or 1 to %d", mostLists),
		}
	}
	return zorder.EvenShifts(count), nil
}
