package codec

import "context"

// A Filler is a Reader of a file whose columns stand apart, so that each can be decoded straight to where it belongs, in place of Next.
type Filler interface {
	// Check reports what is wrong where the file has not as many values in the wanted columns as it claims rows, before memory is allocated for them.
	Check(ctx context.Context) error
	// Fill decodes the wanted columns in parts, several at a time on goroutines. part returns what takes the rows of a part, in their order: first is
	// the first of them. Values are valid until take returns; Floats are in into, unless it is nil. The error is that of the first part by rows, then by columns.
	Fill(ctx context.Context, part func(column, first, rows int) (into []float64, take func(rows int, v *Values))) error
}
