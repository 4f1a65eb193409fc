// How places fit into a picture.

// fitted is how places are seen in a box, whatever the view, at one scale for all axes.
function fitted(places, view, width, height) {
  const seen = places.map((at) => turned(at, view));
  const [left, right] = bounds(seen.map(([x]) => x)), [low, high] = bounds(seen.map(([, y]) => y));
  const scale = Math.min((width - 48) / (right - left || 1e-300), (height - 64) / (high - low || 1e-300));
  const used = Number.isFinite(scale) && scale < 1e290 ? scale : 1;
  const at = (p) => {
    const [x, y] = turned(p, view);
    return [width / 2 + (x - (left + right) / 2) * used, (height - 16) / 2 - (y - (low + high) / 2) * used];
  };
  return { at, scale: used };
}
