package whereabouts

import (
	"encoding/binary"
	"math"

	"flyby/internal/runs"
)

// momentLayout encodes a moment: its time, then its trajectory.
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

// placeLayout encodes a position.
func placeLayout() runs.Layout[[3]float64] {
	return runs.Layout[[3]float64]{
		Width:  3 * 8,
		Encode: func(p *[3]float64, to []byte) { putFloats(to, p[:]...) },
		Decode: func(p *[3]float64, from []byte) { getFloats(from, &p[0], &p[1], &p[2]) },
	}
}

// journeyLayout encodes a journey: its times, the distance and time travelled, its row, its trajectory.
func journeyLayout() runs.Layout[journey] {
	return runs.Layout[journey]{
		Width: 4*8 + 8 + 4,
		Encode: func(j *journey, to []byte) {
			putFloats(to, j.from, j.to, j.travelled.Path, j.travelled.Duration)
			binary.LittleEndian.PutUint64(to[32:], j.row)
			binary.LittleEndian.PutUint32(to[40:], j.traj)
		},
		Decode: func(j *journey, from []byte) {
			getFloats(from, &j.from, &j.to, &j.travelled.Path, &j.travelled.Duration)
			j.row, j.traj = binary.LittleEndian.Uint64(from[32:]), binary.LittleEndian.Uint32(from[40:])
		},
	}
}

// speedLayout encodes a speed.
func speedLayout() runs.Layout[float64] {
	return runs.Layout[float64]{
		Width:  8,
		Encode: func(v *float64, to []byte) { putFloats(to, *v) },
		Decode: func(v *float64, from []byte) { getFloats(from, v) },
	}
}

// stayLayout encodes a stay: its times, then its trajectory.
func stayLayout() runs.Layout[stay] {
	return runs.Layout[stay]{
		Width: 2*8 + 4,
		Encode: func(s *stay, to []byte) {
			putFloats(to, s.from, s.to)
			binary.LittleEndian.PutUint32(to[16:], s.traj)
		},
		Decode: func(s *stay, from []byte) {
			getFloats(from, &s.from, &s.to)
			s.traj = binary.LittleEndian.Uint32(from[16:])
		},
	}
}

// waypointWidth is the number of bytes of a waypoint.
const waypointWidth = 4*8 + 1

// waypointLayout encodes a waypoint: its position, its height, whether it begins a line.
func waypointLayout() runs.Layout[waypoint] {
	return runs.Layout[waypoint]{
		Width: waypointWidth,
		Encode: func(p *waypoint, to []byte) {
			putFloats(to, p.at.X, p.at.Y, p.at.Z, p.at.H)
			to[32] = bit(p.begins)
		},
		Decode: func(p *waypoint, from []byte) {
			getFloats(from, &p.at.X, &p.at.Y, &p.at.Z, &p.at.H)
			p.begins = from[32] == 1
		},
	}
}

// legLayout encodes a leg: its two ends, its number of waypoints, whether it is several lines.
func legLayout() runs.Layout[leg] {
	end := waypointLayout()
	return runs.Layout[leg]{
		Width: 2*waypointWidth + 8 + 1,
		Encode: func(l *leg, to []byte) {
			end.Encode(&l.first, to)
			end.Encode(&l.last, to[waypointWidth:])
			binary.LittleEndian.PutUint64(to[2*waypointWidth:], l.n)
			to[2*waypointWidth+8] = bit(l.several)
		},
		Decode: func(l *leg, from []byte) {
			end.Decode(&l.first, from)
			end.Decode(&l.last, from[waypointWidth:])
			l.n, l.several = binary.LittleEndian.Uint64(from[2*waypointWidth:]), from[2*waypointWidth+8] == 1
		},
	}
}

// bit returns 1 for true.
func bit(v bool) byte {
	if v {
		return 1
	}
	return 0
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
