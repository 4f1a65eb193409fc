package pointpapers

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"flyby/evaluation/journal"
)

// peerMethod is the method of a case that the peer runs: a plain grid in C++, on one thread, over points that the peer draws itself.
const peerMethod = "C++ grid"

// peerPattern matches a part of the line that the peer prints:
//
//	gridjoin float64 n=100000 D=2 k=2 eps=1 threads=1 count: cells 9999 build 0.011 s join 0.002 s pairs 1556697 candidates 4439605  1.39 ns/pair ...
const peerPattern = ` build ([0-9.]+) s join ([0-9.]+) s pairs (\d+) candidates (\d+)`

// parsePeer reads the peer's output.
func parsePeer(text string) (r journal.Run, err error) {
	m := regexp.MustCompile(peerPattern).FindStringSubmatch(text)
	if m == nil {
		return r, fmt.Errorf("says %q: no times in it", strings.TrimSpace(text[:min(len(text), 200)]))
	}
	r.Join = &journal.Join{}
	for i, at := range []*float64{&r.Join.Index, &r.Seconds} {
		if *at, err = strconv.ParseFloat(m[i+1], 64); err != nil {
			return r, fmt.Errorf("says a time of %q: %w", m[i+1], err)
		}
	}
	for i, at := range []*uint64{&r.Hits, &r.Join.Candidates} {
		if *at, err = strconv.ParseUint(m[i+3], 10, 64); err != nil {
			return r, fmt.Errorf("says a number of %q: %w", m[i+3], err)
		}
	}
	r.Join.Processors = r.Join.Index + r.Seconds
	return r, nil
}

// runPeer runs a case with the peer: PATH N D EPS [--emit] [--k K].
func (l *lab) runPeer(ctx context.Context, c Case) (journal.Run, error) {
	eps, err := l.eps(ctx, c.Set, c.Threshold)
	if err != nil {
		return journal.Run{}, err
	}
	args := []string{strconv.Itoa(c.Set.size(l.Scale)), strconv.Itoa(c.Set.Dimensions), number(eps)}
	if c.Level == Pairs {
		args = append(args, "--emit")
	}
	if k, ok := c.Settings["k"]; ok {
		args = append(args, "--k", k)
	}
	out, err := exec.CommandContext(ctx, l.PeerGrid, args...).Output()
	if err != nil {
		return journal.Run{}, fmt.Errorf("peer %s %s: %w", l.PeerGrid, strings.Join(args, " "), err)
	}
	run, err := parsePeer(string(out))
	if err != nil {
		return run, fmt.Errorf("peer %s: %w", l.PeerGrid, err)
	}
	run.Join.Eps = eps
	return run, nil
}
