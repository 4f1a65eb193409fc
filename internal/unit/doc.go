// Package unit reads quantities such as 500m, 30min and 50kn, and converts them to the unit of the
// data. A quantity is a rational number, and rounded once: 0.7nmi is 1296.4 m.
//
// # Factors round once
//
// Factor.Of multiplies v by a rational number and rounds once. v = m 2^e, where m has 64 bits with
// its top bit set; the factor is at least F 2^g and less than (F+1) 2^g, where F has 128 bits. The
// product mF has 191 or 192 bits; its top 64 bits are taken, shifted so that the first is set,
// without the product's lowest word. That word and the rest of the factor are less than 2^65
// together, and the last of the top 64 bits counts 2^127 or more: so the exact product has these
// top 64 bits, or one more. 53 of them are kept. The other eleven say which neighbour is nearer,
// unless they are 2^10 - 1 or 2^10: then, and where the result is no normal number, rational
// arithmetic decides. Tests compare it with rationals over all exponents, and at ties.
//
// Rejected alternatives. A float64 factor: it rounds twice, and the answer would not be the answer
// of the values in the data's unit, to the bit. Rationals for each value: a microsecond each, ten
// times the reading of a row.
package unit
