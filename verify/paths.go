package verify

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"maps"
	"math"
	"slices"
)

// pathKey is the property that says of which side of its row a feature is the path: of none, where it is null.
const pathKey = "path"

// pathColumns are the columns of the paths of a row, of the query and of the entry, by what the property says.
func pathColumns() []string { return []string{"paths[query]", "paths[entry]"} }

// path is which path a feature is, "" for none.
func (f *feature) path() string {
	text, err := jsonText(f.Properties[pathKey])
	if err != nil {
		return ""
	}
	return text
}

// join adds the feature, which is a path, to its row, whose properties it has to have.
func (f *feature) join(properties, row object) error {
	name := f.path()
	column := "paths[" + name + "]"
	if !slices.Contains(pathColumns(), column) {
		return fmt.Errorf("path is %q, neither query nor entry", name)
	}
	if _, there := row[column]; there {
		return fmt.Errorf("two paths of the %s", name)
	}
	for key := range maps.Keys(properties) {
		mine, err := jsonText(f.Properties[key])
		of, failed := jsonText(properties[key])
		if err = errors.Join(err, failed); err != nil {
			return err
		}
		if key != pathKey && !sameField(mine, of) {
			return fmt.Errorf("%s is %s, and %s of the path of the %s", key, quoted(of), quoted(mine), name)
		}
	}
	row[column] = f.Geometry
	return nil
}

// A drawing is what is kept of a path: how many lines and positions it has, and a checksum of these.
type drawing struct {
	lines, positions, here int // here: positions of the line
	last                   []float64
	sum                    hash.Hash
}

func newDrawing() *drawing { return &drawing{sum: sha256.New()} }

// add goes on to a position. Of a position that is a line alone it adds two.
func (d *drawing) add(at []float64, begins bool) {
	if begins {
		d.end()
		d.lines, d.here = d.lines+1, 0
		d.sum.Write([]byte{'|'})
	}
	d.here++
	d.positions++
	d.last = append(d.last[:0], at...)
	for _, v := range at {
		d.sum.Write(binary.LittleEndian.AppendUint64([]byte{','}, math.Float64bits(v)))
	}
}

// end ends a line.
func (d *drawing) end() {
	if d.here == 1 {
		d.add(slices.Clone(d.last), false)
	}
}

// String is the same for the same paths, and most likely for no others.
func (d *drawing) String() string {
	d.end()
	kind := "LineString of"
	if d.lines > 1 {
		kind = fmt.Sprintf("MultiLineString of %d lines and", d.lines)
	}
	return fmt.Sprintf("%s %d positions (checksum %.8x)", kind, d.positions, d.sum.Sum(nil))
}

// pathText is a geometry that a file has, as String has it.
func pathText(geometry json.RawMessage) (string, error) {
	var g struct {
		Type        string          `json:"type"`
		Coordinates json.RawMessage `json:"coordinates"`
	}
	if err := json.Unmarshal(geometry, &g); err != nil {
		return "", err
	}
	lines := make([][][]float64, 1)
	var err error
	switch g.Type {
	case "LineString":
		err = json.Unmarshal(g.Coordinates, &lines[0])
	case "MultiLineString":
		err = json.Unmarshal(g.Coordinates, &lines)
	default:
		return "a " + g.Type, nil
	}
	if err != nil {
		return "", err
	}
	if g.Type == "MultiLineString" && len(lines) < 2 {
		return "a MultiLineString of less than two lines", nil
	}
	d := newDrawing()
	for _, line := range lines {
		if len(line) < 2 {
			return "a line of less than two positions", nil
		}
		for i, at := range line {
			d.add(at, i == 0)
		}
	}
	return d.String(), nil
}

// addPaths adds what the paths of rows should be.
func (r *recheck) addPaths(all *recomputed) error {
	if r.Paths == nil {
		return nil
	}
	at := map[string]int{}
	for i, name := range all.columns {
		at[name] = i
	}
	all.columns = append(all.columns, pathColumns()...)
	for _, rows := range all.rows {
		for i, row := range rows {
			from, err := r.entries.Times().Parse(row[at["t_enter"]])
			until, failed := r.entries.Times().Parse(row[at["t_exit"]])
			if err = errors.Join(err, failed); err != nil {
				return err
			}
			query, _ := r.queries.Find(row[at["query_traj"]])
			entry, _ := r.entries.Find(row[at["entry_traj"]])
			for side, traj := range []int{query, entry} {
				d := newDrawing()
				err := r.Paths(side == 1, traj, from, until, func(at []float64, begins bool) error {
					d.add(at, begins)
					return nil
				})
				if err != nil {
					return err
				}
				row = append(row, d.String())
			}
			rows[i] = row
		}
	}
	return nil
}
