// Package queue has searches wait for a server's devices and memory, in order of arrival. One search is on the devices at a time; memory
// is shared by all that were let in. A client that goes away leaves at once, and whoever is behind moves up.
package queue
