// duckdb.cjs run SQL...: runs statements and prints the rows of the last, with commas.
// duckdb.cjs same CSV PARQUET: prints the number of rows of two files, if they have the same rows in the
// same order. DuckDB has microseconds, to which it cuts the nanoseconds of one file and the digits of
// the other.
// duckdb.cjs points PARQUET COLUMN...: prints the number of rows with a geometry whose coordinates are these columns, to the bit.
// duckdb.cjs lines PARQUET GEOJSON: prints the number of rows with a geometry that equals the lines of a file of --with paths, to the bit.
// Both want DuckDB's core to read the column as GEOMETRY, in OGC:CRS84 where columns or paths are in degrees, and a correct key geo in the footer.
// duckdb.cjs spatial PARQUET: prints the geometries as the extension spatial reads them, or why it cannot be had.
// duckdb.cjs page FILE: runs the blocks of a page, SQL and the commands of flyby, in order, and wants
// their output to equal the page: behind the commands, and in the block behind SQL.
// duckdb.cjs pipes FILE: runs the pipes of a page, by sh and by js, and prints how: where the extension nanoarrow cannot be had, the reader
// of a pipe reads the same rows from Parquet.
// duckdb.cjs csv SQL...: runs statements and prints the rows of the last as the command duckdb -csv does.
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const { DuckDBInstance } = require("@duckdb/node-api");

async function open() {
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  return async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();
}

async function run(...statements) {
  const ask = await open();
  let rows = [];
  for (const sql of statements) rows = await ask(sql);
  for (const row of rows) console.log(row.join(","));
}

// equal returns the condition that a column has the same value in p and in s.
function equal([name, type]) {
  switch (type) {
    case "VARCHAR":
      return `p.${name} = coalesce(s.${name}, '')`;
    case "TIMESTAMP WITH TIME ZONE":
      return `epoch_us(p.${name}) = epoch_us(s.${name}) AND epoch(p.${name}) = epoch(s.${name})
        AND date_trunc('minute', p.${name}) = date_trunc('minute', s.${name})`;
    default:
      return `p.${name} IS NOT DISTINCT FROM s.${name}`;
  }
}

async function same(csv, parquet) {
  const ask = await open();
  await ask(`CREATE TABLE s AS SELECT * FROM '${parquet}' LIMIT 0`);
  await ask(`COPY s FROM '${csv}' (HEADER)`);
  const all = (await ask("DESCRIBE s")).map(equal).join(" AND ");
  const [[rows, wrong]] = await ask(`SELECT count(*), count(*) FILTER (WHERE NOT coalesce(${all}, false))
    FROM s POSITIONAL JOIN '${parquet}' AS p`);
  if (wrong > 0n) throw new Error(`${wrong} of ${rows} rows differ between ${csv} and ${parquet}`);
  console.log(String(rows));
}

// decoded parses WKB of little-endian points and lines.
function decoded(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const u32 = () => view.getUint32((at += 4) - 4, true);
  const geometry = () => {
    if (view.getUint8(at++) !== 1) throw new Error("WKB that is not little-endian");
    const type = u32(), axes = type > 1000 ? 3 : 2;
    const position = () => Array.from({ length: axes }, () => view.getFloat64((at += 8) - 8, true));
    if (type % 1000 === 1) return ["Point", axes, position()];
    if (type % 1000 === 2) return ["LineString", axes, Array.from({ length: u32() }, position)];
    if (type % 1000 === 5) return ["MultiLineString", axes, Array.from({ length: u32() }, () => geometry()[2])];
    throw new Error(`WKB of type ${type}`);
  };
  const all = geometry();
  if (at !== bytes.byteLength) throw new Error("bytes behind WKB");
  return all;
}

