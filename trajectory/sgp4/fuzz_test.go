package sgp4

import (
	"math"
	"testing"
	"time"
)

// FuzzPropagate: whatever the elements and the time, there are finite numbers or an error, and an orbit that was asked for
// other instants before answers alike.
func FuzzPropagate(f *testing.F) {
	f.Add(15.5, 0.0003, 51.6, 10.0, 20.0, 30.0, 1e-4, 100.0, -3000.0)
	f.Add(2.006, 0.7, 63.4, 10.0, 270.0, 30.0, 0.0, 15000.0, 700.0)
	f.Add(1.0027, 0.0002, 0.05, 300.0, 20.0, 30.0, 0.0, -20000.0, -720.0)
	f.Add(0.0731, 0.97, 28.7, 2.4, 30.4, 1.3, 1e-4, 1600.0, 0.0)
	f.Fuzz(func(t *testing.T, n, e, i, node, perigee, anomaly, bstar, first, second float64) {
		elements := Elements{time.Unix(1.1e9, 5e8), n, e, i, node, perigee, anomaly, bstar}
		o, err := New(elements)
		if err != nil {
			return
		}
		first, second = math.Mod(first, 1e5), math.Mod(second, 1e5)
		_, _, _ = o.At(first)
		p, v, err := o.At(second)
		fresh, speed, again := Propagate(elements, second)
		if p != fresh || v != speed || err != again {
			t.Fatalf("%+v at %v: %v %v %v; after %v: %v %v %v", elements, second, fresh, speed, again, first, p, v, err)
		}
		for k := range p {
			if !(math.Abs(p[k])+math.Abs(v[k]) < 1e15) {
				t.Fatalf("%+v at %v: %v %v", elements, second, p, v)
			}
		}
	})
}

func BenchmarkAt(b *testing.B) {
	for _, c := range []struct {
		name string
		e    Elements
	}{
		{"near", Elements{time.Unix(1.1e9, 0), 15.5, 0.0003, 51.6, 10, 20, 30, 1e-4}},
		{"deep", Elements{time.Unix(1.1e9, 0), 3.5, 0.2, 51.6, 10, 20, 30, 0}},
		{"resonant", Elements{time.Unix(1.1e9, 0), 2.006, 0.7, 63.4, 10, 270, 30, 0}},
	} {
		b.Run(c.name, func(b *testing.B) {
			o, err := New(c.e)
			if err != nil {
				b.Fatal(err)
			}
			t := 0.0
			for b.Loop() {
				if _, _, err := o.At(t); err != nil {
					b.Fatal(err)
				}
				t = math.Mod(t+1.37, 20000)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := New(Elements{time.Unix(1.1e9, 0), 2.006, 0.7, 63.4, 10, 270, 30, 0}); err != nil {
			b.Fatal(err)
		}
	}
}
