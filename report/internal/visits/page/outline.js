// The shape of a zone about a place of the page.

const earthRadius = 6378137, flatness = 1 / 298.257223563;

// inSpaceAt is a longitude and a latitude on the ellipsoid WGS 84, in metres from its centre.
function inSpaceAt([lon, lat]) {
  const [a, b] = [lon, lat].map((angle) => angle * Math.PI / 180), square = flatness * (2 - flatness), wide = earthRadius / Math.sqrt(1 - square * Math.sin(b) ** 2);
  return [wide * Math.cos(b) * Math.cos(a), wide * Math.cos(b) * Math.sin(a), wide * (1 - square) * Math.sin(b)];
}

// cornersAbout returns a function for corners: their offsets from a place, on the earth to its east and north; null behind the horizon of a far view.
function cornersAbout([x0, y0], data) {
  if (!data.degrees) return ([x, y]) => [(x - x0) * data.scale, (y - y0) * data.scale, 0];
  const from = inSpaceAt([x0, y0]), [a, b] = [x0, y0].map((angle) => angle * Math.PI / 180);
  const axes = [[-Math.sin(a), Math.cos(a), 0], [-Math.sin(b) * Math.cos(a), -Math.sin(b) * Math.sin(a), Math.cos(b)], [Math.cos(b) * Math.cos(a), Math.cos(b) * Math.sin(a), Math.sin(b)]];
  return (corner) => {
    const to = inSpaceAt(corner), [east, north, up] = axes.map((axis) => dot(axis, to.map((value, k) => value - from[k])));
    return up < -earthRadius ? null : [east * data.scale, north * data.scale, 0];
  };
}

// outlineOf is the shape of a zone about a place.
function outlineOf(zone, place, data) {
  const at = cornersAbout(place, data), chain = (corners) => corners.map(at).filter((corner) => corner);
  const lines = (zone.lines ?? []).map(chain), areas = (zone.areas ?? []).map((rings) => rings.map(chain));
  return { lines: lines.filter((line) => line.length > 0), areas: areas.filter(([outer]) => outer.length > 0) };
}

// nearParts are the corners of the parts of a zone that a path may have met: the others may be oceans away.
function nearParts({ lines, areas }, path, threshold) {
  const [left, right] = bounds(path.map(([x]) => x)), [low, high] = bounds(path.map(([, y]) => y));
  const meets = (corners) => {
    const [west, east] = bounds(corners.map(([x]) => x)), [south, north] = bounds(corners.map(([, y]) => y));
    return west <= right + threshold && east >= left - threshold && south <= high + threshold && north >= low - threshold;
  };
  const parts = [...lines, ...areas.map((rings) => rings.flat())], near = parts.filter(meets);
  return (near.length > 0 ? near : parts).flat();
}
