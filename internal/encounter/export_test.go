package encounter

// Join joins all touching chains now, as a collector with many chains does.
func (l *Collector) Join() error { return l.join() }

// Room returns the number of chains that a collector has memory for.
func (l *Collector) Room() int { return len(l.chains.chunks) * chunkChains }

// Refuse makes a collector find no memory for more chains.
func (l *Collector) Refuse(err error) { l.refusal, l.most = err, l.chains.n }
