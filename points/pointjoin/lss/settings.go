package lss

import (
	"fmt"
	"strconv"

	"flyby/points"
	"flyby/points/pointindex/zorder"
	"flyby/points/pointjoin"
)

// Name is the name of the method.
const Name = "lss"

// mostLists is the most that may be asked for: what standard is for the most dimensions.
const mostLists = points.MaxDimensions + 1

const randomSeed = 2008

// Method describes the method.
func Method() pointjoin.Method {
	return pointjoin.Method{
		Name:     Name,
		Means:    "sorts along space-filling curves and compares in the shortest interval (LSS)",
		AnyEps:   true,
		Nearest:  true,
		Settings: []pointjoin.Setting{listsSetting(), walkSetting(), halfSetting()},
	}
}

func listsSetting() pointjoin.Setting {
	return pointjoin.Setting{
		Name:    "lss-lists",
		Default: "standard",
		Means: "curves of lss: standard, one more than there are dimensions, or two where these are odd; log, one more" +
			" than the binary logarithm; random, as many as standard; or their number",
	}
}

func walkSetting() pointjoin.Setting {
	return pointjoin.Setting{
		Name:    "lss-walk",
		Choices: []string{"point", "element"},
		Means:   "what lss shares out among threads: whole intervals, or their elements",
	}
}

func halfSetting() pointjoin.Setting {
	return pointjoin.Setting{
		Name:    "lss-half",
		Choices: []string{"off", "on"},
		Means:   "half intervals in a self-join by lss, all on the curve where they are shortest",
	}
}

// shifts are those of the lists that a setting asks for, of points of n dimensions.
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
