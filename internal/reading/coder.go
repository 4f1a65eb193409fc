package reading

import (
	"slices"
	"strconv"
	"strings"

	"flyby/internal/infile"
)

// A Coder numbers the ids of a file in the order in which they come. Ids are integers as long as
// every id is an integer, otherwise names, with the numbers that they had as integers.
//
// Ids mostly come in one of two orders, and both are fast: the rows of a trajectory one after
// the other, or all objects in turn, over and over: after has the id that came next the last time.
type Coder struct {
	ints    []int64          // by number
	index   map[int64]uint32 // nil as long as new ids come in ascending order
	after   []uint32         // by number: the number that came next
	at      uint32           // the number that came last
	Names   IDSet            // of names only
	text    int              // bytes of the first counted names
	counted int              // names whose bytes are in text
	codes   []uint32         // of the rows at hand
	local   []uint32         // numbers of a block's names
}

// Len returns the number of ids.
func (k *Coder) Len() int {
	if k.Names.named {
		return len(k.Names.Names)
	}
	return len(k.ints)
}

// Bytes returns the memory of the ids: an integer stands in a list, in after and perhaps in a map, a
// name in a list and a map, besides its text.
func (k *Coder) Bytes() int {
	const integer, mapped, name = 8 + 4, 28, 16 + 52
	if k.Names.named {
		return name*len(k.Names.Names) + k.text
	}
	if k.index != nil {
		return (integer + mapped) * len(k.ints)
	}
	return integer * len(k.ints)
}

// Integers returns the numbers of integer ids, valid until the next call. They must not
// follow names.
func (k *Coder) Integers(ids []int64) []uint32 {
	k.codes = infile.Resized(k.codes, len(ids))
	for i, id := range ids {
		if i == 0 || id != ids[i-1] {
			k.at = k.integer(id)
		}
		k.codes[i] = k.at
	}
	return k.codes
}

// integer returns the number of an id.
func (k *Coder) integer(id int64) uint32 {
	if len(k.ints) > 0 {
		if next := k.after[k.at]; k.ints[next] == id {
			return next
		}
	}
	number, known := k.find(id)
	if !known {
		number = uint32(len(k.ints))
		if k.index != nil {
			k.index[id] = number
		}
		k.ints, k.after = append(k.ints, id), append(k.after, number)
	}
	k.after[k.at] = number
	return number
}

// find returns the number of an id that has a number. It makes the map where the id has no number
// and comes after a greater id.
func (k *Coder) find(id int64) (number uint32, known bool) {
	if k.index != nil {
		number, known = k.index[id]
		return number, known
	}
	if n := len(k.ints); n == 0 || id > k.ints[n-1] {
		return 0, false
	}
	at, known := slices.BinarySearch(k.ints, id)
	if known {
		return uint32(at), true
	}
	k.index = make(map[int64]uint32, len(k.ints))
	for number, id := range k.ints {
		k.index[id] = uint32(number)
	}
	return 0, false
}

// set returns the numbers of the ids of the given rows, valid until the next call. From the first
// names on all are names; s may be changed.
func (k *Coder) set(s *IDSet) []uint32 {
	if !k.Names.named && !s.named {
		return k.Integers(s.ints)
	}
	k.Name()
	s.Name()
	k.local, k.codes = infile.Resized(k.local, len(s.Names)), infile.Resized(k.codes, len(s.codes))
	for c, name := range s.Names {
		number, known := k.Names.Index[name]
		if !known {
			number = k.AddName(strings.Clone(name))
		}
		k.local[c] = number
	}
	for i, c := range s.codes {
		k.codes[i] = k.local[c]
	}
	return k.codes
}

// AddName returns the number of a name, which is kept if it is new.
func (k *Coder) AddName(name string) uint32 {
	number := k.Names.Code(name)
	if n := len(k.Names.Names); n > k.counted {
		k.counted, k.text = n, k.text+len(name)
	}
	return number
}

// Name turns integer ids into names, the canonical text that the file held.
func (k *Coder) Name() {
	if k.Names.named {
		return
	}
	k.Names.ints = k.ints
	k.Names.Name()
	k.Names.ints, k.Names.codes = nil, nil
	for _, name := range k.Names.Names {
		k.text += len(name)
	}
	k.counted = len(k.Names.Names)
	k.ints, k.index, k.after = nil, nil, nil
}

// IDs returns all ids by number.
func (k *Coder) IDs() IDs {
	if k.Names.named {
		return IDs{Name: slices.Clip(k.Names.Names)}
	}
	return IDs{Int: slices.Clip(k.ints)}
}

// Known returns the ids so far by number. It is valid until the next id comes.
func (k *Coder) Known() IDs {
	if k.Names.named {
		return IDs{Name: k.Names.Names}
	}
	return IDs{Int: k.ints}
}

// NumberOf returns the number of an id of another coder. From the first name on all are names.
func (k *Coder) NumberOf(ids IDs, number uint32) uint32 {
	if !k.Names.named && ids.Name == nil {
		k.at = k.integer(ids.Int[number])
		return k.at
	}
	k.Name()
	return k.AddName(ids.Text(number))
}

// Text returns an id as the file has it.
func (ids IDs) Text(number uint32) string {
	if ids.Name != nil {
		return ids.Name[number]
	}
	return strconv.FormatInt(ids.Int[number], 10)
}
