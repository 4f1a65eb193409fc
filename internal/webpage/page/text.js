// Numbers and times as people read them. The table has the figures whole.

function rounded(value, digits = 4) {
  if (!Number.isFinite(value)) return value === null ? "" : String(value);
  return String(Number(value.toPrecision(digits)));
}

function withUnit(value, unit, digits) {
  return unit ? `${rounded(value, digits)} ${unit}` : rounded(value, digits);
}

// named is what a scale shows, with its unit where there is one.
function named(what, unit) {
  return unit ? `${what}, ${unit}` : what;
}

// clockUnits are units for offsets from a timestamp: a name and its seconds, and up to how many seconds it is used.
const clockUnits = [["s", 1, 180], ["min", 60, 180 * 60], ["h", 3600, 72 * 3600], ["d", 86400, Infinity]];

// clocked is whether times of the data are in seconds, which people read as minutes, hours and days.
const clocked = (data) => data.stamps || data.time === "s";

// offsetUnit is the unit in which offsets of a range are shown, and how many units of the data it is.
function offsetUnit(data, range) {
  if (!clocked(data)) return [data.time, 1];
  return clockUnits.find(([, , most]) => range <= most);
}

// offsetText is an offset, in the unit of its range.
function offsetText(t, [unit, seconds]) {
  return unit ? `${signed(t / seconds)} ${unit}` : signed(t / seconds);
}

// durationText is a duration as people say it: 12 min 5 s, 5 h 27 min, 3 d 4 h, or in the unit of the data.
function durationText(value, data) {
  if (!clocked(data) || value < 60) return withUnit(value, clocked(data) ? "s" : data.time);
  const [unit, size, next, step] = value < 3600 ? ["min", 60, "s", 1] : value < 86400 ? ["h", 3600, "min", 60] : ["d", 86400, "h", 3600];
  const steps = Math.round(value / step), rest = steps % (size / step), whole = `${Math.floor(steps * step / size)} ${unit}`;
  return rest > 0 ? `${whole} ${rest} ${next}` : whole;
}

// withoutZeros is a time without zeros at the end of a fraction.
function withoutZeros(text) {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

function signed(value, digits) {
  return value > 0 ? `+${rounded(value, digits)}` : rounded(value, digits);
}

// shortened is a name that has room for some characters.
function shortened(name, most) {
  const characters = [...name];
  return characters.length <= most ? name : `${characters.slice(0, most - 1).join("")}…`;
}
