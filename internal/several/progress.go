package several

import "sync"

// progress adds up the work that the devices have done and reports it: never twice
// at once, and never less than before.
type progress struct {
	lock     sync.Mutex
	report   func(done, total float64) // nil: progress is not reported
	ended    float64                   // share of the work in jobs that are done
	running  []float64                 // share of the work done in each device's current jobs
	reported float64                   // share of the work reported last
}

func newProgress(report func(done, total float64), devices int) *progress {
	return &progress{report: report, running: make([]float64, devices)}
}

// end records that a device is done with its current jobs: with a share of the work,
// or with 0 where they are to be done again.
func (p *progress) end(device int, share float64) {
	if p.report != nil {
		p.set(device, 0, share)
	}
}

func (p *progress) set(device int, running, ended float64) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.running[device] = running
	p.ended += ended
	sum := p.ended
	for _, r := range p.running {
		sum += r
	}
	if sum = min(sum, 1); sum > p.reported {
		p.reported = sum
		p.report(sum, 1)
	}
}
