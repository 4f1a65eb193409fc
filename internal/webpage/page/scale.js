// Scales from data to pixels, and their ticks.

function linear(from, to, first, last) {
  const slope = to === from ? 0 : (last - first) / (to - from);
  return (value) => first + (value - from) * slope;
}

// niceStep is 1, 2 or 5 times a power of ten, so that a range has about so many steps.
function niceStep(range, steps) {
  if (!(range > 0)) return 1;
  const rough = range / steps, power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999);
}

function ticks(from, to, steps) {
  const step = niceStep(to - from, steps), all = [];
  for (let n = Math.ceil(from / step - 1e-9); n * step <= to + 1e-9 * step; n++) all.push(n === 0 ? 0 : Number((n * step).toPrecision(12)));
  return all;
}

// ticksAcross are the ticks of an axis that has room for some steps: three at least, on a phone too.
function ticksAcross(from, to, steps) {
  let all = ticks(from, to, steps);
  for (let more = 1; all.length < 3 && to > from && more < 9; more++) all = ticks(from, to, steps + more);
  return all;
}

// barLength is a nice length of at most a share of a range: what a scale bar shows.
function barLength(range) {
  const step = niceStep(range, 8);
  return step * (step * 2 <= range / 3 ? 2 : 1);
}

// bounds are the least and greatest of numbers.
function bounds(values) {
  let least = Infinity, most = -Infinity;
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}
