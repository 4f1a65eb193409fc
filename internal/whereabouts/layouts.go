package whereabouts

import (
	"encoding/binary"
	"math"

	"flyby/internal/runs"
)

// momentLayout is how a moment lies in a file: its time, then its trajectory.
func momentLayout() runs.Layout[moment] {
	return runs.Layout[moment]{
		Width: 8 + 4,
		Encode: func(m *moment, to []byte) {
			putFloats(to, m.t)
			binary.LittleEndian.PutUint32(to[8:], m.traj)
		},
		Decode: func(m *moment, from []byte) {
			getFloats(from, &m.t)
			m.traj = binary.LittleEndian.Uint32(from[8:])
		},
	}
}

// placeLayout is how a position lies in a file.
func placeLayout() runs.Layout[[3]float64] {
	return runs.Layout[[3]float64]{
		Width:  3 * 8,
		Encode: func(p *[3]float64, to []byte) { putFloats(to, p[:]...) },
		Decode: func(p *[3]float64, from []byte) { getFloats(from, &p[0], &p[1], &p[2]) },
	}
}

// journeyLayout is how a journey lies in a file: its times, what it has travelled, its row, its trajectory.
func journeyLayout() runs.Layout[journey] {
	return runs.Layout[journey]{
		Width: 4*8 + 8 + 4,
		Encode: func(j *journey, to []byte) {
			putFloats(to, j.from, j.to, j.so.Path, j.so.Duration)
			binary.LittleEndian.PutUint64(to[32:], j.row)
			binary.LittleEndian.PutUint32(to[40:], j.traj)
		},
		Decode: func(j *journey, from []byte) {
			getFloats(from, &j.from, &j.to, &j.so.Path, &j.so.Duration)
			j.row, j.traj = binary.LittleEndian.Uint64(from[32:]), binary.LittleEndian.Uint32(from[40:])
		},
	}
}

// speedLayout is how a speed lies in a file.
func speedLayout() runs.Layout[float64] {
	return runs.Layout[float64]{
		Width:  8,
		Encode: func(v *float64, to []byte) { putFloats(to, *v) },
		Decode: func(v *float64, from []byte) { getFloats(from, v) },
	}
}

func putFloats(to []byte, all ...float64) {
	for i, v := range all {
		binary.LittleEndian.PutUint64(to[8*i:], math.Float64bits(v))
	}
}

func getFloats(from []byte, all ...*float64) {
	for i, v := range all {
		*v = math.Float64frombits(binary.LittleEndian.Uint64(from[8*i:]))
	}
}
