package rfc3339

import (
	"errors"
	"strings"
)

// SplitOfDay reads a time of day without a date, 15:04:05, or 3:15:04:05 behind a number of days, as the traffic simulator SUMO writes
// it, and 24:00:00: the seconds since the midnight of the first day, and their decimals, without zeros at their end. ok is false where s
// has another shape.
func SplitOfDay(s string) (whole int64, fraction string, ok bool, err error) {
	days, clock := int64(0), s
	if strings.Count(s, ":") == 3 {
		text, rest, _ := strings.Cut(s, ":")
		if days, ok = countOfDays(text); !ok {
			return 0, "", false, nil
		}
		clock = rest
	}
	if !shaped(clock, "dd:dd:dd") {
		return 0, "", false, nil
	}
	fraction, rest, err := SplitFraction(clock[len("15:04:05"):])
	if err != nil || rest != "" {
		return 0, "", false, nil
	}
	hour, minute, second := digits(clock[0:2]), digits(clock[3:5]), digits(clock[6:8])
	whole = hour*3600 + minute*60 + second
	if minute > 59 || second > 59 || hour > 23 && (whole != daySeconds || fraction != "" || days > 0) {
		return 0, "", true, errors.New("no such time of day")
	}
	return days*daySeconds + whole, fraction, true, nil
}

// countOfDays reads a number of days of at most six digits.
func countOfDays(s string) (days int64, ok bool) {
	const most = 6
	for i := range len(s) {
		if s[i]-'0' > 9 {
			return 0, false
		}
	}
	if len(s) < 1 || len(s) > most {
		return 0, false
	}
	return digits(s), true
}
