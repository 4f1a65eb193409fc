package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"flyby/internal/cli"
	hostmemory "flyby/internal/memory"
)

// rewrite makes the tests write the files that they otherwise compare with.
var rewrite = flag.Bool("rewrite", false, "write docs/cli.md and the transcripts anew")

// asCommand in the environment makes the test binary be the command itself, for tests that need a process.
const asCommand = "FLYBY_TEST_AS_COMMAND"

// tellPeak is the value of asCommand that makes the command print its peak of memory in bytes, in a last line on standard error.
const tellPeak = "peak"

func TestMain(m *testing.M) {
	switch os.Getenv(asCommand) {
	case "":
	case tellPeak:
		if err := hostmemory.Prepare(); err != nil {
			panic(err)
		}
		status := run(context.Background(), os.Args[1:], streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
		fmt.Fprintln(os.Stderr, hostmemory.Peak())
		os.Exit(status)
	default:
		main()
	}
	os.Unsetenv("FLYBY_DEVICE")
	giveWaitingPlaces()
	os.Exit(inOwnCache(m))
}

// giveWaitingPlaces lets more tests run in parallel than Go's default, unless a flag sets their number: heavy tests wait for one another,
// and the others use the cores meanwhile.
func giveWaitingPlaces() {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		flag.Set("test.parallel", strconv.Itoa(runtime.GOMAXPROCS(0)+4)) //nolint:errcheck // it is a number
	}
}

// inOwnCache runs the tests without the models of the user's cache. The binaries that PoCL compiled stay in the shared cache, as for other
// packages' tests.
func inOwnCache(m *testing.M) int {
	dir, err := os.MkdirTemp("", "flyby-test-*")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if cache, err := os.UserCacheDir(); err == nil && os.Getenv("POCL_CACHE_DIR") == "" {
		os.Setenv("POCL_CACHE_DIR", filepath.Join(cache, "pocl", "kcache"))
	}
	os.Setenv("XDG_CACHE_HOME", dir)
	sharedRoot = filepath.Join(dir, "shared")
	return m.Run()
}

// result is the outcome of a run of the command.
type result struct {
	status   int
	out, err string
}

// invoke runs the command in this process, off the terminal.
func invoke(t *place, stdin string, args ...string) result {
	t.Helper()
	return invokeOn(t, streams{in: strings.NewReader(stdin)}, args...)
}

// invokeOn runs the command on the given streams; nil streams are captured.
func invokeOn(t *place, s streams, args ...string) result {
	t.Helper()
	var out, err bytes.Buffer
	if s.in == nil {
		s.in = strings.NewReader("")
	}
	if s.out == nil {
		s.out = &out
	}
	if s.err == nil {
		s.err = &err
	}
	s.folder = t.folder
	// A command limits the heap of its process, and its cores, for good: without a reset later tests would do little but collect garbage.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	defer debug.SetMemoryLimit(math.MaxInt64)
	status := run(context.Background(), args, s)
	return result{status, out.String(), err.String()}
}

// must runs the command and fails the test unless it succeeds in silence, up to the lines that withoutTaken removes.
func must(t *place, args ...string) string {
	t.Helper()
	r := invoke(t, "", args...)
	if r.status != cli.OK || withoutTaken(r.err) != "" {
		t.Fatalf("flyby %s: status %d, stderr %q", strings.Join(args, " "), r.status, r.err)
	}
	return r.out
}

// write makes a file in the folder of the test.
func write(t *place, name, text string) {
	t.Helper()
	if err := os.WriteFile(t.at(name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// read returns the text of a file.
func read(t *place, name string) string {
	t.Helper()
	text, err := os.ReadFile(t.at(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// folder lists the folder of the test.
func folder(t *place) string {
	t.Helper()
	return entriesOf(t, ".")
}

// entriesOf lists a folder.
func entriesOf(t *place, folder string) string {
	t.Helper()
	all, err := os.ReadDir(t.at(folder))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range all {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// run is the whole command; it returns the exit status.
func run(ctx context.Context, args []string, s streams) int {
	if s.outgrown {
		ctx = hostmemory.WithOutgrown(ctx)
	}
	return newApp(ctx, s).run(ctx, args)
}

// brokenWriter fails with an error.
type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

var _ io.Writer = brokenWriter{}
