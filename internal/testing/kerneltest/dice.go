package kerneltest

// Dice yields small numbers made of bytes, and 0 after the last byte.
type Dice []byte

// Roll returns a number from 0 to n-1.
func (d *Dice) Roll(n int) int {
	if len(*d) == 0 {
		return 0
	}
	v := int((*d)[0]) % n
	*d = (*d)[1:]
	return v
}
