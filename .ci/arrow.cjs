// arrow.cjs same CSV STREAM: prints the number of rows of a text file and an Arrow stream, if they have the same values in the same order.
// arrow.cjs write CSV FOLDER: writes the rows of a file of text as streams and a file, in every type that apache-arrow has and flyby reads,
// and prints their names, each with the flags that read it.
// arrow.cjs geometry STREAM: prints the crs of the column geometry, or none, and then the WKB of each row in hexadecimal digits.
// arrow.cjs points CSV FOLDER: writes points, with a column id and columns of small whole numbers, as columns and as lists.
const arrow = require("apache-arrow");
const fs = require("node:fs");
const path = require("node:path");

// rowsOf returns the rows of text, whose fields may be quoted.
function rowsOf(file) {
  const fields = /("(?:[^"]|"")*"|[^,\n]*)(,|\n)/g;
  const rows = [[]];
  for (const [, field, end] of fs.readFileSync(file, "utf8").matchAll(fields)) {
    rows.at(-1).push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
    if (end === "\n") rows.push([]);
  }
  rows.pop();
  return { names: rows.shift(), rows };
}

// nanoseconds returns the nanoseconds since 1970 of a time in text.
function nanoseconds(text) {
  const [, whole, , digits] = text.match(/^([^.Z]*)(\.(\d+))?Z$/);
  return BigInt(Date.parse(whole + "Z")) * 1000000n + BigInt((digits ?? "").padEnd(9, "0"));
}

// cellsOf returns the values of a column in the form in which they are compared with text.
function cellsOf(column) {
  if (!(column.type instanceof arrow.Timestamp)) return [...column];
  return column.data.flatMap((d) => [...d.values.subarray(0, d.length)]);
}

function same(csv, stream) {
  const { names, rows } = rowsOf(csv);
  const table = arrow.tableFromIPC(fs.readFileSync(stream));
  if (names.join() !== table.schema.fields.map((f) => f.name).join()) throw new Error(`columns ${table.schema}, in text ${names}`);
  if (rows.length !== table.numRows) throw new Error(`${table.numRows} rows, in text ${rows.length}`);
  names.forEach((name, k) => {
    const column = table.getChild(name);
    const cells = cellsOf(column);
    rows.forEach((row, i) => {
      const cell = cells[i], text = row[k];
      let equal = cell === null ? text === "" : String(cell) === text;
      if (cell instanceof arrow.Vector) equal = [...cell].join(";") === text;
      if (typeof cell === "number") equal = text !== "" && cell === Number(text);
      if (column.type instanceof arrow.Timestamp) equal = cell === nanoseconds(text);
      if (!equal) throw new Error(`row ${i}, ${name}: ${cell}, in text ${text}`);
    });
  });
  console.log(String(rows.length));
}

// column returns a vector of a type. A number of 64 bits is a BigInt.
function column(type, texts) {
  if (type instanceof arrow.Int) return arrow.vectorFromArray(texts.map(type.bitWidth === 64 ? BigInt : Number), type);
  if (type instanceof arrow.Float) return arrow.vectorFromArray(texts.map(Number), type);
  if (type instanceof arrow.Timestamp) {
    const per = 10n ** BigInt(3 * type.unit);
    const counts = BigInt64Array.from(texts, (text) => (nanoseconds(text) * per) / 1000000000n);
    return arrow.makeVector(arrow.makeData({ type, data: counts }));
  }
  if (type instanceof arrow.DateMillisecond) return arrow.vectorFromArray(texts.map((text) => new Date(text)), type);
  return arrow.vectorFromArray(texts, type);
}

// batchOf returns a batch of some fields.
function batchOf(fields, children, length) {
  return new arrow.RecordBatch(new arrow.Schema(fields), arrow.makeData({ type: new arrow.Struct(fields), length, children }));
}

// pointsOf returns a batch whose positions are a geoarrow.point.
function pointsOf(parts, of, length) {
  const field = (name) => new arrow.Field(name, of(name).type, false);
  const [inside, rest] = [true, false].map((is) => parts.filter((name) => ["x", "y", "z"].includes(name) === is));
  const type = new arrow.Struct(inside.map(field));
  const place = new arrow.Field("place", type, false, new Map([["ARROW:extension:name", "geoarrow.point"]]));
  return batchOf([...rest.map(field), place], [...rest.map(of), arrow.makeData({ type, length, children: inside.map(of) })], length);
}

// wordsOf returns two batches whose ids are words of a dictionary; the second extends (delta) or replaces the dictionary.
function wordsOf(parts, of, ids, how) {
  const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32(), 7);
  const half = ids.length >> 1;
  const first = [...new Set(ids.slice(0, half))].reverse();
  const more = [...new Set(ids)].filter((id) => how === "replaced" || !first.includes(id)).reverse();
  const chunk = (texts) => arrow.vectorFromArray(texts, new arrow.Utf8()).data[0];
  const known = chunk(first);
  if (how === "delta") more.length || more.push("nobody");
  const second = new arrow.Vector(how === "delta" ? [known, chunk(more)] : [chunk(more)]);
  const words = how === "delta" ? [...first, ...more] : more;
  return [[0, half, first, new arrow.Vector([known])], [half, ids.length, words, second]].map(([from, to, known, dictionary]) => {
    const number = new Map(known.map((id, i) => [id, i]));
    const data = Int32Array.from(ids.slice(from, to), (id) => number.get(id));
    const children = parts.map((name) => name === "traj_id" ? arrow.makeData({ type, length: to - from, data, dictionary }) : of(name).slice(from, to - from));
    return batchOf(parts.map((name, i) => new arrow.Field(name, children[i].type, false)), children, to - from);
  });
}

