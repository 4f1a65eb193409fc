// Package inventory describes a data set for info and a server: its facts, and notes in words about surprising properties, with the
// flag that would help. Reading, Heights and Doubts have the lines that the command prints about a data set, and that a server has among the notes of an answer.
package inventory
