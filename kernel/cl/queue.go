package cl

// Queue holds commands on their way to the device. They run in the order they were enqueued, unless it was created
// with OutOfOrder. A Queue belongs to one goroutine at a time.
type Queue struct {
	handle
	event uintptr   // where OpenCL stores a new event
	waits []uintptr // a wait list in C's form
}

// QueueProperties is a set of options of a queue.
type QueueProperties uint64

// The options of a queue.
const (
	OutOfOrder QueueProperties = 1 << 0 // commands wait for their wait lists only
	Profiling  QueueProperties = 1 << 1 // events know their times, see GetEventProfilingInfo
)

// CreateCommandQueue makes a queue for the context's device.
func (c *Context) CreateCommandQueue(p QueueProperties) (*Queue, error) {
	const call = "CreateCommandQueue"
	if err := c.usable(call); err != nil {
		return nil, err
	}
	var status int32
	id := c.lib.fn.CreateCommandQueue(c.id, c.device.id, uint64(p), &status)
	if err := created(call, c.on, id, status); err != nil {
		return nil, err
	}
	return &Queue{handle: newHandle(c.lib, id, "queue of "+c.on)}, nil
}

// Flush hands all enqueued commands to the device and returns at once.
func (q *Queue) Flush() error {
	const call = "Flush"
	if err := q.usable(call); err != nil {
		return err
	}
	return fail(call, q.on, q.lib.fn.Flush(q.id))
}

// Finish hands all enqueued commands to the device and returns when they are complete.
func (q *Queue) Finish() error {
	const call = "Finish"
	if err := q.usable(call); err != nil {
		return err
	}
	return fail(call, q.on, q.lib.fn.Finish(q.id))
}

// Release gives the queue back after its commands were handed to the device; nil is allowed.
func (q *Queue) Release() error {
	if q == nil {
		return nil
	}
	return q.release("ReleaseCommandQueue", q.lib.fn.ReleaseCommandQueue)
}
