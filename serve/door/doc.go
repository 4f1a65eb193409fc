// Package door stands before the routes of a server: it decides who may ask, how much, and for how long nothing may come.
package door
