package pointjoin_test

import (
	"math"
	"testing"

	"flyby/internal/pointjoin"
)

// nearlyCloser lists points p, a and b whose rounded sums of squares are in the wrong order by more than 0.7 (n+4)u,
// found by TestClimbToBound.
func nearlyCloser() [][3][]float64 {
	return [][3][]float64{
		{
			{0x1.000000429efd2p+00, -0x1.00b013b777d7cp+00},
			{0x1.00000510a5225p+00, -0x1.3650a73150284p-53},
			{0x1.0000050c2a445p+00, 0x1.4b56e603696f8p-53},
		},
		{
			{-0x1.fffffd7acec37p-01, 0x1.031092e2b034p+00, 0x1.00052d87edba8p+00},
			{-0x1.000003f077313p+00, -0x1.3416795ea82f1p-53, 0x1.fffffffb1c593p-01},
			{-0x1.000005cb8121ap+00, 0x1.146b75bb64c7dp-53, 0x1.ffffffff78ae7p-01},
		},
		{
			{0x1.fffffc03f410ep-01, -0x1.00000011db7dep+00, -0x1.00000002c7412p+00, 0x1.00002520dd6c6p+00},
			{0x1.00007ab9dc31fp+00, -0x1.0957c15dd0d2cp-53, 0x1.b2b57450d2efdp-54, 0x1.fffff6924e2b1p-01},
			{0x1.ffffe8c342e18p-01, 0x1.462bf7ceb6c2ep-53, 0x1.ae61a63b30a2bp-53, 0x1.0000a853377dfp+00},
		},
		{
			{-0x1.000000821fbf7p+00, 0x1.0000734e2a819p+00, 0x1.6ed3a01616c74p+00, -0x1.0000005c93799p+00, 0x1.000000073d4d7p+00},
			{-0x1.9132622505517p-54, -0x1.306fd1633a6ecp-53, -0x1.a413216166136p-53, 0x1.26442b27ee1e8p-53, 0x1.00000268b7e5cp+00},
			{-0x1.a17f3c2f95a6ap-53, 0x1.03a968c3d5ac9p-53, -0x1.fe16de53ab019p-54, -0x1.46121003bce5cp-53, 0x1.fffffb1e3658p-01},
		},
		{
			{0x1.0000003ad1b6dp+00, -0x1.002013c114b55p+00, 0x1.ffffffc242bedp-01, -0x1.67ab5e1759b7ep-53, 0x1.fffffffd422fap-01, 0x1.0000037e9de35p+00},
			{0x1.002e3aeb89abap+00, 0x1.00000289e9f12p+00, 0x1.0000619bfc1c5p+00, -0x1.ffffff69ea2efp-01, -0x1.ffffff38ab329p-01, 0x1.00005e285d1eep+00},
			{-0x1.fffffff6f46abp-01, 0x1.00000016e7994p+00, 0x1.0000005b636c9p+00, -0x1.000006e3f02fap+00, 0x1.00129f2dba849p+00, 0x1.000004cbb13cap+00},
		},
	}
}

