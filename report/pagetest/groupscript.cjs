// The files of the script of a page of groups that need no page, as one module.
"use strict";
module.exports = require("./load.cjs")("report/internal/groups", ["look", "paths", "inside"], ["lookOf", "spreadOut", "timesIn", "isIn", "within", "partsOf", "endOf", "placesIn", "centreOf", "reachOf", "linksOf", "linksKnown"]);
