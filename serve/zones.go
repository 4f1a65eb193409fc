package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"

	"flyby"
	"flyby/internal/asking"
	"flyby/internal/cli"
	"flyby/internal/infile"
	"flyby/job"
	"flyby/question"
	"flyby/trajectory"
	"flyby/trajectory/format"
)

// zonesParameter is the parameter of visits that names a database of zones.
const zonesParameter = "zones"

// zonesField describes zonesParameter. It sets no field of a question.
func zonesField() asking.Field {
	return asking.Field{Name: zonesParameter, Section: asking.Files, Type: asking.Text, Help: "`NAME` of a database of zones, in place of a body"}
}

// keptZones are a database of zones and its reading, which a request has taken.
type keptZones struct {
	d    *database
	read *reading
}

// zonesOf takes the database of zones that a question names; nil: it names none. The caller gives it back.
func (s *Server) zonesOf(q *asked) (*keptZones, error) {
	name := q.given.Get(zonesParameter)
	if !q.given.Has(zonesParameter) {
		return nil, nil
	}
	there := "none; zones:FILE reads one"
	if names := s.namesOf(ofZones); len(names) > 0 {
		there = cli.Listed(names, "and")
	}
	d := s.find(name)
	if d == nil || d.Of != ofZones {
		return nil, wrongValue(zonesParameter, name, zonesParameter+" "+infile.Shorten(name)+": is no database of zones: this server has "+there)
	}
	r := d.take()
	if r == nil {
		return nil, errEnding()
	}
	return &keptZones{d, r}, nil
}

// A zoneKey is all that zones depend on when they are made ready for the trajectories of a reading.
type zoneKey struct {
	of                      *reading // of the zones
	id, height, sides, with string   // parameters of visits
}

// A zoneView is zones that are ready for the trajectories of a reading.
type zoneView struct {
	zoneKey
	zones flyby.Zones
}

// keyOf returns the key of zones for a question.
func keyOf(of *reading, q *question.Question) zoneKey {
	z := &q.Search.Zones
	return zoneKey{of, z.ID, z.Height, z.Sides, strings.Join(q.With, ",")}
}

// view returns the zones of a name that are ready for a key; zones that are not open: there are none.
func (d *database) view(r *reading, name string, key zoneKey) (none flyby.Zones) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if v := r.views[name]; v.zoneKey == key {
		return v.zones
	}
	return none
}

// putView keeps the zones of a name in place of the zones that were kept before.
func (d *database) putView(r *reading, name string, v zoneView) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if r.views == nil {
		r.views = map[string]zoneView{}
	}
	r.views[name] = v
}

// zoneFacts describe a database of zones.
type zoneFacts struct {
	Name    string `json:"name"`
	Zones   int    `json:"zones"`
	Skipped int    `json:"skipped,omitempty"` // bad zones that were left out
	Degrees bool   `json:"degrees"`           // positions are degrees
	Bytes   uint64 `json:"memory_bytes"`      // for one database of trajectories
}

// readZones reads a database of zones, which is ready then for each database of trajectories that it can match. Zones that match no database are refused with the error of the first.
func (s *Server) readZones(ctx context.Context, d *database) (*reading, error) {
	r, first := &reading{}, error(nil)
	var err error
	if r.stamps, err = s.stampsOf(d); err != nil {
		return nil, err
	}
	for _, of := range s.databases {
		if of.Of == ofTrajectories {
			first = cmp.Or(first, s.readyZones(ctx, of, d, r))
		}
	}
	if r.facts == nil {
		return nil, first
	}
	return r, nil
}

// readyZones makes zones ready for a database of trajectories. Whether these are near is for the distance of a question to say.
func (s *Server) readyZones(ctx context.Context, of, d *database, r *reading) error {
	to := of.take()
	if to == nil {
		return errEnding()
	}
	defer s.give(of, to) //nolint:errcheck // it was only read
	q := job.Request{Question: question.Question{Kind: question.ZoneVisits}, Zones: d.Files}
	place, err := s.queue.Admit(ctx, min(to.base.Need(q), s.room()))
	if err != nil {
		return err
	}
	defer s.keep(of, to, place)
	j, err := to.base.Job(ctx, q)
	if err != nil {
		return err
	}
	defer j.Close() //nolint:errcheck // it was only read
	if j.Entries().Space().Frame == trajectory.Plain {
		j.Ask().Search.Distance = math.MaxFloat64
	}
	if err := j.OpenZones(ctx); err != nil {
		return err
	}
	of.putView(to, d.Name, zoneView{keyOf(r, &q.Question), j.Ask().Search.Zones})
	if r.facts != nil {
		return nil
	}
	if s.config.TakenZones != nil {
		s.config.TakenZones(d.Name, j.Ask().Search.Zones)
	}
	r.facts, err = encodedZoneFacts(d.Name, j)
	return err
}

// encodedZoneFacts returns the facts of a database of zones as JSON.
func encodedZoneFacts(name string, j *job.Job) ([]byte, error) {
	z := j.Zones()
	return json.Marshal(zoneFacts{name, z.Len(), z.Skipped, z.Frame() == trajectory.EarthCentred, z.Bytes()})
}

// takeZones has the request ask with zones of a database, which are ready where the last question to them had the same parameters.
func (x *request) takeZones() {
	k, ask := x.q.kept, &x.q.ask
	if k == nil {
		return
	}
	ask.Zones, x.zones = k.d.Files, zoneView{zoneKey: keyOf(k.read, &ask.Question)}
	if x.zones.zones = x.d.view(x.read, k.d.Name, x.zones.zoneKey); x.zones.zones.Opened() != nil {
		ask.Search.Zones = x.zones.zones
	}
}

// openZones reads the zones of visits, or takes zones that are ready.
func (x *request) openZones(ctx context.Context, j *job.Job) error {
	k, ready := x.q.kept, x.zones.zones.Opened() != nil
	if ready {
		j.Ask().Search.Zones = x.zones.zones
	}
	err := j.OpenZones(ctx)
	if k != nil && !ready {
		if now, changed := x.stampsOf(k.d); changed != nil || !same(k.read.stamps, now) {
			return format.ErrChanged
		}
	}
	var of *infile.Error
	switch {
	case errors.As(err, &of) && of.File == x.read.name(): // the trajectories have no heights
		return wrong("zone-height", "is for data with heights, and %s has none", x.d.Name)
	case of != nil && k != nil:
		return wrong(zonesParameter, "%s", x.without(x.without(x.q.kind.withParameters(cli.Message(err)), k.d), x.d))
	case err != nil:
		return x.q.ofBody(err)
	}
	x.hearZones(j)
	if k != nil && !ready {
		x.zones.zones = j.Ask().Search.Zones
		x.d.putView(x.read, k.d.Name, x.zones)
	}
	return nil
}
