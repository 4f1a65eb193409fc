// Files of a page's script that need no page, as a module.
"use strict";
const fs = require("node:fs");
const path = require("node:path");

const shared = ["text", "scale", "vector", "turn", "fit", "table", "place", "rows"];
const read = (folder, names) => names.map((name) => fs.readFileSync(path.join(__dirname, "../..", folder, "page", `${name}.js`), "utf8"));

// moduleOf has the names that the shared files and some of a folder define.
function moduleOf(folder, files, names) {
  const text = [...read("internal/webpage", shared), ...read(folder, files)];
  return new Function(`"use strict";\n${text.join("\n")}\nreturn { ${names.join(", ")} };`)();
}

module.exports = { moduleOf };
