// The points of the page in columns, and which of them are whose.

// partsOf are the points of one kind of one cluster, in the order in which they are drawn: [cluster, kind, first, end].
function partsOf(bunches) {
  const parts = [];
  let first = 0;
  for (const [cluster, core, border] of bunches) {
    if (core > 0) parts.push({ cluster, kind: cluster < 0 ? "noise" : "core", first, end: first + core });
    if (border > 0) parts.push({ cluster, kind: "border", first: first + core, end: first + core + border });
    first += core + border;
  }
  return parts;
}

// byCluster are the parts of each cluster, in the order in which clusters are drawn.
function byCluster(parts) {
  const of = new Map();
  for (const part of parts) of.set(part.cluster, [...(of.get(part.cluster) ?? []), part]);
  return of;
}

// valuesOf are the coordinates of a column of steps.
function valuesOf(steps, { from, step }) {
  return Float64Array.from(steps, (n) => from + n * step);
}

// boundsOf are the least and greatest of a column over parts.
function boundsOf(column, parts) {
  let least = Infinity, most = -Infinity;
  for (const { first, end } of parts) {
    for (let n = first; n < end; n++) {
      if (column[n] < least) least = column[n];
      if (column[n] > most) most = column[n];
    }
  }
  return [least, most];
}

// meanOf is the mean of a column over parts.
function meanOf(column, parts) {
  let sum = 0, points = 0;
  for (const { first, end } of parts) {
    for (let n = first; n < end; n++) sum += column[n];
    points += end - first;
  }
  return sum / points;
}

// partAt is the part that has a point.
function partAt(parts, n) {
  return parts.find(({ first, end }) => n >= first && n < end);
}

// nearestTo is the point of parts that is nearest to a place on the picture, within a distance; -1: there is none.
function nearestTo(xs, ys, parts, x, y, within) {
  let best = -1, least = within * within;
  for (const { first, end } of parts) {
    for (let n = first; n < end; n++) {
      const square = (xs[n] - x) ** 2 + (ys[n] - y) ** 2;
      if (square <= least) [best, least] = [n, square];
    }
  }
  return best;
}
