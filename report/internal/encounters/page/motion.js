// How far apart two objects are. How far others are from the place of a point event is known at all times.

// relativeAt is the place of the entry as the query sees it.
function relativeAt(pass, t) {
  const query = placeAt(pass.query, t), entry = placeAt(pass.entry, t);
  return query && entry && entry.map((value, axis) => value - query[axis]);
}

function distanceAt(pass, t) {
  const relative = relativeAt(pass, t);
  return relative && Math.hypot(...relative);
}

// reachOf is how far apart the two may be to be an encounter, undefined where nobody knows: the threshold, and the radii of both.
function reachOf(pass, data) {
  return data.threshold === undefined ? undefined : data.threshold + (pass.radii ?? 0);
}

// common are the spans of time that both objects have, without gaps: pairs of ends.
function common(pass) {
  const spans = [];
  for (const a of spansOf(pass.query)) {
    for (const b of spansOf(pass.entry)) {
      const from = Math.max(a[0], b[0]), until = Math.min(a[1], b[1]);
      if (from <= until) spans.push([from, until]);
    }
  }
  return spans.length === 0 ? [[0, 0]] : spans;
}

function spansOf(track) {
  return track.event ? [[-Infinity, Infinity]] : track.lines.map(({ t }) => [t[0], t[t.length - 1]]);
}

// windowOf is the span of time that a page shows of an encounter.
function windowOf(pass) {
  const spans = common(pass).flat().filter(Number.isFinite);
  const [from, until] = bounds([...spans, pass.enter, pass.exit]);
  return from < until ? [from, until] : [from - 1, until + 1];
}

// knots are the times in a span at which one of the two turns, the time of the closest approach, and the span's ends.
function knots(pass, [from, until]) {
  const all = new Set([from, until]);
  if (from < 0 && until > 0) all.add(0);
  for (const { lines } of [pass.query, pass.entry]) {
    for (const { t } of lines) for (const time of t) if (time > from && time < until) all.add(time);
  }
  return [...all].sort((a, b) => a - b);
}

// closestBetween is the time between two knots at which a distance is least, of motion that is straight there.
function closestBetween(pass, from, until) {
  const a = relativeAt(pass, from), step = relativeAt(pass, until).map((value, axis) => value - a[axis]);
  const along = -dot(a, step), square = dot(step, step);
  const share = square > 0 ? Math.min(Math.max(along / square, 0), 1) : 0;
  return from + (until - from) * share;
}

// pointsASegment is how many points a curve has between two knots.
const pointsASegment = 24;

// timesOf are the times at which a curve of a span is drawn: knots, points between and least distances.
function timesOf(pass, span) {
  const at = knots(pass, span), times = [at[0]];
  for (let n = 1; n < at.length; n++) {
    const from = at[n - 1], until = at[n], between = [closestBetween(pass, from, until)];
    for (let k = 1; k <= pointsASegment; k++) between.push(from + (until - from) * k / pointsASegment);
    times.push(...between.sort((a, b) => a - b));
  }
  return times;
}

// curves are the distances against time, one list of [time, distance] a span without gaps.
function curves(pass) {
  return common(pass).filter(([from, until]) => Number.isFinite(until - from))
    .map((span) => timesOf(pass, span).map((t) => [t, distanceAt(pass, t)]));
}
