package speed

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"flyby/datasets"
	"flyby/internal/atomicfile"
	"flyby/internal/output"
	"flyby/trajectory"
	"flyby/trajectory/format"
	"flyby/trajectory/input"
)

// peerFile writes a workload, once, in the format that the R-tree in C++ reads.
func (l *lab) peerFile(w workload) (string, error) {
	dir, err := l.folder()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, w.name+".bin")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	s, err := l.store(w)
	if err != nil {
		return "", err
	}
	f, err := atomicfile.Create(path)
	if err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	defer f.Abort()
	if err := writePeer(f, s); err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	if err := f.Commit(); err != nil {
		return "", fmt.Errorf("speed: %w", err)
	}
	return path, nil
}

// writePeer writes the number of trajectories as int32, then each one's number of samples as int32 and its
// samples t, x, y, z as float64, all little-endian.
func writePeer(to io.Writer, s *trajectory.Store) error {
	w := bufio.NewWriterSize(to, 1<<20)
	text := binary.LittleEndian.AppendUint32(nil, uint32(s.Trajectories()))
	for traj := range s.Trajectories() {
		first, last := s.Range(traj)
		text = binary.LittleEndian.AppendUint32(text, uint32(last-first))
		for row := first; row < last; row++ {
			text, _ = binary.Append(text, binary.LittleEndian, [4]float64{s.T()[row], s.X()[row], s.Y()[row], s.Z()[row]}) // no error: the value has a fixed size
		}
		if _, err := w.Write(text); err != nil {
			return err
		}
		text = text[:0]
	}
	return w.Flush()
}

// The rates that reading is to reach.
const (
	wantedCSV     = 200  // MB/s
	wantedParquet = 8e6  // rows/s
	mega          = 1e6  // bytes of a MB
	startQuery    = 0.05 // d of the search that is started as a process
)

// read measures how fast a file of GAL is read, the making of the store included.
func (l *lab) read(ctx context.Context, extension string, r *Row) error {
	path, err := l.write(ctx, gal(), "gal"+extension)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("speed: %w", err)
	}
	rows := 0
	err = r.run(ctx, l.Trials, func(ctx context.Context) (outcome, error) {
		watch := startWatch()
		s, _, err := input.Read(ctx, path, format.Options{})
		if err != nil {
			return outcome{}, err
		}
		rows = s.Samples()
		return watch.stop(), nil
	})
	bytes := Claim{What: "rate", Unit: "MB/s", Got: float64(info.Size()) / mega / r.Median()}
	perRow := Claim{What: "rate", Unit: "rows/s", Got: float64(rows) / r.Median()}
	if l.full() && extension == ".csv" {
		bytes.Least = wantedCSV
	} else if l.full() {
		perRow.Least = wantedParquet
	}
	l.claimTime(r, targets{})
	r.Claims = append(r.Claims, bytes, perRow)
	return err
}

// write writes a workload as a file of a name, once.
func (l *lab) write(ctx context.Context, w workload, name string) (string, error) {
	dir, err := l.folder()
	if err != nil {
		return "", err
	}
	s, err := l.store(w)
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	return path, output.WriteStore(ctx, path, s, output.WriteOptions{})
}

// start measures the whole program: a process that reads 10⁵ segments and 1,000 queries from Parquet and
// writes the hits as CSV.
func (l *lab) start(ctx context.Context, r *Row) error {
	if len(l.Command) == 0 {
		r.Skipped = noProgram
		return nil
	}
	dir, err := l.folder()
	if err != nil {
		return err
	}
	entries, queries, err := startFiles(ctx, dir, l.Scale)
	if err != nil {
		return err
	}
	args := append(l.Command[1:len(l.Command):len(l.Command)], "search", "--entries", entries, "--queries", queries,
		"--distance", fmt.Sprint(startQuery), "--level", "hits", "--device", l.machine.Device.Selector, "--out", filepath.Join(dir, "hits.csv"), "--quiet")
	err = r.run(ctx, l.Trials, func(ctx context.Context) (outcome, error) {
		start := time.Now()
		said, err := exec.CommandContext(ctx, l.Command[0], args...).CombinedOutput()
		took := time.Since(start)
		if ctx.Err() != nil {
			return outcome{}, ctx.Err()
		}
		if err != nil {
			return outcome{}, fmt.Errorf("speed: start %s: %w: %s", l.Command[0], err, said)
		}
		return outcome{took: took}, nil
	})
	l.claimTime(r, targets{gpu: 0.5, cpu: 0.25})
	return err
}

// startFiles writes the files that the program is started with.
func startFiles(ctx context.Context, dir string, scale float64) (entries, queries string, err error) {
	entries, queries = filepath.Join(dir, "entries.parquet"), filepath.Join(dir, "queries.parquet")
	for path, n := range map[string][2]int{entries: {250, 400}, queries: {10, 100}} {
		s, err := datasets.Disc(scaled(n[0], scale), n[1], int64(n[0]))
		if err != nil {
			return "", "", err
		}
		if err := output.WriteStore(ctx, path, s, output.WriteOptions{}); err != nil {
			return "", "", err
		}
	}
	return entries, queries, nil
}
