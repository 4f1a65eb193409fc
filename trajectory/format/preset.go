package format

// NoPreset is the Options.Preset with which no preset is looked for.
const NoPreset = "none"
