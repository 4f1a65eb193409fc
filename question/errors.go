package question

// A FieldError says what is wrong with a field. Names of fields in its text are written as the reader of the error knows them: see Say.
type FieldError struct {
	Field string                                      // the name of the field: "merge-gap"
	Text  func(name func(field string) string) string // behind the name; name writes the names of other fields
	Cause error                                       // nil where there is none
}

// Error returns the error with the names of fields as they are.
func (e *FieldError) Error() string {
	return "question: " + e.Say(func(field string) string { return field })
}

// Say returns the error, with the names of fields as name writes them: --merge-gap.
func (e *FieldError) Say(name func(field string) string) string {
	return name(e.Field) + e.Text(name)
}

// Unwrap returns the cause.
func (e *FieldError) Unwrap() error { return e.Cause }
