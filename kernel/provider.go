package kernel

import "log/slog"

// Provider lists the devices of one kind of library, and opens drivers for them. To join points is an ability: see pointjoin.Provider.
type Provider interface {
	// Name is the word for the provider in selectors. It has no colon, and is not "auto"
	// or "gpu".
	Name() string
	// List describes the devices here, in an order that stays. The selector of each is
	// Name, a colon and a number of up to nine digits; that of the host's cores is
	// HostName alone. Devices that can be used are returned beside an error over others.
	List() ([]Device, error)
	// Open opens a device that List returned.
	Open(d Device, o OpenOptions) (Driver, error)
}

// OpenOptions is what every driver is told as it is opened.
type OpenOptions struct {
	// Threads bounds the cores of the host in use: 0 means all.
	Threads int
	// Memory bounds the bytes of the host's memory that buffers take which grow with what
	// searches find: those of a device that has no memory of its own, and pinned ones. A
	// driver keeps what a single pair of boxes needs all the same. 0: no bound.
	Memory uint64
	// Logger receives what was built and allocated; nil discards it.
	Logger *slog.Logger
}
