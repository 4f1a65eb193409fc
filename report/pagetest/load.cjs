// Files of pages' scripts that need no page, as modules.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const shared = ["text", "scale", "unpacked", "vector", "svg", "turn", "fit", "map", "where", "table", "histogram", "place", "rows"];

// load returns the values of some names in files of the page of a folder, after the files that all pages have.
module.exports = (folder, own, names) => {
  const read = (of, files) => files.map((name) => fs.readFileSync(path.join(__dirname, "../..", of, "page", `${name}.js`), "utf8"));
  return new Function(`"use strict";\n${[...read("internal/webpage", shared), ...read(folder, own)].join("\n")}\nreturn { ${names.join(", ")} };`)();
};
