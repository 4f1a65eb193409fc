package asking

import (
	"encoding/csv"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"flyby/internal/cli"
	"flyby/internal/decimal"
	measure "flyby/internal/unit"
	"flyby/question"
	"flyby/trajectory/format"
)

// Values of types that package question alone knows.
type (
	// bound is V or <V.
	bound struct {
		measure.Quantity
		strict bool
	}
	// word is a word in place of quantities: NoCurve, AutoEps.
	word        string
	answerUnits struct{ format.AnswerUnits }
)

// String returns the bound as it was typed, without blanks behind the <.
func (b bound) String() string {
	if b.strict {
		return "<" + b.Quantity.String()
	}
	return b.Quantity.String()
}

// parse reads the value of a field. The error does not name the field.
func (f *Field) parse(text string) (any, error) {
	if slices.Contains(f.instead(), text) {
		return word(text), nil
	}
	switch f.Type {
	case Quantity:
		q, err := measure.Parse(text, f.Dimension)
		if _, endless := strconv.ParseFloat(text, 64); err != nil && endless == nil && f.endless != "" {
			err = fmt.Errorf("%w: %s", err, f.endless)
		}
		return q, err
	case Quantities:
		return f.parseQuantities(text)
	case Bound:
		q, strict, err := measure.ParseBound(text, f.Dimension)
		return bound{q, strict}, err
	case Number:
		v, err := decimal.Parse(text)
		if inner := errors.Unwrap(err); inner != nil {
			err = inner
		}
		return v, err
	case Whole:
		return cli.ParseWhole(text)
	case Natural:
		return cli.ParseNatural(text)
	case Wholes:
		return parseWholes(text)
	case Switch:
		on, err := strconv.ParseBool(text)
		if err != nil {
			err = errors.New("must be true or false")
		}
		return on, err
	case Word:
		if all := f.Words(); !slices.Contains(all, text) {
			return nil, errors.New(cli.OneOf(text, all))
		}
		return text, nil
	case Names:
		return parseNames(text)
	case AnswerUnitNames:
		u, err := format.ParseAnswerUnits(text)
		return answerUnits{u}, err
	case UnitNames:
		return parseUnits(text, f.is(question.Searches))
	}
	return text, nil // checked once all is said: conditions, columns and instants hang on other fields, or name themselves
}

// parseQuantities reads quantities with commas between.
func (f *Field) parseQuantities(text string) (any, error) {
	var all []measure.Quantity
	for part := range strings.SplitSeq(text, ",") {
		q, err := measure.Parse(part, f.Dimension)
		if err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, nil
}

// parseWholes reads whole numbers of 1 or more with commas between.
func parseWholes(text string) (all []int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseUint(part, 10, 32)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return nil, errors.New("is too large")
		case err != nil:
			return nil, errors.New("not a whole number")
		case n == 0:
			return nil, errors.New("is too small")
		}
		all = append(all, int(n))
	}
	return all, nil
}

// parseNames reads names with commas between; a name with a comma in it stands in double quotes.
func parseNames(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	return csv.NewReader(strings.NewReader(text)).Read()
}

// quantities calls a function with each quantity of a saying.
func (s *saying) quantities(do func(measure.Quantity)) {
	switch v := s.value.(type) {
	case measure.Quantity:
		do(v)
	case bound:
		do(v.Quantity)
	case []measure.Quantity:
		for _, q := range v {
			do(q)
		}
	}
}

// plainNumber returns the number of a quantity without its unit.
func plainNumber(q measure.Quantity) (float64, error) { return q.Plain(), nil }

// isWord reports whether the value is a word in place of quantities.
func (s *saying) isWord() bool {
	_, is := s.value.(word)
	return is
}

// keep keeps a value in its slot, and does what else follows from it. in converts quantities, at instants; an instant is left out where at is nil.
func (s *saying) keep(to *slots, in func(measure.Quantity) (float64, error), at func(text string) (float64, error)) (err error) {
	slot := s.slot(to)
	if s.hook != nil {
		defer func() { s.hook(to, *s) }()
	}
	switch v := s.value.(type) {
	case measure.Quantity:
		if number, is := slot.(*float64); is {
			*number, err = in(v)
		} else {
			err = keepPointer(slot.(**float64), v, in)
		}
	case bound:
		err = keepPointer(slot.(**float64), v.Quantity, in)
	case []measure.Quantity:
		for _, q := range v {
			eps, err := in(q)
			if err != nil {
				return err
			}
			*slot.(*[]float64) = append(*slot.(*[]float64), eps)
		}
	case word:
		reflect.ValueOf(slot).Elem().SetZero()
	case units:
		to.keepUnits(v)
	case answerUnits:
		*slot.(*format.AnswerUnits) = v.AnswerUnits
	case []string:
		*slot.(*[]string) = append(*slot.(*[]string), v...)
	case []int:
		*slot.(*[]int) = append(*slot.(*[]int), v...)
	case string:
		err = s.keepText(to, slot, v, at)
	default:
		reflect.ValueOf(slot).Elem().Set(reflect.ValueOf(v))
	}
	return err
}

// keepPointer keeps a quantity behind a pointer.
func keepPointer(slot **float64, q measure.Quantity, in func(measure.Quantity) (float64, error)) error {
	v, err := in(q)
	*slot = &v
	return err
}
