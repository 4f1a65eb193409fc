package memory

import (
	"testing"
	"testing/fstest"
)

// tree returns a system of files.
func tree(files map[string]string) system {
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return system{files: fs, page: 4096}
}

const (
	meminfo = "MemTotal:       24683520 kB\nMemFree:        23342436 kB\nXMemAvailable: 1 kB\nMemAvailable:   4194304 kB\nSwapFree:       1048576 kB\nHugePages_Total:       0\n"
	mounts1 = "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory\n" +
		"41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n"
	mounts2 = "30 23 0:26 /../.. /proc rw - proc proc rw\n31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n"
	mib     = uint64(1) << 20
)

func TestRoomIsTheLeastBoundsLeaveLessTheMargin(t *testing.T) {
	v1 := map[string]string{
		"proc/meminfo": meminfo, "proc/self/mountinfo": mounts1, "proc/self/cgroup": "4:cpu,memory:/a/b\n3:cpuset:/\n0::/\n",
		"sys/fs/cgroup/memory/memory.limit_in_bytes":     "9223372036854771712\n",
		"sys/fs/cgroup/memory/memory.usage_in_bytes":     "1073741824\n",
		"sys/fs/cgroup/memory/a/memory.limit_in_bytes":   "1073741824\n",
		"sys/fs/cgroup/memory/a/memory.usage_in_bytes":   "536870912\n",
		"sys/fs/cgroup/memory/a/memory.stat":             "inactive_file 7\ntotal_inactive_file 104857600\n",
		"sys/fs/cgroup/memory/a/b/memory.limit_in_bytes": "2147483648\n",
		"sys/fs/cgroup/memory/a/b/memory.usage_in_bytes": "1048576\n",
	}
	v2 := map[string]string{
		"proc/meminfo": meminfo, "proc/self/mountinfo": mounts2, "proc/self/cgroup": "0::/user/job\n",
		"sys/fs/cgroup/user/memory.max":         "max\n",
		"sys/fs/cgroup/user/memory.current":     "1048576\n",
		"sys/fs/cgroup/user/job/memory.max":     "1073741824\n",
		"sys/fs/cgroup/user/job/memory.current": "838860800\n",
		"sys/fs/cgroup/user/job/memory.stat":    "anon 1\ninactive_file 524288000\n",
	}
	container := map[string]string{ // its root cgroup is mounted, and named from outside
		"proc/self/mountinfo":               "31 23 0:28 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
		"proc/self/cgroup":                  "0::/docker/x/in\n",
		"sys/fs/cgroup/memory.max":          "536870912\n",
		"sys/fs/cgroup/memory.current":      "0\n",
		"sys/fs/cgroup/in/memory.max":       "1073741824\n",
		"sys/fs/cgroup/in/memory.current":   "0\n",
		"sys/fs/cgroup/else/memory.max":     "1\n",
		"sys/fs/cgroup/else/memory.current": "1\n",
	}
	for name, c := range map[string]struct {
		files map[string]string
		room  uint64
		by    string
	}{
		"machine":        {map[string]string{"proc/meminfo": meminfo}, 5120*mib - margin, "the machine"},
		"above, v1":      {v1, 612*mib - margin, "the cgroup"},
		"v2":             {v2, 724*mib - margin, "the cgroup"},
		"container":      {container, 512*mib - margin, "the cgroup"},
		"nothing known":  {nil, none, ""},
		"less than used": {map[string]string{"proc/meminfo": "MemAvailable: 1024 kB\n"}, 0, "the machine"},
		"promises": {map[string]string{"proc/meminfo": meminfo + "CommitLimit: 2097152 kB\nCommitted_AS: 1048576 kB\n",
			"proc/sys/vm/overcommit_memory": "2\n"}, 1024*mib - margin, "the machine"},
		"may promise all": {map[string]string{"proc/meminfo": meminfo + "CommitLimit: 2097152 kB\nCommitted_AS: 1048576 kB\n",
			"proc/sys/vm/overcommit_memory": "0\n"}, 5120*mib - margin, "the machine"},
	} {
		if room, by := least(tree(c.files).bounds()); room != c.room || by != c.by {
			t.Errorf("%s: %d MiB by %q, want %d MiB by %q", name, room/mib, by, c.room/mib, c.by)
		}
	}
}

func TestLimitsOfTheProcessCountWhatItHasMapped(t *testing.T) {
	s := tree(map[string]string{"proc/self/statm": "307200 500 400 300 0 25600 0\n"})
	if room, by := least(s.limited(2048*mib, none)); room != 848*mib-margin || by != "the limit on address space" {
		t.Errorf("%d MiB by %q", room/mib, by)
	}
	if room, by := least(s.limited(2048*mib, 300*mib)); room != 200*mib-margin || by != "the limit on data" {
		t.Errorf("%d MiB by %q", room/mib, by)
	}
	if all := s.limited(none, none); len(all) > 0 {
		t.Errorf("no limits are %v", all)
	}
}

func TestIdleHeapIsRoom(t *testing.T) {
	s := tree(map[string]string{"proc/meminfo": meminfo, "proc/self/statm": "256 1 1 1 0 1 0\n"})
	s.heap = heap{total: 900 * mib, free: 100 * mib, released: 300 * mib}
	if room, _ := least(s.bounds()); room != 5220*mib-margin {
		t.Errorf("the machine leaves %d MiB; released memory is the machine's already", room/mib)
	}
	limits := s.limited(201*mib, none)
	if room, _ := least(limits); room != 472*mib {
		t.Errorf("the limit leaves %d MiB", room/mib)
	}
	for n, fit := range map[uint64]bool{72 * mib: true, 73 * mib: false, 50 * mib: true} {
		if fits(n, limits) != fit {
			t.Errorf("a block of %d MiB fits: %v", n/mib, !fit)
		}
	}
	s.heap.released = 7900 * mib // an eighth of it counts as in a row
	if limits = s.limited(201*mib, none); !fits(1000*mib, limits) || fits(1001*mib, limits) {
		t.Errorf("%v", limits)
	}
}

func TestTheRefusalNamesTheBoundThatRefuses(t *testing.T) {
	all := []bound{{by: "the machine", left: 500}, {by: "the limit on address space", left: 10, idle: 8000, mapped: true}}
	if room, by := worst(1001, all); room != 500 || by != "the machine" {
		t.Errorf("%d, %s", room, by)
	}
	all[1].idle = 2000
	if room, by := worst(400, all); room != 250 || by != "the limit on address space" {
		t.Errorf("%d, %s", room, by)
	}
}
