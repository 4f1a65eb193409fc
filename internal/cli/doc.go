// Package cli is what the commands of the repository have in common at their ends: flags that
// take numbers as files hold them, wrong usage, exit statuses, and what is said of the error
// that ended a run.
package cli
