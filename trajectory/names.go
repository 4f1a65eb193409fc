package trajectory

// Names returns the id column of rows that have these ids, one a row in file order. Ids
// are names then: they are ordered as bytes, so "10" stands before "9". The column is
// [len(ids)] codes into a dictionary of the distinct names, which shares their bytes.
func Names(ids []string) IDColumn {
	c := IDColumn{Code: make([]uint32, len(ids))}
	codes := map[string]uint32{}
	for row, id := range ids {
		code, known := codes[id]
		if !known {
			code = uint32(len(c.Name))
			codes[id] = code
			c.Name = append(c.Name, id)
		}
		c.Code[row] = code
	}
	return c
}
