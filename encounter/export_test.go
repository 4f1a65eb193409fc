package encounter

// Join joins what touches now, as a collector does that has many chains.
func (l *Collector) Join() error { return l.join() }

// Room is the number of chains that a collector has memory for.
func (l *Collector) Room() int { return len(l.chains.chunks) * chunkChains }

// Refuse has a collector find no memory for more chains.
func (l *Collector) Refuse(err error) { l.refusal, l.most = err, l.chains.n }
