// From places to pixels: two axes at one scale, or space that is turned.

// unequal is by how much extents may differ and still share a scale: beyond it one of them would be a line.
const unequal = 25;

// A View is where the middle of the picture is, and how many pixels a unit is along both axes.
function fittedView([left, right], [low, high], width, height, ratio) {
  const wide = right - left, tall = high - low;
  let x = (width - 48) / (wide || 1e-300), y = (height - 48) / (tall || 1e-300);
  const differ = wide > 0 && tall > 0 && Math.max(wide / tall, tall / wide) > unequal;
  if (ratio || !differ) {
    const scale = Math.min(x, y / (ratio || 1));
    [x, y] = [scale, scale * (ratio || 1)];
  }
  const bounded = (scale) => (Number.isFinite(scale) && scale < 1e290 ? scale : 1);
  return { x: (left + right) / 2, y: (low + high) / 2, scaleX: bounded(x), scaleY: bounded(y), own: differ && !ratio };
}

// zoomed is a view that is closer by a factor.
function zoomed(view, factor) {
  return { ...view, scaleX: view.scaleX * factor, scaleY: view.scaleY * factor };
}

// moved is a view whose middle went by pixels.
function moved(view, dx, dy) {
  return { ...view, x: view.x - dx / view.scaleX, y: view.y + dy / view.scaleY };
}

// ratioOf is how many times as long a degree of latitude is as one of longitude.
function ratioOf([low, high]) {
  return 1 / Math.max(Math.cos((low + high) / 2 * Math.PI / 180), 0.05);
}

// radiusOf is how large marks are where so many points are seen.
function radiusOf(points) {
  return [[150, 6], [1000, 5], [4000, 4], [15000, 3], [50000, 2.2], [120000, 1.5]].find(([most]) => points <= most)?.[1] ?? 1.1;
}

// longitudeText is a longitude that may be beyond 180°.
function degreesText(value) {
  return `${rounded(value > 180 ? value - 360 : value, 7)}°`;
}

// apart are the labels that have room: of those that lie over one before, none.
function apart(labels, wide, tall) {
  const kept = [];
  for (const label of labels) {
    if (!kept.some(({ x, y }) => Math.abs(x - label.x) < wide && Math.abs(y - label.y) < tall)) kept.push(label);
  }
  return kept;
}
