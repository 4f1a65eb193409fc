package memory

import "context"

// outgrownKey is the key of a context in which data are taken to outgrow memory.
type outgrownKey struct{}

// WithOutgrown returns a context in which jobs take files to outgrow memory, however small they are: for tests.
func WithOutgrown(ctx context.Context) context.Context {
	return context.WithValue(ctx, outgrownKey{}, true)
}

// IsOutgrown reports whether a context is of WithOutgrown.
func IsOutgrown(ctx context.Context) bool { return ctx.Value(outgrownKey{}) != nil }
