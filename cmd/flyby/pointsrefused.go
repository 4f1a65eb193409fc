package main

import (
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"flyby/internal/cli"
)

// notOfPoints says why commands on points have not the flags of join that they have not.
func notOfPoints() map[string]string {
	const (
		still  = "points have no times, and do not move"
		column = "a preset is one of trajectories: --columns x1=NAME,x2=NAME names the coordinates of points"
		all    = "is for trajectories: results of points have all rows, in the order of the file"
		paper  = "is for methods of trajectories: see --method"
	)
	return map[string]string{
		"max-gap": still, "max-speed": still, "curve": still, "sort-times": still, "merge-gap": still, "min-duration": still,
		"from": "points have no times: --where 't>=...' leaves rows out", "to": "points have no times: --where 't<=...' leaves rows out",
		"preset": column, "height": "a height is a coordinate: x3 of --columns",
		"vertical": "a distance of points is that of all coordinates: leave heights out with --columns",
		"radius":   "points have no radii: --eps is the distance of two",
		"units":    "nothing that is asked here has a unit",
		"top":      all, "limit": all, "with": "is for trajectories: --with-distance adds distances of pairs",
		"count": "is for trajectories: --level counts counts neighbours", "explain": "is for trajectories: --verbose says what is chosen and why",
		"batching": paper, "bins": paper,
		"entries": "points are named by --points FILE", "distance": "points are joined by --eps E",
		"exclude-same-id": "ids of points are there once each",
	}
}

// ranges are what flags of points may be, where what is wrong with a value does not say it.
func ranges() map[string]string {
	return map[string]string{"eps": "must be finite, 0 or more", "neighbours": "must be a whole number, 1 or more", "minpts": "must be whole numbers, 1 or more"}
}

// pointFlagError is cli.FlagError, which tells of flags that points cannot have why, and of others what they may be.
func pointFlagError(c *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && unknown.GetSpecifiedShortnames() == "" {
		if why := notOfPoints()[unknown.GetSpecifiedName()]; why != "" {
			return cli.Usage(c, "--%s: %s", unknown.GetSpecifiedName(), why)
		}
	}
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) && ranges()[bad.GetFlag().Name] != "" {
		return cli.Usage(c, "--%s %q: %w: %s", bad.GetFlag().Name, bad.GetValue(), bad.Unwrap(), ranges()[bad.GetFlag().Name])
	}
	return cli.FlagError(c, err)
}
