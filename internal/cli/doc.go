// Package cli is what the commands of the repository have in common at their ends: flags that
// take numbers as files hold them, wrong usage, exit statuses, what is said of the error
// that ended a run, and whether standard output was closed as it began.
package cli
