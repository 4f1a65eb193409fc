package backlog

// chain is a list of pieces, which stay in place as bytes are added: a slice that doubles would be copied, and take up to twice as much.
type chain struct {
	all  [][]byte // full pieces, except for the last
	size int
}

// add adds bytes. Every piece after the first has room for PieceBytes or more.
func (s *chain) add(p []byte) {
	s.size += len(p)
	if last := len(s.all) - 1; last >= 0 {
		n := min(len(p), cap(s.all[last])-len(s.all[last]))
		s.all[last] = append(s.all[last], p[:n]...)
		p = p[n:]
	}
	if len(p) == 0 {
		return
	}
	room := len(p)
	if len(s.all) > 0 {
		room = max(room, PieceBytes)
	}
	s.all = append(s.all, append(make([]byte, 0, room), p...))
}

// next takes the first piece; nil: there is none.
func (s *chain) next() []byte {
	if len(s.all) == 0 {
		return nil
	}
	p := s.all[0]
	s.all[0] = nil
	s.all = s.all[1:]
	s.size -= len(p)
	return p
}
