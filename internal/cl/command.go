package cl

// command is one Enqueue call: its wait list, in C's form, and the event that it may fill.
type command struct {
	call  string
	queue *Queue
	event *Event   // the caller's; nil: none wanted
	waits uint32   // length of wait
	wait  *uintptr // nil when empty
	out   *uintptr // nil: no event
}

// command checks the queue and the wait list. The result serves one call.
func (q *Queue) command(call string, wait []*Event, event *Event) (command, error) {
	c := command{call: call, queue: q, event: event, waits: uint32(len(wait))}
	if err := q.usable(call); err != nil {
		return c, err
	}
	q.waits = q.waits[:0]
	for _, e := range wait {
		if err := e.usable(call + " wait list"); err != nil {
			return c, err
		}
		q.waits = append(q.waits, e.id)
	}
	if len(q.waits) > 0 {
		c.wait = &q.waits[0]
	}
	if event != nil {
		c.out = &q.event
	}
	return c, nil
}

// end stores the new event, or returns an error that names the call and the object on.
func (c *command) end(on string, status int32) error {
	if status != 0 || c.event == nil {
		return fail(c.call, on, status)
	}
	err := c.event.Release()
	*c.event = Event{newHandle(c.queue.lib, c.queue.event, on), c.call}
	return err
}
