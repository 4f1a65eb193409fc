package speed

import (
	"context"
	"fmt"
	"math"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"flyby/evaluation/report"
)

// peerRun is the R-tree's output for one search.
type peerRun struct {
	r, threads int
	seconds    float64 // of the query alone
	hits       uint64  // a join finds each pair from both sides
}

// peerPattern is the line that the R-tree prints:
//
//	cpp-boost gal.bin r=4 threads=2 q=100 d=0.05 | load 0.01s index 0.080s(cpu 0.08) query 0.0290s(cpu 0.029) | cand=1 segpairs=2 raw=102 merged=4 pairs=5
const peerPattern = `r=(\d+) threads=(\d+) .* query ([0-9.]+)s.* raw=(\d+)`

// parsePeer reads the R-tree's output.
func parsePeer(text string) (p peerRun, err error) {
	m := regexp.MustCompile(peerPattern).FindStringSubmatch(text)
	if m == nil {
		return p, fmt.Errorf("says %q: no times in it", strings.TrimSpace(text[:min(len(text), 200)]))
	}
	seconds, err := strconv.ParseFloat(m[3], 64)
	if err != nil {
		return p, fmt.Errorf("says a time of %q: %w", m[3], err)
	}
	p.seconds = seconds
	p.r, _ = strconv.Atoi(m[1]) // digits by the pattern
	p.threads, _ = strconv.Atoi(m[2])
	p.hits, err = strconv.ParseUint(m[4], 10, 64)
	return p, err
}

// runPeer has the R-tree search a file for its first trajectories: path FILE QUERIES D R THREADS.
func (l *lab) runPeer(ctx context.Context, file string, queries int, d float64, r, threads int) (peerRun, error) {
	args := []string{file, strconv.Itoa(queries), strconv.FormatFloat(d, 'g', -1, 64), strconv.Itoa(r), strconv.Itoa(threads)}
	out, err := exec.CommandContext(ctx, l.Peer, args...).Output()
	if ctx.Err() != nil {
		return peerRun{}, ctx.Err()
	}
	if err != nil {
		return peerRun{}, fmt.Errorf("speed: peer %s %s: %w", l.Peer, strings.Join(args, " "), err)
	}
	p, err := parsePeer(string(out))
	if err != nil {
		return p, fmt.Errorf("speed: peer %s: %w", l.Peer, err)
	}
	return p, nil
}

// peerRuns lists the values of r that are tried.
func peerRuns() []int { return []int{2, 3, 4, 6, 8, 12, 24, 48, 96} }

// peerStart is the r at which the search for the best begins.
const peerStart = 6

// bestPeer runs the R-tree at its best r, on one thread and on as many as flyby has cores, and returns the
// faster of the two by the median of the trials.
func (l *lab) bestPeer(ctx context.Context, file string, queries int, d float64) (best peerRun, err error) {
	at, err := least(peerRuns(), peerStart, func(r int) (float64, error) {
		first, err := l.runPeer(ctx, file, queries, d, r, l.machine.Cores)
		if err != nil {
			return 0, err
		}
		second, err := l.runPeer(ctx, file, queries, d, r, l.machine.Cores)
		return min(first.seconds, second.seconds), err
	})
	if err != nil {
		return best, err
	}
	best.seconds = math.Inf(1)
	for _, threads := range slices.Compact([]int{1, l.machine.Cores}) {
		var all []float64
		var p peerRun
		for range l.Trials {
			if p, err = l.runPeer(ctx, file, queries, d, at.at, threads); err != nil {
				return best, err
			}
			all = append(all, p.seconds)
		}
		if p.seconds = median(all); p.seconds < best.seconds {
			best = p
		}
	}
	return best, nil
}

// claimPeer compares the row with the R-tree in C++ on the same data.
func (l *lab) claimPeer(ctx context.Context, w workload, queries int, d, times float64, r *Row) error {
	c := Claim{What: "x R-tree in C++", Unit: "x", Least: l.least(times, false), Unknown: true, Note: "no --peer"}
	if l.Peer != "" {
		file, err := l.peerFile(w)
		if err != nil {
			return err
		}
		p, err := l.bestPeer(ctx, file, queries, d)
		if err != nil {
			return err
		}
		c.Unknown, c.Got = false, p.seconds/r.Median()
		c.Note = fmt.Sprintf("%s at r = %d, threads = %d, %d hits", report.Seconds(p.seconds).Text, p.r, p.threads, p.hits)
	}
	if c.Verdict() != Unlimited || !c.Unknown {
		r.Claims = append(r.Claims, c)
	}
	return nil
}
