package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) versionCommand() *cobra.Command {
	return a.described("version", &cobra.Command{
		RunE: func(*cobra.Command, []string) error { return a.showVersion() },
	})
}

func (a *app) showVersion() error {
	_, err := fmt.Fprintln(a.streams.out, version())
	return err
}

// versionOrHelp is flyby without a command: its help, or with --version its version, commit and Go release.
func (a *app) versionOrHelp(c *cobra.Command, _ []string) error {
	asked, err := c.Flags().GetBool("version")
	if err != nil {
		return err
	}
	if asked {
		return a.showVersion()
	}
	return c.Help()
}

// What make release was given: the commit and the version of the tag. The linker sets
// them, and nothing else does; they are empty in every other build.
var commit, release string

// version is the version, commit and Go release of this binary, as far as the build records them. The Python module accepts a binary by this text:
// docs/decisions/0112-python-runs-the-command.md.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return fmt.Sprintf("%s %s %s/%s", describe(info, commit, release), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// describe names version and commit: of the release where they are given, else
// as the go command wrote them down. A build of files without git, which has neither,
// says so.
func describe(info *debug.BuildInfo, commit, release string) string {
	if commit != "" {
		return fmt.Sprintf("flyby %s commit %s", release, commit)
	}
	text := "flyby " + cmp.Or(info.Main.Version, "(devel)")
	known := strings.HasPrefix(info.Main.Version, "v")
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			known = true
			if !strings.Contains(text, s.Value[:min(12, len(s.Value))]) {
				text += " commit " + s.Value
			}
		case s.Key == "vcs.modified" && s.Value == "true" && !strings.HasSuffix(text, "dirty"):
			text += " with changes"
		}
	}
	if !known {
		text += " commit unknown, built without git"
	}
	return text
}

// licences is a table of all modules that any system's command is built from, with versions and kinds of licence, and then the texts that must go
// with a binary. It is made from go.mod by make generate.
//
//go:embed licences.txt
var licences string

func (a *app) licensesCommand() *cobra.Command {
	return a.described("licenses", &cobra.Command{
		Aliases: []string{"licences"},
		RunE: func(c *cobra.Command, _ []string) error {
			_, err := io.WriteString(c.OutOrStdout(), licences)
			return err
		},
	})
}
