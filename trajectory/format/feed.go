package format

// NoHeight is an Options.Height: heights, or z, are left out.
const NoHeight = "none"
