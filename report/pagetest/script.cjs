// The files of the script of the page of encounters that need no page, as one module.
"use strict";
module.exports = require("./load.cjs")("report/internal/encounters", ["motion", "relative", "orbit", "paths"], [
  "rounded", "withUnit", "offsetUnit", "signed", "shortened", "linear", "niceStep", "ticks", "barLength", "bounds", "placeAt", "distanceAt", "reachOf", "common", "windowOf",
  "timesOf", "durationText", "ticksAcross", "sizesText", "withoutZeros", "curves", "planeOf", "dot", "norm", "turned", "fromAbove", "compared", "sorted", "outline", "orbitAxes", "orbitReach",
  "dense", "freest", "labelAt",
]);
