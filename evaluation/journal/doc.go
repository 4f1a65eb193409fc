// Package journal reads and writes the file that an evaluation appends its measurements to, so that it
// can be cut off and resumed: JSON lines, each a session, a run or a fact.
//
//	{"session":{"machine":...,"seed":1,"scale":1,...}}
//	{"run":{"search":"S1","method":"temporal","parameter":"periodic:120","round":"sweep","trial":1,...}}
//	{"fact":{"name":"dataset galaxy","value":...}}
//
// A line is written in one go when its measurement is done. A last line that was cut off is dropped on
// resuming. Sessions of one journal agree in machine, seed and scale; a session that does not is
// refused. The journal has all the numbers that a report shows, so a report can be made anew without
// measuring again.
package journal
