package several

import "sync"

// progress adds up what the devices have done, and tells it: never twice at
// once, and never less than before.
type progress struct {
	lock    sync.Mutex
	tell    func(done, total float64) // nil: nobody listens
	ended   float64                   // share of the work that is done
	running []float64                 // share that each device has done of its jobs
	told    float64
}

func newProgress(tell func(done, total float64), devices int) *progress {
	return &progress{tell: tell, running: make([]float64, devices)}
}

// end says that a device is done with its jobs: with a share of the work, or
// with nothing where they are to be done again.
func (p *progress) end(device int, share float64) {
	if p.tell != nil {
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
	if sum = min(sum, 1); sum > p.told {
		p.told = sum
		p.tell(sum, 1)
	}
}
