package runs

import (
	"errors"
	"fmt"
	"io"
)

// ErrDamaged is the target of errors.Is for a file that is not as it was written.
var ErrDamaged = errors.New("runs: damaged file")

// fault describes wrong bytes that were read.
type fault string

func (f fault) Error() string { return string(f) }

const (
	errCut   = fault("it is cut short")
	errSum   = fault("its checksum is another")
	errMagic = fault("it is no run file")
	errOther = fault("it is another run")
)

// damageError says which part of a file is damaged.
type damageError struct{ text string }

func (e *damageError) Error() string { return e.text }

// Is reports whether target is ErrDamaged.
func (e *damageError) Is(target error) bool { return target == ErrDamaged }

// blockError returns the error of a block, named by its number and its first byte in a file, that cannot be read for a cause;
// nil: its checksum differs. The error is an ErrDamaged where the checksum differs, and where the file ends too soon.
func blockError(name string, number uint64, at int64, cause error) error {
	return partError(name, fmt.Sprintf("block %d at byte %d", number, at), cause)
}

// partError returns the error of a part of a file.
func partError(name, part string, cause error) error {
	switch {
	case cause == nil:
		cause = errSum
	case errors.Is(cause, io.EOF) || errors.Is(cause, io.ErrUnexpectedEOF):
		cause = errCut
	}
	if _, ok := cause.(fault); ok {
		return &damageError{fmt.Sprintf("runs: %s: %s: %v", name, part, cause)}
	}
	return fmt.Errorf("runs: %s: %s: %w", name, part, cause)
}
