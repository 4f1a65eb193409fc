package pointengine

// Reach is reach.
var Reach = reach
