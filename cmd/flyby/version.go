package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return a.settle(&cobra.Command{
		Use:   "version",
		Short: "what this binary was built from",
		Long:  "Prints the version of flyby, the commit and the Go release it was built from.",
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(c.OutOrStdout(), version())
			return err
		},
	})
}

// version says what this binary was built from, as far as the build tells.
func version() string {
	module, commit, dirty := "(devel)", "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		module = info.Main.Version
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				commit = " commit " + s.Value[:min(12, len(s.Value))]
			case s.Key == "vcs.modified" && s.Value == "true":
				dirty = " with changes"
			}
		}
	}
	return fmt.Sprintf("flyby %s%s%s %s %s/%s", module, commit, dirty, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
