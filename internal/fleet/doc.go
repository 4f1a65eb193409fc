// Package fleet makes segments of objects whose paths are known at every instant, such as satellites with element sets: of any span of time, when
// asked. A Fleet of such objects is a store, or is searched in slabs of time that are made one after the other and never written
// (docs/memory.md).
package fleet
