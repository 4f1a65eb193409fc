// Package cl is a thin binding to the system's OpenCL library, which it opens at run time: programs that import
// it build without headers, without a C compiler and with CGO_ENABLED=0, and start where no OpenCL is installed.
//
// Methods keep the names of the OpenCL functions they call, without the cl prefix, and the order of their
// parameters. OpenCL 1.2 is enough. Only what flyby needs is bound: buffers, programs, kernels, events; one device
// a context.
//
// # Errors
//
// Every status that OpenCL returns comes back as an [*Error] that names the function, the object with the name it
// was created under, and the status as the OpenCL specification spells it. [IsAllocation], [IsNoDevice] and
// [IsBuildFailure] sort errors by what a caller can do about them; errors.Is with a [Status] finds one status.
//
// # Lifetime
//
// The object that a Create method returns is released by its Release method. A second Release does nothing and
// returns nil; any other use of a released object is an error wrapping [ErrReleased]. OpenCL keeps objects that
// enqueued commands need until the commands end, so objects may be released while commands run. [Library.Live]
// counts objects that are not released.
//
// # Goroutines
//
// A [Queue] and a [Kernel] belong to one goroutine at a time: they hold scratch space, so that a launch costs as
// little as it can. All other objects may be shared, as long as no goroutine releases an object that another uses.
//
// # Go memory and commands that do not block
//
// A blocking read or write uses the caller's slice during the call only. With [NonBlocking] the device reads or
// writes the slice until the command's event is complete. Until then its memory must be left alone and must stay
// where it is: pin it with a [runtime.Pinner] before the call, unpin it after [WaitForEvents] or [Queue.Finish].
//
//	var pin runtime.Pinner
//	pin.Pin(&rows[0])
//	defer pin.Unpin() // runs after Finish below
//	err := queue.EnqueueReadBuffer(hits, cl.NonBlocking, 0, cl.Bytes(rows), nil, nil)
//	...
//	err = queue.Finish()
//
// Slices of memory that OpenCL owns ([Queue.EnqueueMapBuffer]) need no pin, and transfers to and from buffers made
// with [AllocHostPtr] are faster.
//
// # Build tags
//
// With -tags cldebug every OpenCL call is logged to standard error with its arguments, its result and its duration.
package cl
