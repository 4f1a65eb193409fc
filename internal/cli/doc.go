// Package cli holds the parts that the commands of the repository share: flags that take
// numbers as files hold them, wrong usage, exit statuses, the message of the error that ended
// a run, and a check whether standard output was closed as the run began.
package cli
