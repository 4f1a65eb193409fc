// Package agree has the tests that hold flyby's answers to answers that others gave to the same questions.
package agree