function write(csv, folder) {
  const { names, rows } = rowsOf(csv);
  const texts = Object.fromEntries(names.map((name, k) => [name, rows.map((row) => row[k])]));
  const whole = texts.traj_id.every((id) => /^-?\d+$/.test(id));
  const plain = { traj_id: whole ? new arrow.Int64() : new arrow.Utf8(), x: new arrow.Float64(), y: new arrow.Float64() };
  if (names.includes("z")) plain.z = new arrow.Float64();
  plain.t = texts.t[0].endsWith("Z") ? new arrow.TimestampNanosecond("UTC") : new arrow.Float64();
  const put = (name, types, flags = "", format = "stream") => {
    const columns = Object.fromEntries(names.map((n) => [n, column(types[n] ?? plain[n], texts[n])]));
    const file = path.join(folder, name + (format === "file" ? ".arrow" : ".arrows"));
    fs.writeFileSync(file, arrow.tableToIPC(new arrow.Table(columns), format));
    console.log(`${file} ${flags}`);
  };
  put("plain", {});
  put("file", {}, "", "file");
  const integers = ["Int8", "Uint8", "Int16", "Uint16", "Int32", "Uint32"];
  if (whole) {
    const below = texts.traj_id.some((id) => id.startsWith("-"));
    for (const type of [...integers, "Uint64"]) if (!below || type.startsWith("I")) put(type, { traj_id: new arrow[type]() });
  } else {
    for (const type of ["LargeUtf8", "Utf8View"]) put(type, { traj_id: new arrow[type]() });
    for (const index of integers) put(`by${index}`, { traj_id: new arrow.Dictionary(new arrow.Utf8(), new arrow[index]()) });
  }
  const parts = Object.keys(plain).filter((name) => names.includes(name));
  const of = (name) => column(plain[name], texts[name]).data[0];
  const save = (name, batches) => {
    const writer = new arrow.RecordBatchStreamWriter();
    for (const batch of batches) writer.write(batch);
    writer.finish();
    const file = path.join(folder, name + ".arrows");
    fs.writeFileSync(file, writer.toUint8Array(true));
    console.log(`${file} `);
  };
  save("point", [pointsOf(parts, of, rows.length)]);
  if (!whole) for (const how of ["delta", "replaced"]) save(how, wordsOf(parts, of, texts.traj_id, how));
  if (!(plain.t instanceof arrow.Timestamp)) return;
  if (texts.t.every((text) => nanoseconds(text) % 1000000n === 0n)) put("date64", { t: new arrow.DateMillisecond() });
  for (const unit of ["Second", "Millisecond", "Microsecond", "Nanosecond"]) {
    if (texts.t.some((text) => nanoseconds(text) % 10n ** BigInt(9 - 3 * arrow.TimeUnit[unit.toUpperCase()]) !== 0n)) continue;
    for (const zone of ["UTC", "Europe/Copenhagen"]) put(`${unit}-${zone.slice(0, 3)}`, { t: new arrow[`Timestamp${unit}`](zone) });
    put(`${unit}-none`, { t: new arrow[`Timestamp${unit}`]() }, "--tz UTC");
  }
}

// geometry prints the geometries of a stream.
function geometry(file) {
  const table = arrow.tableFromIPC(fs.readFileSync(file));
  const field = table.schema.fields.find((f) => f.name === "geometry");
  const name = field.metadata.get("ARROW:extension:name"), told = field.metadata.get("ARROW:extension:metadata");
  if (name !== "geoarrow.wkb" || !(field.type instanceof arrow.Binary)) throw new Error(`${file}: geometry is ${name} of ${field.type}`);
  const id = told === undefined ? undefined : JSON.parse(told).crs.id;
  console.log(id ? `${id.authority}:${id.code}` : "none");
  for (const wkb of table.getChild("geometry")) console.log(Buffer.from(wkb).toString("hex").toUpperCase());
}

// points writes points as columns, and as lists of coordinates, in every type of numbers.
function points(csv, folder) {
  const { names, rows } = rowsOf(csv);
  const ids = rows.map((row) => row[0]), places = rows.map((row) => row.slice(1));
  const word = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
  const put = (name, columns, format = "stream") => {
    const file = path.join(folder, name + (format === "file" ? ".feather" : ".arrows"));
    fs.writeFileSync(file, arrow.tableToIPC(new arrow.Table(columns), format));
    console.log(file);
  };
  for (const name of ["Int8", "Uint8", "Int16", "Uint16", "Int32", "Uint32", "Int64", "Uint64", "Float32", "Float64"]) {
    const type = new arrow[name]();
    const of = type.bitWidth === 64 ? BigInt : Number;
    const id = arrow.vectorFromArray(ids, name.endsWith("8") ? word : new arrow.Utf8());
    const columns = names.slice(1).map((x, k) => [x, column(type, places.map((row) => row[k]))]);
    put(`columns${name}`, { id, ...Object.fromEntries(columns) });
    const item = new arrow.Field("item", type, true);
    const lists = places.map((row) => row.map(of));
    put(`list${name}`, { id, v: arrow.vectorFromArray(lists, new arrow.List(item)) });
    put(`fixed${name}`, { id, v: arrow.vectorFromArray(lists, new arrow.FixedSizeList(names.length - 1, item)) }, name === "Float32" ? "file" : "stream");
  }
}

const [what, ...rest] = process.argv.slice(2);
try {
  ({ same, write, geometry, points })[what](...rest);
} catch (err) {
  console.error(`${err.stack}\nof ${rest.join("; ")}`);
  process.exit(1);
}