// geometries decodes the geometries of a file, whose footer and DuckDB have to describe the same column.
async function geometries(ask, path, degrees) {
  const [[type]] = await ask(`SELECT column_type FROM (DESCRIBE FROM '${path}') WHERE column_name = 'geometry'`);
  const wanted = degrees ? "GEOMETRY('OGC:CRS84')" : "GEOMETRY";
  if (type !== wanted) throw new Error(`${path}: DuckDB has the geometry as ${type}, not ${wanted}`);
  const rows = (await ask(`SELECT ST_AsBinary(geometry) FROM '${path}'`)).map(([wkb]) => decoded(wkb));
  const [kind, axes] = rows[0];
  const positions = rows.map((row) => row[2]).flat(kind === "Point" ? 0 : 2);
  const bound = (of) => Array.from({ length: axes }, (_, axis) => positions.map((at) => at[axis]).reduce((a, b) => of(a, b)));
  const column = { encoding: "WKB", geometry_types: [kind + (axes === 3 ? " Z" : "")], ...(degrees ? {} : { crs: null }), bbox: [...bound(Math.min), ...bound(Math.max)] };
  const want = JSON.stringify({ version: "1.1.0", primary_column: "geometry", columns: { geometry: column } });
  const [[geo]] = await ask(`SELECT decode(value) FROM parquet_kv_metadata('${path}') WHERE decode(key) = 'geo'`);
  if (geo !== want) throw new Error(`${path}: geo is ${geo}, not ${want}`);
  const [[bounds]] = await ask(`SELECT count(*) FROM parquet_metadata('${path}') WHERE path_in_schema = 'geometry' AND (stats_min_value IS NOT NULL OR stats_max_value IS NOT NULL)`);
  if (bounds > 0n) throw new Error(`${path}: statistics of WKB`);
  return rows;
}

async function points(path, ...columns) {
  const ask = await open();
  const rows = await geometries(ask, path, columns[0].endsWith("_lon"));
  const want = await ask(`SELECT ${columns} FROM '${path}'`);
  rows.forEach(([kind, axes, at], i) => {
    if (kind !== "Point" || axes !== columns.length || !at.every((v, axis) => Object.is(v, want[i][axis]))) throw new Error(`${path}: row ${i} is at ${at}, not ${want[i]}`);
  });
  console.log(String(rows.length));
}

async function lines(path, drawn) {
  const ask = await open();
  const rows = await geometries(ask, path, true);
  const paths = JSON.parse(fs.readFileSync(drawn, "utf8")).features.filter((f) => f.properties.path);
  rows.forEach(([kind, , at], i) => {
    const want = paths.slice(2 * i, 2 * i + 2).flatMap(({ geometry: g }) => (g.type === "LineString" ? [g.coordinates] : g.coordinates));
    if (kind !== "MultiLineString" || JSON.stringify(at) !== JSON.stringify(want)) throw new Error(`${path}: row ${i} is ${JSON.stringify(at)}, not ${JSON.stringify(want)}`);
  });
  if (paths.length !== 2 * rows.length) throw new Error(`${path}: ${rows.length} rows, ${paths.length} paths`);
  console.log(String(rows.length));
}

async function spatial(path) {
  const ask = await open();
  try {
    await ask("INSTALL spatial");
    await ask("LOAD spatial");
  } catch (err) {
    console.log(`not run, since it is not to be had (${err.message.split("\n")[0]})`);
    return;
  }
  const [[valid, all]] = await ask(`SELECT count(*) FILTER (WHERE ST_IsValid(geometry)), count(*) FROM '${path}'`);
  if (valid !== all) throw new Error(`${path}: ${valid} of ${all} geometries are valid`);
  console.log(`ran: ${all} geometries are valid`);
}

// commanded returns a console block with the present output of its commands.
function commanded(block) {
  const shown = (command) => {
    const { status, stdout, stderr } = spawnSync("bash", ["-c", `./${command}`], { encoding: "utf8" });
    return `$ ${command}\n${stdout}${stderr.replace(/^/gm, "2> ").replace(/2> $/, "")}${status === 0 ? "" : `[exit ${status}]\n`}`;
  };
  return block.split("\n").filter((line) => line.startsWith("$ ")).map((line) => shown(line.slice(2))).join("\n");
}

