// Package rig is for the tests of the packages beside it: it makes random stores and
// searches, finds their hits by brute force, opens devices, and compares hits.
package rig
