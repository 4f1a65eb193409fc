package reading

import (
	"flyby/internal/infile"
	"flyby/internal/memory"
	"flyby/trajectory"
)

// Rename gives names to trajectories that a reader numbered from 1 on: number n gets names[n-1]. Ids
// are integers where the names of all trajectories with rows are integers.
func (p *Parsed) Rename(names []string) error {
	p.Attributes.Rename(names)
	numbers := p.IDs.Int // by the numbers of fileset.ReadRows
	if p.Columns.T != nil {
		numbers = p.Columns.ID.Int // by row
	}
	ints := integers(numbers, names)
	switch {
	case ints != nil:
		for i, number := range numbers {
			numbers[i] = ints[number-1]
		}
		return nil
	case p.Columns.T == nil:
		p.IDs = IDs{Name: make([]string, len(numbers))}
		for i, number := range numbers {
			p.IDs.Name[i] = names[number-1]
		}
		return nil
	}
	const code = 4
	if err := memory.Need("the ids of rows", memory.Of(len(numbers), code)); err != nil {
		return err
	}
	id := trajectory.IDColumn{Code: make([]uint32, len(numbers)), Name: names}
	for i, number := range numbers {
		id.Code[i] = uint32(number - 1)
	}
	p.Columns.ID = id
	return nil
}

// integers reads the names of the given numbers as integers. It returns nil where a name is no
// integer.
func integers(numbers []int64, names []string) []int64 {
	ints, all := make([]int64, len(names)), true
	last := int64(0)
	for _, number := range numbers {
		if number == last {
			continue
		}
		last = number
		v, ok := infile.ParseInt(names[number-1])
		ints[number-1], all = v, all && ok
	}
	if !all {
		return nil
	}
	return ints
}
