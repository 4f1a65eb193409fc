package cl

// Queue holds commands for the device. They run in the order in which they were enqueued, unless the queue was created
// with OutOfOrder. A Queue belongs to one goroutine at a time.
type Queue struct {
	handle
	event uintptr   // OpenCL stores a new event here
	waits []uintptr // a wait list in C's form
}

// QueueProperties is a set of options of a queue.
type QueueProperties uint64

// The options of a queue.
const (
	OutOfOrder QueueProperties = 1 << 0 // commands wait for their wait lists only
	Profiling  QueueProperties = 1 << 1 // events record their times, see GetEventProfilingInfo
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

// Flush submits all enqueued commands to the device and returns at once.
func (q *Queue) Flush() error {
	const call = "Flush"
	if err := q.usable(call); err != nil {
		return err
	}
	return fail(call, q.on, q.lib.fn.Flush(q.id))
}

// Finish submits all enqueued commands to the device and returns when they are complete.
func (q *Queue) Finish() error {
	const call = "Finish"
	if err := q.usable(call); err != nil {
		return err
	}
	return fail(call, q.on, q.lib.fn.Finish(q.id))
}

// Release submits the queue's commands to the device and releases the queue; nil is allowed.
func (q *Queue) Release() error {
	if q == nil {
		return nil
	}
	return q.release("ReleaseCommandQueue", q.lib.fn.ReleaseCommandQueue)
}
