package formattest

import (
	"bufio"
	"context"
	"fmt"

	"flyby/internal/infile"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// Positions returns a format that flyby does not have: a line "id t x y" for each sample, packed or
// not. docs/add-a-format.md follows it.
func Positions() format.Format {
	return format.Format{
		Name: "positions", Extensions: []string{".pos"}, Packed: true, About: "id, time and place, a line each",
		Read: readPositions, Stores: true,
	}
}

func readPositions(_ context.Context, src *infile.Source, o *format.Options) (*format.Parsed, error) {
	p := &format.Parsed{Place: func(row int) format.Error { return format.Error{File: src.Name, Line: row + 1} }}
	var cause string
	if p.FileColumns, cause = o.Find([]string{"id", "t", "x", "y"}); cause != "" {
		return nil, &format.Error{File: src.Name, Line: 1, Cause: cause}
	}
	var names []string
	c := &p.Columns
	lines := bufio.NewScanner(src.Data)
	for lines.Scan() {
		p.Rows++
		var name string
		var t, x, y float64
		if _, err := fmt.Sscan(lines.Text(), &name, &t, &x, &y); err != nil {
			return nil, &format.Error{File: src.Name, Line: p.Rows, Cause: "not an id and three numbers", Err: err}
		}
		names = append(names, name)
		c.T, c.X, c.Y = append(c.T, t), append(c.X, x), append(c.Y, y)
	}
	if err := lines.Err(); err != nil {
		return nil, src.Broken(err)
	}
	c.ID = trajectory.Names(names)
	return p, nil
}
