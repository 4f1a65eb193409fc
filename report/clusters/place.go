package clusters

import (
	"math"
	"strconv"

	"flyby/internal/geo"
)

// A frame turns points into the coordinates that are shown: their own, or longitude and latitude.
type frame struct {
	*maker
	axes int
	cut  float64 // longitudes below it are shown 360° higher, so that points on both sides of the meridian of 180° stay together
}

// newFrame makes the frame, with a cut where the points leave the widest gap of longitude.
func (m *maker) newFrame() *frame {
	f := &frame{maker: m, axes: min(m.Points.Dimensions(), MostAxes), cut: -180}
	if m.Degrees {
		f.axes = 2
		f.cut = f.emptiest()
	}
	return f
}

// at puts the coordinates shown of a point into to, which has room for all axes.
func (f *frame) at(row int, to []float64) {
	if !f.Degrees {
		for axis := range f.axes {
			to[axis] = f.Points.Column(axis)[row]
		}
		return
	}
	place := f.place(row)
	if to[0], to[1] = place.Lon, place.Lat; to[0] < f.cut {
		to[0] += 360
	}
}

// place returns the place of a point on the earth.
func (f *frame) place(row int) geo.Place {
	return geo.PlaceOf([3]float64{f.Points.Column(0)[row], f.Points.Column(1)[row], f.Points.Column(2)[row]})
}

// emptiest returns the middle of the widest range of whole degrees of longitude without a point; -180 where the antimeridian lies in it.
func (f *frame) emptiest() float64 {
	const degrees = 360
	var taken [degrees]bool
	for row := range f.Points.Len() {
		taken[int(math.Floor(f.place(row).Lon)+180)%degrees] = true
	}
	widest, middle := 0, -180.
	for first := range degrees {
		n := 0
		for n < degrees && !taken[(first+n)%degrees] {
			n++
		}
		switch crosses := first+n >= degrees || first == 0; {
		case n == 0:
		case n > widest && crosses:
			widest, middle = n, -180
		case n > widest:
			widest, middle = n, float64(first)+float64(float64(n)/2)-180
		}
	}
	return middle
}

// names returns the names of the axes.
func (f *frame) names() []string {
	if f.Degrees {
		return []string{"longitude", "latitude"}
	}
	all := make([]string, f.axes)
	for axis := range all {
		all[axis] = "x" + strconv.Itoa(axis+1)
		if len(f.Columns) == f.Points.Dimensions() {
			all[axis] = f.Columns[axis]
		}
	}
	return all
}

// unit returns the unit of the axes.
func (f *frame) unit() string {
	if f.Degrees {
		return "°"
	}
	return f.Unit
}

// A box has the least and the greatest coordinates of some points, axis by axis, and the sums of their coordinates.
type box struct {
	least, most, sum []float64
	points           int
}

func newBox(axes int) box {
	b := box{make([]float64, axes), make([]float64, axes), make([]float64, axes), 0}
	for axis := range axes {
		b.least[axis], b.most[axis] = math.Inf(1), math.Inf(-1)
	}
	return b
}

// small scales coordinates before they are summed, so that no sum of large coordinates overflows float64.
const small = 0x1p-40

// add takes a point.
func (b *box) add(at []float64) {
	for axis := range b.least {
		b.least[axis], b.most[axis] = min(b.least[axis], at[axis]), max(b.most[axis], at[axis])
		b.sum[axis] += float64(at[axis] * small)
	}
	b.points++
}

// centre returns the mean of the points along an axis.
func (b *box) centre(axis int) float64 { return float64(b.sum[axis] / float64(b.points) / small) }

// extent returns the extent of the points along an axis.
func (b *box) extent(axis int) float64 { return b.most[axis] - b.least[axis] }

// boxes returns the box of all points, the box of all points in clusters, and the boxes of the clusters in the table.
func (f *frame) boxes(table []uint32) (all, clustered box, of []box) {
	rowOf := make([]int32, len(f.sizes)) // by label: its row in the table, from 1
	for n, label := range table {
		rowOf[label] = int32(n + 1)
		of = append(of, newBox(min(f.axes, tableAxes)))
	}
	all, clustered = newBox(f.axes), newBox(f.axes)
	at := make([]float64, f.axes)
	for row, label := range f.labels {
		f.at(row, at)
		all.add(at)
		if label > 0 {
			clustered.add(at)
		}
		if n := rowOf[label]; n > 0 {
			of[n-1].add(at)
		}
	}
	return all, clustered, of
}

// tableAxes is the number of coordinates whose centre and extent are in the table.
const tableAxes = 3

// axisOf returns an axis of the picture. Places are rounded to its step: 5 digits of the extent of all points, or 4 digits of the extent of the clusters alone where noise lies far off.
func axisOf(name string, axis int, all, clustered *box) Axis {
	const fine, coarse = 99_999, 9_999
	a := Axis{Name: name, From: all.least[axis], Step: all.extent(axis) / fine}
	if clustered.points > 0 {
		if few := clustered.extent(axis) / coarse; few > 0 && few < a.Step {
			a.From, a.Step = clustered.least[axis], few
		}
	}
	const most = 1 << 50 // steps that numbers of scripts represent exactly
	if a.Step = max(a.Step, all.extent(axis)/most); !(a.Step > 0) || math.IsInf(a.Step, 0) {
		a.Step = 1
	}
	return a
}

// columns returns the places of rows, in steps from the origins of their axes.
func (f *frame) columns(rows []uint32, axes []Axis) [][]int64 {
	columns := make([][]int64, f.axes)
	for axis := range columns {
		columns[axis] = make([]int64, len(rows))
	}
	at := make([]float64, f.axes)
	for i, row := range rows {
		f.at(int(row), at)
		for axis := range columns {
			columns[axis][i] = int64(math.RoundToEven((at[axis] - axes[axis].From) / axes[axis].Step))
		}
	}
	return columns
}
