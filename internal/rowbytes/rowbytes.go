// Package rowbytes is the memory that rows of results take.
package rowbytes

// EncounterBytes is the memory of an encounter in columns, without Height and Parts.
const EncounterBytes = 2*4 + 5*8 + 1

// VisitBytes is the memory of an encounter with a zone in columns, without Parts.
const VisitBytes = EncounterBytes + 3*8

// HitBytes is the memory of a hit in columns.
const HitBytes = 4*4 + 2*8

// ObjectBytes is the memory of an object in columns.
const ObjectBytes = 3*4 + 3*8

// PairBytes is the memory of a pair in columns, without Height.
const PairBytes = 3*4 + 6*8

// NearestBytes is the memory of a nearest entry in columns.
const NearestBytes = 3*4 + 4*8

// EventBytes is the memory of an event of a visit in columns.
const EventBytes = 3*4 + 2*8
