package main

import (
	"runtime/debug"
	"testing"
)

func TestVersionNamesTheCommit(on *testing.T) {
	t := beside(on)
	const commit = "0123456789abcdef0123456789abcdef01234567"
	git := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "vcs.revision", Value: commit}, {Key: "vcs.modified", Value: modified}}
	}
	for name, c := range map[string]struct {
		main            string
		settings        []debug.BuildSetting
		commit, release string
		want            string
	}{
		"make release":        {"(devel)", nil, commit, "1.2.3", "flyby 1.2.3 commit " + commit},
		"in a clone":          {"(devel)", git("false"), "", "", "flyby (devel) commit " + commit},
		"in a changed clone":  {"(devel)", git("true"), "", "", "flyby (devel) commit " + commit + " with changes"},
		"a pseudo-version":    {"v0.0.0-20260102030405-0123456789ab+dirty", git("true"), "", "", "flyby v0.0.0-20260102030405-0123456789ab+dirty"},
		"a module of a proxy": {"v1.2.3", nil, "", "", "flyby v1.2.3"},
		"files without git":   {"(devel)", nil, "", "", "flyby (devel) commit unknown, built without git"},
		"no information":      {"", nil, "", "", "flyby (devel) commit unknown, built without git"},
	} {
		info := &debug.BuildInfo{Settings: c.settings}
		info.Main.Version = c.main
		if got := describe(info, c.commit, c.release); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
