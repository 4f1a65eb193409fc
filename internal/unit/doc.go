// Package unit reads quantities such as 500m, 30min and 50kn, and converts them to the unit of the
// data. A quantity is a rational number, and rounded once: 0.7nmi is 1296.4 m.
package unit
