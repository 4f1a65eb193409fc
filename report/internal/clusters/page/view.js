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
  const bounded = (scale) => (Number.isFinite(scale) && scale < 1e290 ? scale : 100);
  return { x: (left + right) / 2, y: (low + high) / 2, scaleX: bounded(x), scaleY: bounded(y), own: differ && !ratio };
}

// zoomed is a view that is closer by a factor.
function zoomed(view, factor) {
  return { ...view, scaleX: view.scaleX * factor, scaleY: view.scaleY * factor };
}

// atMost is a view that is no more than so many times closer than another.
function atMost(view, whole, times) {
  return zoomed(view, Math.min(1, times * whole.scaleX / view.scaleX, times * whole.scaleY / view.scaleY));
}

// moved is a view whose middle went by pixels.
function moved(view, dx, dy) {
  return { ...view, x: view.x - dx / view.scaleX, y: view.y + dy / view.scaleY };
}

// ratioOf is how many times as long a degree of latitude is as one of longitude.
function ratioOf([low, high]) {
  return 1 / Math.max(Math.cos((low + high) / 2 * Math.PI / 180), 0.05);
}

// radii are how large marks may be, and up to how many points are drawn so large.
const radii = [[6, 150], [5, 1000], [4, 4000], [3, 15000], [2.2, 50000], [1.5, 120000], [1.1, Infinity]];

// radiusOf is how large marks are where so many points are seen, some on top of others: crowding is how many share a place.
function radiusOf(points, crowding) {
  const at = radii.findIndex(([, most]) => points <= most) + (crowding > 3 ? 1 : 0) + (crowding > 12 ? 1 : 0);
  return radii[Math.min(at, radii.length - 1)][0];
}

// degreesText is a longitude that may be beyond 180°.
function degreesText(value) {
  return `${rounded(value > 180 ? value - 360 : value, 7)}°`;
}

// apart are the labels that have room: a label that lies over one before is left out.
function apart(labels, wide, tall) {
  const kept = [];
  for (const label of labels) {
    if (!kept.some(({ x, y }) => Math.abs(x - label.x) < wide && Math.abs(y - label.y) < tall)) kept.push(label);
  }
  return kept;
}
