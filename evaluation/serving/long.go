package serving

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"time"

	"flyby"
	"flyby/evaluation/results"
	"flyby/evaluation/speed"
	"flyby/job"
	"flyby/question"
)

// Targets of a long answer: seconds from the moment when as many bytes are found as a server holds back to the answer's first byte, and rows
// a second from there on.
const (
	heldBack      = 8 << 20
	mostFirst     = 20e-3
	leastRows     = 5e6
	hitsOfSegment = 10
)

// long measures the rows first and rate: an answer of ten hits a segment in Arrow, and the same of a job in this process, in turn.
func (l *lab) long(ctx context.Context) (rows []speed.Row, err error) {
	distance := l.distance * math.Sqrt(hitsOfSegment)
	b, err := job.OpenBase(ctx, job.Ask{Inputs: job.Inputs{Entries: []string{l.path}}, Machine: flyby.Options{Device: "cpu"}})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	var first, alone, rates []float64
	var late []float64
	hits := uint64(0)
	for i := range l.Turns + 1 {
		found, at, err := foundIn(ctx, b, distance)
		if err != nil {
			return nil, err
		}
		hits = found
		begun, rest, err := l.timedAnswer(ctx, distance)
		if err != nil {
			return nil, err
		}
		if i > 0 { // the first turn warms both up
			first, alone, late = append(first, begun), append(alone, at), append(late, begun-at)
			rates = append(rates, float64(hits)/rest)
		}
	}
	note := fmt.Sprintf("medians: the first byte %.3g ms, so much found %.3g ms", 1e3*results.Median(first), 1e3*results.Median(alone))
	return []speed.Row{
		{Name: "first", What: "the first byte of a long answer in Arrow, after 8 MiB of it are found", Hits: hits, Seconds: first, Claims: []speed.Claim{
			l.claim("beside what is found", "s", results.Median(late), mostFirst, 0, note)}},
		{Name: "rate", What: "its rows a second, from the first byte to the last", Hits: hits, Claims: []speed.Claim{
			l.claim("rows a second", "rows/s", results.Median(rates), 0, leastRows, "")}},
	}, nil
}

// noting is a writer that records when it has received as many bytes as a server holds back.
type noting struct {
	begun time.Time
	bytes int
	at    time.Duration // 0: not yet
}

func (n *noting) Write(p []byte) (int, error) {
	if n.bytes += len(p); n.bytes >= heldBack && n.at == 0 {
		n.at = time.Since(n.begun)
	}
	return len(p), nil
}

// foundIn returns the number of hits of a base's join, and the seconds until as many of their bytes were written as a server holds back. The
// ranges of this search and of the server's have one share of the work, and other lengths: the first range follows from the progress of a
// search that was given up.
func foundIn(ctx context.Context, b *job.Base, distance float64) (hits uint64, at float64, err error) {
	a := job.Request{Question: question.Question{Search: flyby.Search{Distance: distance}, Level: question.Hits}}
	a.Memory = b.Need(a) // as in a server
	n := &noting{begun: time.Now()}
	j, err := b.Job(ctx, a)
	if err != nil {
		return 0, 0, err
	}
	r, err := j.Run(ctx, job.Writer(n).As("arrow"))
	if n.at == 0 { // fewer bytes in all
		n.at = time.Since(n.begun)
	}
	return r.Rows, n.at.Seconds(), errors.Join(err, j.Close())
}

// timedAnswer returns the seconds until the first byte of the server's answer, and the further seconds of the rest.
func (l *lab) timedAnswer(ctx context.Context, distance float64) (first, rest float64, err error) {
	begun := time.Now()
	r, err := l.server.post(ctx, http.DefaultClient, "", nil, fmt.Sprint("level=hits&distance=", distance), asArrow)
	if err != nil {
		return 0, 0, err
	}
	var one [1]byte
	if r.StatusCode == http.StatusOK {
		_, err = io.ReadFull(r.Body, one[:])
	}
	at := time.Now()
	if r.StatusCode != http.StatusOK || err != nil {
		_, failed := whole(r)
		return 0, 0, errors.Join(err, failed)
	}
	_, err = io.Copy(io.Discard, r.Body)
	return at.Sub(begun).Seconds(), time.Since(at).Seconds(), errors.Join(err, r.Body.Close())
}
