// Package queue has searches wait for a server's devices and memory, in order of arrival. One search is on the devices at a time; memory
// is shared by all searches that were admitted. A search whose client goes away leaves at once, and the searches behind it move up.
package queue