// asked returns the answer of SQL, with the names of the columns, and nothing if it has none.
async function asked(ask, block) {
  const statements = block.split(/;\n/).filter((sql) => sql.trim() !== "");
  for (const sql of statements.slice(0, -1)) await ask(sql);
  const last = statements.at(-1);
  if (!last.startsWith("SELECT")) {
    await ask(last);
    return "";
  }
  await ask(`COPY (SELECT COLUMNS(*)::VARCHAR FROM (${last})) TO 'asked.csv' (HEADER)`);
  return fs.readFileSync("asked.csv", "utf8");
}

async function csv(...statements) {
  process.stdout.write(await asked(await open(), statements.join(";\n")));
}

// printed returns the output of a shell command.
function printed(command) {
  const { status, stdout, stderr } = spawnSync("bash", ["-o", "pipefail", "-c", command], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}: exit ${status}: ${stderr}`);
  return stdout;
}

// hasNanoarrow tries to install the extension, once.
async function hasNanoarrow() {
  try {
    await (await open())("INSTALL nanoarrow FROM community; LOAD nanoarrow");
    return true;
  } catch {
    return false;
  }
}

async function pipes(path) {
  const block = (kind) => fs.readFileSync(path, "utf8").match(new RegExp("```" + kind + "\\n([^]*?)```\\n[^`]*(?:`[^`\\n]+`[^`]*)?```text\\n([^]*?)```"));
  const want = (what, now, text) => {
    if (now !== text) throw new Error(`${path}: ${what} prints\n${now}and not\n${text}`);
  };
  const [, shell, byShell] = block("sh");
  const [, flyby, sql] = shell.match(/^flyby ([^|]*) --out-format arrow \|\s*duckdb -csv -c "([^"]*)"\n$/);
  let how = "nanoarrow read the pipe";
  if (await hasNanoarrow()) {
    want("the pipe to DuckDB", printed(`./flyby ${flyby} --out-format arrow | node ${__filename} csv "${sql.replaceAll("; ", '" "')}"`), byShell);
  } else {
    how = "nanoarrow: not to be had here, Parquet ran";
    printed(`./flyby ${flyby} --out piped.parquet`);
    want("Parquet", await asked(await open(), sql.replace("LOAD nanoarrow; ", "").replace("read_arrow('/dev/stdin')", "'piped.parquet'")), byShell);
  }
  const [, script, byScript] = block("js");
  const near = require("node:path").join(process.env.NODE_PATH, "..", "near.mjs"); // beside the packages that it imports
  fs.writeFileSync(near, script);
  want("the pipe to Node", printed(`./flyby ${flyby} --out-format arrow | node ${near}`), byScript);
  console.log(`${how}; apache-arrow handed the batches of a pipe to DuckDB`);
}

async function page(path) {
  const ask = await open();
  const text = fs.readFileSync(path, "utf8");
  let now = "", from = 0, blocks = 0;
  for (const found of text.matchAll(/```(console|sql)\n([^]*?)```\n(\n```text\n[^]*?```\n)?/g)) {
    const [all, kind, block] = found;
    const answer = kind === "sql" ? await asked(ask, block) : "";
    now += text.slice(from, found.index) + "```" + kind + "\n" + (kind === "sql" ? block : commanded(block)) + "```\n";
    if (answer !== "") now += "\n```text\n" + answer + "```\n";
    from = found.index + all.length;
    blocks++;
  }
  now += text.slice(from);
  if (process.env.REWRITE) fs.writeFileSync(path, now);
  else if (now !== text || blocks === 0) throw new Error(`${path} should be\n${now}`);
  console.log(String(blocks));
}

const [what, ...rest] = process.argv.slice(2);
({ run, same, points, lines, spatial, page, pipes, csv })[what](...rest).catch((err) => {
  console.error(`${err.message}\nof ${rest.join("; ")}`);
  process.exit(1);
});
