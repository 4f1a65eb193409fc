package main

// alphabet has 32 characters that end a number, and 32 that go on.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// numerals appends whole numbers from -2^52 to 2^52 to a text, which the script's unpacked (internal/webpage/page/unpacked.js) reads: a character for each five bits from the lowest on: 0, -1, 1, -2, 2 and so on are written as 0, 1, 2, 3, 4.
func numerals(to []byte, numbers ...int64) []byte {
	const bits, digit = 5, 1<<5 - 1
	for _, v := range numbers {
		rest := uint64(v<<1) ^ uint64(v>>63)
		for ; rest > digit; rest >>= bits {
			to = append(to, alphabet[digit+1+rest&digit])
		}
		to = append(to, alphabet[rest])
	}
	return to
}
