package serve

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"flyby"
	"flyby/internal/tier"
	"flyby/job"
	"flyby/question"
)

// fullDisk is the variable of the environment that has the folder of a small file system.
const fullDisk = "FLYBY_TEST_FULL_DISK"

// TestFullDisk: on a disk that is full a search waits for its client, and ends when it has waited as long as it may; a client that reads gets the whole answer.
func TestFullDisk(t *testing.T) {
	tier.Full(t)
	if os.Getenv(fullDisk) != "" {
		fillDisk(t, os.Getenv(fullDisk))
		return
	}
	folder := t.TempDir()
	within := func(script string) ([]byte, error) {
		c := exec.CommandContext(t.Context(), "unshare", "-r", "-m", "sh", "-c", `mount -t tmpfs -o size=1m tmpfs "$1" && `+script, "sh", folder, os.Args[0])
		c.Env = append(os.Environ(), fullDisk+"="+folder)
		return c.CombinedOutput()
	}
	if text, err := within("true"); err != nil {
		t.Skipf("no file system can be mounted here: %v, %s", err, text)
	}
	if text, err := within(`"$2" -test.run '^TestFullDisk$' -test.v`); err != nil || !bytes.Contains(text, []byte("disk was full")) {
		t.Errorf("%v: %s", err, text)
	}
}

// fillDisk is TestFullDisk where a disk of 1 MiB is mounted.
func fillDisk(t *testing.T, folder string) {
	p := serves(t, func(c *Config) {
		c.Databases[0].Files, c.Ask.Machine.Tmp, c.Ask.Machine.TmpLimit = []string{many(t)}, folder, 1<<30
	})
	p.held, p.patience = 100_000, time.Hour
	want, _ := p.want(job.Ask{Question: question.Question{Search: flyby.Search{Distance: 60}, Level: question.Hits}}, "csv")
	if got := p.send("POST", joined, nil); got.err != nil || got.body != want {
		t.Errorf("%v, %d bytes, want %d", got.err, len(got.body), len(want))
	}
	p.patience = time.Nanosecond
	c := p.stalled(p.http.Listener.Addr())
	defer c.Close() //nolint:errcheck // the connection was only read
	until(func() bool { return strings.Contains(p.measured(), "flyby_cut_answers_total{reason=\"slow\"} 1\n") })
	if text, err := io.ReadAll(c); err == nil && strings.HasSuffix(string(text), "\r\n0\r\n\r\n") {
		t.Errorf("%d bytes, with an end", len(text))
	}
	until(func() bool { return p.Server.folder.Used() == 0 && p.queue.Used() == p.resident.Load() })
	if !strings.Contains(p.log.String(), "no space left on device") {
		t.Errorf("the log: %s", p.log)
	}
	t.Log("the disk was full")
}
