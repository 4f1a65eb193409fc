package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
)

// cgroup makes a cgroup below the test's own, whose processes hold at most the given bytes of
// memory, by version 1 or 2, whichever exists and permits it. The end of the test removes it.
func cgroup(t *place, bytes int) (folder string) {
	t.Helper()
	text, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		t.Skip(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		root, limit := "/sys/fs/cgroup", "memory.max"
		if f[1] != "" {
			root, limit = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		}
		if f[1] != "" && !strings.Contains(","+f[1]+",", ",memory,") {
			continue
		}
		folder, err = os.MkdirTemp(filepath.Join(root, f[2]), "flyby-test")
		if err != nil {
			continue
		}
		t.Cleanup(func() {
			if err := os.Remove(folder); err != nil {
				t.Error(err)
			}
		})
		if err = os.WriteFile(filepath.Join(folder, limit), []byte(fmt.Sprint(bytes)), 0o600); err == nil {
			return folder
		}
	}
	t.Skipf("no cgroup can be made here: %v", err)
	return ""
}

// TestCgroup: in a cgroup that is smaller than the machine, with the default of --memory, hits that
// would outgrow the cgroup, so that the kernel would kill the process, are searched for in ranges.
func TestCgroup(on *testing.T) {
	t := heavy(on)
	t.Chdir(t.TempDir())
	const most = 256 << 20
	folder := cgroup(t, most)
	args := []string{"join", "--entries", burst(t, 4500), "--distance", "1", "--level", "hits", "--device", "cpu", "--threads", "2", "--out"}
	must(t, append(args, "whole.parquet", "--quiet")...)
	r := outcome(t, process(t, fmt.Sprintf(`echo $$ > %s/cgroup.procs && exec "$0" "$@"`, folder), append(args, "parts.parquet", "--json", "--verbose")...))
	if r.status != cli.OK || !strings.Contains(r.err, "searched with in ranges") {
		t.Fatalf("status %d, stderr %.500q", r.status, r.err)
	}
	said := regexp.MustCompile(`searched with in ranges.*"memory":"([0-9]+) MiB"`).FindStringSubmatch(r.err)
	if mib, err := strconv.Atoi(slices.Concat(said, []string{"", ""})[1]); err != nil || mib<<20 > most {
		t.Errorf("the default is %v MiB in a cgroup of %d bytes", said, most)
	}
	var s summary
	if err := json.Unmarshal([]byte(r.err[strings.LastIndex(strings.TrimSpace(r.err), "\n")+1:]), &s); err != nil || s.PeakBytes > most {
		t.Errorf("%d bytes held in a cgroup of %d, %v", s.PeakBytes, most, err)
	}
	if sum(t, "parts.parquet") != sum(t, "whole.parquet") {
		t.Error("another file than without a cgroup")
	}
}
