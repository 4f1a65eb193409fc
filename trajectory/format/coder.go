package format

import (
	"slices"
	"strconv"
	"strings"
)

// A coder numbers the ids of a file in the order in which they come: integers as long as
// every one is, else names, with the numbers that they had as integers.
//
// Ids mostly come in one of two orders, and both are fast: the rows of a trajectory one after
// the other, or all objects in turn, over and over. After tells who came next the time before.
type coder struct {
	ints    []int64          // by number
	index   map[int64]uint32 // nil as long as new ids come in ascending order
	after   []uint32         // by number: the one that came next
	at      uint32           // the number that came last
	names   idSet            // of names only
	text    int              // bytes of names,
	counted int              // and how many they are
	codes   []uint32         // of the rows at hand
	local   []uint32         // numbers of a block's names
}

// len returns how many ids have numbers.
func (k *coder) len() int {
	if k.names.named {
		return len(k.names.names)
	}
	return len(k.ints)
}

// bytes returns what the ids take: an integer stands in a list, in after and perhaps in a map, a
// name in a list and a map beside its text.
func (k *coder) bytes() int {
	const integer, mapped, name = 8 + 4, 28, 16 + 52
	if k.names.named {
		return name*len(k.names.names) + k.text
	}
	if k.index != nil {
		return (integer + mapped) * len(k.ints)
	}
	return integer * len(k.ints)
}

// integers returns the numbers of integer ids, valid until the next call. They must not
// follow names.
func (k *coder) integers(ids []int64) []uint32 {
	k.codes = resized(k.codes, len(ids))
	for i, id := range ids {
		if i == 0 || id != ids[i-1] {
			k.at = k.integer(id)
		}
		k.codes[i] = k.at
	}
	return k.codes
}

// integer returns the number of an id.
func (k *coder) integer(id int64) uint32 {
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

// find returns the number of an id that has one. It makes the map where the id has none and comes
// after a greater one.
func (k *coder) find(id int64) (number uint32, known bool) {
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

// set returns the numbers of the ids of some rows, valid until the next call. From the first
// names on all are names; s may be changed.
func (k *coder) set(s *idSet) []uint32 {
	if !k.names.named && !s.named {
		return k.integers(s.ints)
	}
	k.name()
	s.name()
	k.local, k.codes = resized(k.local, len(s.names)), resized(k.codes, len(s.codes))
	for c, name := range s.names {
		number, known := k.names.index[name]
		if !known {
			number = k.addName(strings.Clone(name))
		}
		k.local[c] = number
	}
	for i, c := range s.codes {
		k.codes[i] = k.local[c]
	}
	return k.codes
}

// addName returns the number of a name, which is kept if it is new.
func (k *coder) addName(name string) uint32 {
	number := k.names.code(name)
	if n := len(k.names.names); n > k.counted {
		k.counted, k.text = n, k.text+len(name)
	}
	return number
}

// name makes names of integers, which are the canonical text that the file held.
func (k *coder) name() {
	if k.names.named {
		return
	}
	k.names.ints = k.ints
	k.names.name()
	k.names.ints, k.names.codes = nil, nil
	for _, name := range k.names.names {
		k.text += len(name)
	}
	k.counted = len(k.names.names)
	k.ints, k.index, k.after = nil, nil, nil
}

// ids returns all ids by number.
func (k *coder) ids() IDs {
	if k.names.named {
		return IDs{Name: slices.Clip(k.names.names)}
	}
	return IDs{Int: slices.Clip(k.ints)}
}

// known returns the ids so far by number. It is valid until the next id comes.
func (k *coder) known() IDs {
	if k.names.named {
		return IDs{Name: k.names.names}
	}
	return IDs{Int: k.ints}
}

// numberOf returns the number of an id of another coder. From the first name on all are names.
func (k *coder) numberOf(ids IDs, number uint32) uint32 {
	if !k.names.named && ids.Name == nil {
		k.at = k.integer(ids.Int[number])
		return k.at
	}
	k.name()
	return k.addName(ids.text(number))
}

// text returns an id as the file has it.
func (ids IDs) text(number uint32) string {
	if ids.Name != nil {
		return ids.Name[number]
	}
	return strconv.FormatInt(ids.Int[number], 10)
}
