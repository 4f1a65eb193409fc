// Where objects are: straight, at one speed, between two samples of a line, and nowhere in gaps. A point event is at its place at all times.

function place(line, n) {
  return [line.x[n], line.y[n], line.z ? line.z[n] : 0];
}

// lastBefore is the last sample of a line that is not after a time, but never the last of several.
function lastBefore(line, t) {
  let low = 0, high = Math.max(line.t.length - 2, 0);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (line.t[middle] <= t) low = middle; else high = middle - 1;
  }
  return low;
}

// placeAt is where an object is at a time, null where it is nowhere.
function placeAt(track, t) {
  if (track.event) return place(track.lines[0], 0);
  const line = track.lines.find(({ t: times }) => times[0] <= t && t <= times[times.length - 1]);
  if (!line) return null;
  const n = lastBefore(line, t), from = place(line, n);
  if (n + 1 === line.t.length) return from;
  const to = place(line, n + 1), share = (t - line.t[n]) / (line.t[n + 1] - line.t[n]);
  return from.map((value, axis) => value + (to[axis] - value) * share);
}

// within are the places of a line from one time to another, with the places at these times.
function within(line, from, until) {
  const last = line.t.length - 1, begin = Math.max(from, line.t[0]), end = Math.min(until, line.t[last]);
  if (begin > end) return [];
  const at = (t) => placeAt({ lines: [line] }, t), places = [at(begin)];
  for (let n = 0; n <= last; n++) if (line.t[n] > begin && line.t[n] < end) places.push(place(line, n));
  if (end > begin) places.push(at(end));
  return places;
}
