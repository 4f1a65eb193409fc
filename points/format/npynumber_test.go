package format

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
)

// integers returns a file of an array of two columns of integers, as NumPy writes it.
func integers(descr string, fortran bool, values ...*big.Int) []byte {
	rows, width := len(values)/2, int(descr[2]-'0')
	b := header(1, fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (%d, 2), }", descr, map[bool]string{false: "False", true: "True"}[fortran], rows))
	for i := range values {
		if fortran {
			i = i%rows*2 + i/rows
		}
		bits := values[i].Uint64()
		if values[i].Sign() < 0 {
			bits = uint64(values[i].Int64())
		}
		eight := binary.BigEndian.AppendUint64(nil, bits)[8-width:]
		for k := range eight {
			if descr[0] == '>' {
				b = append(b, eight[k])
			} else {
				b = append(b, eight[width-1-k])
			}
		}
	}
	return b
}

// TestReadIntegersOfNPY: integers of each type are read exactly, the least and the greatest up to 2^53 among them.
func TestReadIntegersOfNPY(t *testing.T) {
	for _, kind := range []string{"i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"} {
		bits := 8 * uint(kind[1]-'0')
		least, greatest := new(big.Int), new(big.Int).Lsh(big.NewInt(1), min(bits, 53))
		if bits < 53 {
			greatest.Sub(greatest, big.NewInt(1))
		}
		if kind[0] == 'i' {
			if bits < 53 {
				greatest.Rsh(greatest, 1)
			}
			least.Neg(greatest)
		}
		values := []*big.Int{least, greatest, big.NewInt(0), big.NewInt(7), new(big.Int).Sub(greatest, big.NewInt(1)), big.NewInt(100)}
		for _, order := range []string{"<", ">", "|"} {
			if order == "|" && bits > 8 {
				continue
			}
			for _, fortran := range []bool{false, true} {
				s, _, err := Read(context.Background(), write(t, "p.npy", integers(order+kind, fortran, values...)), Options{})
				if err != nil {
					t.Errorf("%s%s: %v", order, kind, err)
					continue
				}
				for i, want := range values {
					if got := s.Column(i % 2)[i/2]; new(big.Float).SetFloat64(got).Cmp(new(big.Float).SetInt(want)) != 0 {
						t.Errorf("%s%s, Fortran %t: value %d is %v, want %v", order, kind, fortran, i, got, want)
					}
				}
			}
		}
	}
}

// TestIntegersBeyondFloat64: an integer beyond 2^53 is an error with its row, column and digits, or is left out with its row.
func TestIntegersBeyondFloat64(t *testing.T) {
	for descr, beyond := range map[string][]string{
		"<i8": {"9007199254740993", "-9007199254740993", "-9223372036854775808", "9223372036854775807", "9007199254740994", "-4616189618054758400"},
		">u8": {"9007199254740993", "18446744073709551615", "13835058055282163712"},
	} {
		for _, text := range beyond {
			n, _ := new(big.Int).SetString(text, 10)
			data := integers(descr, text[0] == '9', big.NewInt(1), big.NewInt(2), big.NewInt(3), n, big.NewInt(1<<53), big.NewInt(6))
			path := write(t, "p.npy", data)
			_, _, err := Read(context.Background(), path, Options{})
			if want := path + `: row 1: column x2: "` + text + `": an integer beyond 2^53 in magnitude, of which float64 does not hold each`; err == nil || err.Error() != want {
				t.Errorf("%s: %v\nwant %s", descr, err, want)
			}
			s, r, err := Read(context.Background(), path, Options{Reading: Reading{SkipBadRows: true}})
			if err != nil || shown(s) != "0=[1 2] 1=[9.007199254740992e+15 6]" || r.Skipped != 1 || !strings.Contains(r.Reasons[0], text) {
				t.Errorf("%s: %v, %+v, %v", descr, s, r, err)
			}
		}
	}
	s, _, err := Read(context.Background(), write(t, "p.npy", integers("<i8", false, big.NewInt(90), big.NewInt(0))), Options{Reading: Reading{LonLat: true}})
	if err != nil || math.Abs(s.Column(1)[0]-6378137) > 1e-8 {
		t.Errorf("%v, %v", s, err)
	}
}
