package question

import (
	"fmt"

	"flyby/internal/cli"
)

// A FieldError says what is wrong with a field. Names of fields in its text are written as the reader of the error knows them: see Say.
type FieldError struct {
	Field string // the name of the field: "merge-gap"

	text string // behind the name, as fmt formats it
	args []any
}

// A ref is the name of a field in the text of an error.
type ref string

// wrong returns the error of a field; text follows its name.
func wrong(field, text string, args ...any) error { return &FieldError{field, text, args} }

// Error returns the error with the names of fields as they are.
func (e *FieldError) Error() string {
	return "question: " + e.Say(func(field string) string { return field })
}

// Say returns the error, with the names of fields as name writes them: --merge-gap.
func (e *FieldError) Say(name func(field string) string) string {
	args := make([]any, len(e.args))
	for i, arg := range e.args {
		switch of := arg.(type) {
		case ref:
			arg = name(string(of))
		case error:
			arg = cli.Message(of)
		}
		args[i] = arg
	}
	return name(e.Field) + fmt.Sprintf(e.text, args...)
}

// Unwrap returns the cause among the arguments of the text, nil if there is none.
func (e *FieldError) Unwrap() error {
	for _, arg := range e.args {
		if err, ok := arg.(error); ok {
			return err
		}
	}
	return nil
}