// nearlyWithin lists points p and q, and eps, whose rounded sum of squares is on the wrong side of the square of eps by
// 0.6 (n+4)u at least, found by TestClimbToBound. The last is a pair.
func nearlyWithin() [][3][]float64 {
	return [][3][]float64{
		{
			{-0x1.000001f951ed7p+00, -0x1.0000002bb1977p+00},
			{-0x1.000265c8990f1p+00, 0x1.f3fcabbf00383p-54},
			{0x1.0000002e8cab0p+00},
		},
		{
			{0x1.11fd9cb0a832dp-53, 0x1.00005ed7c9783p+00, 0x1.00000519711fcp+00},
			{0x1.0000055a29411p+00, -0x1.0000bac079b12p+00, 0x1.006e3c5b1db1bp+00},
			{0x1.1e37fe28e06cap+01},
		},
		{
			{0x1.0000042835ac9p+00, 0x1.00000277c4793p+00, -0x1.0000118d9079ap+00, -0x1.0001f00fbecd1p+00},
			{0x1.13c2e064141cfp-53, 0x1.005cb5ddb03ccp-53, -0x1.00000074b6c75p+00, -0x1.000057dac28dp+00},
			{0x1.6a09eb1816ee0p+00},
		},
		{
			{-0x1.fffffc5267a4fp-01, -0x1.000008aeef128p+00, 0x1.00000afb3ed9cp+00, 0x1.00003a8df7c66p+00, 0x1.f22784a7b75c7p-53},
			{-0x1.000014ce9ec8p+00, 0x1.00012d59e3b75p+00, 0x1.00000451f6f6p+00, 0x1.000010beac436p+00, -0x1.b3fcba7516ef2p-54},
			{0x1.00009b046a851p+01},
		},
		{
			{-0x1.1363837dbaadep-53, 0x1.fffffcc6c807ep-01, 0x1.0465df621caa9p-53, -0x1.0000b76ea426dp+00, -0x1.000009f5a2281p+00, -0x1.000017abde6bap+00},
			{0x1.870e77fe0ecc8p-53, 0x1.fffff0df15f2dp-01, -0x1.000002cd0ee33p+00, -0x1.0003a0d81c91p+00, -0x1.0039915a6e454p+00, -0x1.0000006269f57p+00},
			{0x1.000009481657ap+00},
		},
	}
}

// TestNearBound: answers are right where rounding misleads the most, at several magnitudes, and the table does come so
// near to the bound.
func TestNearBound(t *testing.T) {
	for _, c := range nearlyCloser() {
		for _, unit := range []float64{1, 0x1p-400, 0x1p400, -0x1p-500} {
			p, a, b := times(c[0], unit), times(c[1], unit), times(c[2], unit)
			want := distanceSquared(p, a).Cmp(distanceSquared(p, b))
			if got := pointjoin.Closer(p, a, b); got != want {
				t.Errorf("%x: %x before %x: %d, want %d", p, a, b, got, want)
			}
			if got := pointjoin.Closer(p, b, a); got != -want {
				t.Errorf("%x: %x before %x: %d, want %d", p, b, a, got, -want)
			}
		}
		if wrong := misjudgedCloser(c[0], c[1], c[2], distanceSquared(c[0], c[1]).Cmp(distanceSquared(c[0], c[2]))); wrong < 0.7 {
			t.Errorf("%x: misjudged by %v (n+4)u", c, wrong)
		}
	}
	for _, c := range nearlyWithin() {
		for _, unit := range []float64{1, 0x1p-300, 0x1p300, -0x1p-700, 0x1p700} {
			p, q, eps := times(c[0], unit), times(c[1], unit), math.Abs(unit)*c[2][0]
			if got, want := threshold(t, eps).Within(p, q), oracle(p, q, eps); got != want {
				t.Errorf("%x and %x within %x: %t", p, q, eps, got)
			}
		}
		if wrong := misjudgedWithin(c[0], c[1], c[2][0], oracle(c[0], c[1], c[2][0])); wrong < 0.59 {
			t.Errorf("%x: misjudged by %v (n+4)u", c, wrong)
		}
	}
}

// misjudgedCloser returns by how much the rounded sums misjudge which of a and b is closer to p, relative to the
// greater sum, in units of (n+4)u. It is negative if they judge right.
func misjudgedCloser(p, a, b []float64, exactly int) float64 {
	sa, sb := pointjoin.Squares(p, a), pointjoin.Squares(p, b)
	wrong := (sa - sb) / max(sa, sb)
	switch exactly {
	case 0:
		wrong = math.Abs(wrong)
	case 1:
		wrong = -wrong
	}
	return wrong / (0x1p-53 * float64(len(p)+4))
}

// misjudgedWithin returns how far the rounded sum for p and q is on the wrong side of the rounded square of eps,
// relative to that square, in units of (n+4)u. It is negative if the sum is on the right side.
func misjudgedWithin(p, q []float64, eps float64, exactly bool) float64 {
	sum, square := pointjoin.Squares(p, q), float64(eps*eps)
	wrong := (sum - square) / square
	if !exactly {
		wrong = -wrong
	}
	return wrong / (0x1p-53 * float64(len(p)+4))
}
