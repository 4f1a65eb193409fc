package serving

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"flyby"
	"flyby/evaluation/results"
	"flyby/evaluation/speed"
)

// queryStars is the number of stars that have about a thousand query segments: three have 1,200.
const queryStars = 3

// The target of a request: times the search alone, and seconds beside.
const (
	timesAlone    = 1.5
	secondsBeside = 1e-3
)

// query measures the row query: requests over a kept connection, and the same searches in this process, in turn.
func (l *lab) query(ctx context.Context) (rows []speed.Row, err error) {
	queries, path, err := l.queriesOf(0, queryStars, ".arrows")
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("serving: %w", err)
	}
	db, err := flyby.Open(ctx, l.entries, flyby.Options{Device: "cpu"})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
	defer client.CloseIdleConnections()
	hits := uint64(0)
	search := func() error {
		found, err := db.Hits(ctx, flyby.Search{Queries: queries, Distance: l.distance})
		if err == nil {
			hits = found.Stats().Hits
			found.Release()
		}
		return err
	}
	request := func() error {
		r, err := l.server.post(ctx, client, asArrow, text, fmt.Sprint("level=hits&distance=", l.distance), asArrow)
		if err == nil {
			_, err = whole(r)
		}
		return err
	}
	var asked, alone []float64
	for range (l.Requests + inTurn - 1) / inTurn {
		if alone, err = appendSeconds(alone, search); err == nil {
			asked, err = appendSeconds(asked, request)
		}
		if err != nil {
			return nil, err
		}
	}
	p, q := results.Median(asked), results.Median(alone)
	note := fmt.Sprintf("medians: a request %.3g ms, the search alone %.3g ms", 1e3*p, 1e3*q)
	c := l.claim("less 1 ms, beside the search alone", "x", (p-secondsBeside)/q, timesAlone, 0, note)
	return []speed.Row{{Name: "query", What: fmt.Sprintf("%d query segments over a kept connection, in Arrow as their hits are", queries.Segments()), Hits: hits, Seconds: asked, Claims: []speed.Claim{c}}}, nil
}

// inTurn is the number of searches, and then of requests, in a row, after a first one that does not count: it finds the caches as the
// other kind left them.
const inTurn = 20

// appendSeconds appends the seconds that do takes.
func appendSeconds(all []float64, do func() error) ([]float64, error) {
	for i := range inTurn + 1 {
		begun := time.Now()
		if err := do(); err != nil {
			return all, err
		}
		if i > 0 {
			all = append(all, time.Since(begun).Seconds())
		}
	}
	return all, nil
}
