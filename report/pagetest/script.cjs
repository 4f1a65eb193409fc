// The files of the page's script that need no page, as one module.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const shared = ["text", "scale", "vector", "turn", "fit", "table", "place", "rows"], own = ["motion", "relative", "paths", "intervals"];
const names = ["rounded", "withUnit", "offsetUnit", "signed", "shortened", "linear", "niceStep", "ticks", "barLength", "bounds", "placeAt", "distanceAt", "reachOf", "common", "windowOf",
  "timesOf", "curves", "planeOf", "dot", "norm", "turned", "fromAbove", "compared", "sorted", "outline"];
const read = (folder, names) => names.map((name) => fs.readFileSync(path.join(__dirname, "../..", folder, "page", `${name}.js`), "utf8"));
const text = [...read("internal/webpage", shared), ...read("report", own)];
module.exports = new Function(`"use strict";\n${text.join("\n")}\nreturn { ${names.join(", ")} };`)();
