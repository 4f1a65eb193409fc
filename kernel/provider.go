package kernel

import "log/slog"

// Provider lists the devices of one kind of library, and opens drivers for them. To join points is an ability: see pointjoin.Provider.
type Provider interface {
	// Name is the word for the provider in selectors. It has no colon, and is not "auto"
	// or "gpu".
	Name() string
	// List describes the devices here, in an order that stays. The selector of each is
	// Name, a colon and a number of up to nine digits; the selector of the host's cores is
	// HostName alone. Devices that can be used are returned even with an error about others.
	List() ([]Device, error)
	// Open opens a device that List returned.
	Open(d Device, o OpenOptions) (Driver, error)
}

// OpenOptions are the options with which every driver is opened.
type OpenOptions struct {
	// Threads bounds the cores of the host in use: 0 means all.
	Threads int
	// Memory bounds the bytes of the host's memory in buffers that grow with the hits of
	// searches: buffers of a device that has no memory of its own, and pinned buffers. A
	// driver keeps the memory that a single pair of boxes needs even so. 0: no bound.
	Memory uint64
	// Logger receives messages about programs built and memory allocated; nil discards them.
	Logger *slog.Logger
}
