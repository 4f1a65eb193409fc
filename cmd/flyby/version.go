package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return a.settle(&cobra.Command{
		Use:   "version",
		Short: "what this binary was built from",
		Long:  "Prints the version of flyby, the commit and the Go release it was built from.",
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(a.streams.out, version())
			return err
		},
	})
}

// version says what this binary was built from, as far as the build tells.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	text := "flyby " + cmp.Or(info.Main.Version, "(devel)")
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && !strings.Contains(text, s.Value[:min(12, len(s.Value))]):
			text += " commit " + s.Value
		case s.Key == "vcs.modified" && s.Value == "true" && !strings.HasSuffix(text, "dirty"):
			text += " with changes"
		}
	}
	return fmt.Sprintf("%s %s %s/%s", text, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
