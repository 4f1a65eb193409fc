package job

import (
	"context"
	"errors"
	"io"

	"flyby"
	"flyby/trajectory/input"
)

// A Base is a data set that stays read, with its index and its devices, for one search after another. Its methods may be called from several goroutines.
type Base struct {
	ask Ask
}

// OpenBase reads the entries of an ask and indexes them. How files are read, methods, devices, threads, memory and Tmp are looked at, and what is asked of the data is not. Data that do not
// lie in Memory are refused with a *flyby.MemoryError that says how much would do. The caller closes the base.
func OpenBase(ctx context.Context, a Ask) (*Base, error) {
	return nil, errors.New("job: open base: in work")
}

// Job is a job of the base: of a join, or of a search with Ask.QueryData, which are read within Ask.Memory, the share of this job, and refused with an error that is flyby.ErrMemory where they do not fit it.
// Entries, methods, devices and how files are read are the base's. The job is for one goroutine, and closing it leaves the base.
func (b *Base) Job(ctx context.Context, a Ask) (*Job, error) {
	return nil, errors.New("job: base: in work")
}

// Queries keeps what a reader has, as a file of a format in Tmp that has no name, for Ask.QueryData of jobs of the base. The caller closes the data. Format is one of format.Words ("csv", "ndjson", "arrow", "parquet");
// "" is CSV.
func (b *Base) Queries(ctx context.Context, body io.Reader, format string) (*input.Data, error) {
	return nil, errors.New("job: base: in work")
}

// Need is how many bytes of memory a job takes beside the base, with its queries, about and at most: with as many it is answered, range by range of its queries where rows outgrow them.
func (b *Base) Need(a Ask) uint64 { return 0 }

// Data is the data set as it was read. Its Bytes are with the index.
func (b *Base) Data() Data { return Data{} }

// Runs says how searches of the base run: by a method, on a device.
func (b *Base) Runs() (flyby.Method, string) { return "", "" }

// Close frees what the base holds, once all of its jobs are closed. A second call does nothing.
func (b *Base) Close() error { return nil }
