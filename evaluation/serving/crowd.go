package serving

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"flyby/evaluation/speed"
	"flyby/question"
)

// A crowd asks crowdQuestions questions; memory is flat where it grows by no more than mostGrowth once it has
// settled.
const (
	crowdQuestions = 8
	mostGrowth     = 1.1
	settlingPart   = 6 // of the time: ten seconds of a minute
	samplesEach    = 50 * time.Millisecond
)

// demand is a request of a client, and the command's answer to it.
type demand struct {
	text []byte
	what string
	want [sha256.Size]byte
}

// crowd measures the row crowd: clients at once, each of whose answers must equal the command's output.
func (l *lab) crowd(ctx context.Context) ([]speed.Row, error) {
	all, err := l.questions(ctx)
	if err != nil {
		return nil, err
	}
	watch := newWatch(l.server, l.Lasting)
	done, busy, err := l.ask(ctx, all)
	early, late := watch.end()
	if err != nil {
		return nil, err
	}
	note := fmt.Sprintf("%d answers, %d told to come again; at most %.0f MiB, before that %.0f MiB", done, busy, float64(late)/(1<<20), float64(early)/(1<<20))
	growth := l.claim("memory after ten seconds beside before", "x", float64(late)/float64(max(early, 1)), mostGrowth, 0, note)
	if early == 0 {
		growth = speed.Claim{What: growth.What, Unit: growth.Unit, Unknown: true, Note: "this system does not tell what a process holds"}
	}
	rate := l.claim("answers a second", "1/s", float64(done)/l.Lasting.Seconds(), 0, 0, "")
	return []speed.Row{{Name: "crowd", What: fmt.Sprintf("%d clients at once for %v, every answer the command's bytes", l.Clients, l.Lasting), Peak: late, Claims: []speed.Claim{growth, rate}}}, nil
}

// questions returns searches of all levels with other queries each.
func (l *lab) questions(ctx context.Context) (all []demand, err error) {
	for i := range crowdQuestions {
		_, path, err := l.queriesOf(7*i, 1+i, ".csv")
		if err != nil {
			return nil, err
		}
		q := demand{}
		if q.text, err = os.ReadFile(path); err != nil {
			return nil, fmt.Errorf("serving: %w", err)
		}
		level, distance := question.Joins.Levels()[i%len(question.Joins.Levels())], fmt.Sprint(l.distance)
		out, err := l.answer(ctx, "search", "--entries", l.path, "--queries", path, "--distance", distance, "--level", string(level), "--device", "cpu", "--out", "-", "--quiet")
		if err != nil {
			return nil, err
		}
		q.what, q.want = fmt.Sprintf("level=%s&distance=%s", level, distance), sha256.Sum256(out)
		all = append(all, q)
	}
	return all, nil
}

// ask lets clients ask for as long as the options say, and returns the number of answers and of requests that
// were told to come again.
func (l *lab) ask(ctx context.Context, all []demand) (done, busy uint64, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	end := time.Now().Add(l.Lasting)
	var answered, refused atomic.Uint64
	var clients sync.WaitGroup
	for i := range l.Clients {
		clients.Go(func() {
			client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}}
			defer client.CloseIdleConnections()
			for k := i; time.Now().Before(end); k++ {
				again, err := l.askOne(ctx, client, all[k%len(all)])
				switch {
				case err != nil:
					cancel(err)
					return
				case again:
					refused.Add(1)
				default:
					answered.Add(1)
				}
			}
		})
	}
	clients.Wait()
	return answered.Load(), refused.Load(), context.Cause(ctx)
}

// askOne asks a question. again says that the server was too busy.
func (l *lab) askOne(ctx context.Context, client *http.Client, q demand) (again bool, err error) {
	r, err := l.server.post(ctx, client, asCSV, q.text, q.what, asCSV)
	if err != nil {
		return false, err
	}
	if r.StatusCode == http.StatusTooManyRequests {
		var text bytes.Buffer
		_, err := text.ReadFrom(r.Body)
		return true, errors.Join(err, r.Body.Close())
	}
	text, err := whole(r)
	if err == nil && sha256.Sum256(text) != q.want {
		err = fmt.Errorf("serving: %s: %d bytes that are not the command's", q.what, len(text))
	}
	return false, err
}

// watch samples the memory of a server.
type watch struct {
	stop        chan struct{}
	over        sync.WaitGroup
	early, late uint64 // the most until it has settled, and the most after that
}

// newWatch starts to sample.
func newWatch(s *server, lasting time.Duration) *watch {
	w := &watch{stop: make(chan struct{})}
	settled := time.Now().Add(lasting / settlingPart)
	w.over.Go(func() {
		tick := time.NewTicker(samplesEach)
		defer tick.Stop()
		for {
			if held := s.resident(); time.Now().Before(settled) {
				w.early = max(w.early, held)
			} else {
				w.late = max(w.late, held)
			}
			select {
			case <-tick.C:
			case <-w.stop:
				return
			}
		}
	})
	return w
}

// end stops and returns the most memory until the server had settled and after.
func (w *watch) end() (early, late uint64) {
	close(w.stop)
	w.over.Wait()
	return w.early, w.late
}
