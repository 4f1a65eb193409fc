package format

import (
	"fmt"
	"io"
	"math"
	"strconv"

	"flyby/internal/codec"
)

// castFloats returns the error of ids that are floats: the remedy, and the first row that is no integer. cause is why they do not serve.
func (r *batchReader) castFloats(column int, cause string) error {
	const cast = "ids are integers or text: cast them to BIGINT or VARCHAR"
	c := &r.columns[column]
	if c.Type == "" {
		return r.fail(cause)
	}
	r.codec.Want([]int{column}, nil)
	var b codec.Batch
	for {
		err := r.codec.Next(r.ctx, &b)
		if err == io.EOF {
			return r.fail(cause + ", though all values are integers: " + cast)
		}
		if err == nil {
			err = rest(&b)
		}
		if err != nil {
			return err
		}
		v := &b.Values[column]
		for row := range b.Rows {
			id := math.NaN()
			if !v.Nulls.Has(row) {
				id = v.Floats[row]
			}
			if id != math.Trunc(id) || math.IsInf(id, 0) {
				e := r.codec.Place(b.First + row)
				e.Column, e.Value, e.Cause = c.Name, strconv.FormatFloat(id, 'g', -1, 64), fmt.Sprintf("no integer, and type %s is not one that flyby reads here: %s", c.Type, cast)
				return &e
			}
		}
	}
}
