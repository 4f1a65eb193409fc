// The files of the page's script that need no page, as one module.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const files = ["text", "scale", "vector", "motion", "relative", "paths", "table", "intervals"];
const names = ["rounded", "withUnit", "offsetUnit", "signed", "shortened", "linear", "niceStep", "ticks", "barLength", "bounds", "placeAt", "distanceAt", "reachOf", "common", "windowOf",
  "timesOf", "curves", "planeOf", "dot", "norm", "turned", "fromAbove", "compared", "sorted", "outline"];
const text = files.map((name) => fs.readFileSync(path.join(__dirname, "../page", `${name}.js`), "utf8"));
module.exports = new Function(`"use strict";\n${text.join("\n")}\nreturn { ${names.join(", ")} };`)();
