package zonefile

import "context"

// Read reads files, in their order.
func Read(ctx context.Context, names []string, o Options) ([]File, error) {
	r, err := readAll(ctx, names, o)
	return r.files, err
}
