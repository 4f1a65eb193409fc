// duckdb.cjs run SQL...: runs statements and prints the rows of the last, with commas.
// duckdb.cjs same CSV PARQUET: prints how many rows two files have, if they are the same rows in the
// same order. DuckDB has microseconds, to which it cuts the nanoseconds of one file and the digits of
// the other.
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

// equal is the condition that a column has the same value in p and in s.
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

const [what, ...rest] = process.argv.slice(2);
({ run, same })[what](...rest).catch((err) => {
  console.error(`${err.message}\nof ${rest.join("; ")}`);
  process.exit(1);
});
