package asking

import (
	"fmt"

	"flyby/internal/cli"
	"flyby/question"
)

// A ref is the name of a field in the text of an error.
type ref string

// wrong returns the error of a field; text follows its name. An error among the arguments is its cause.
func wrong(field, text string, args ...any) error {
	e := &question.FieldError{Field: field}
	for _, arg := range args {
		if err, ok := arg.(error); ok && e.Cause == nil {
			e.Cause = err
		}
	}
	e.Text = func(name func(field string) string) string {
		said := make([]any, len(args))
		for i, arg := range args {
			switch of := arg.(type) {
			case ref:
				arg = name(string(of))
			case error:
				arg = cli.Message(of)
			}
			said[i] = arg
		}
		return fmt.Sprintf(text, said...)
	}
	return e
}
