// Where on the earth rows are: coasts, meridians and parallels, and a spot for each row. It has no tiles: the coasts are in the page, where it has any.

// leastTall is how many degrees of latitude a map shows at least: a coast is then near most waters.
const leastTall = 24;

// beside is a longitude, by whole turns moved to within half a turn of another.
function beside(lon, about) {
  return lon - 360 * Math.round((lon - about) / 360);
}

// ringsOf are the corners of land, [longitude, latitude] each, ring by ring.
function ringsOf(land) {
  return land.split(" ").map((word) => {
    const steps = unpacked(word), lons = summed(steps.filter((_, n) => n % 2 === 0)), lats = summed(steps.filter((_, n) => n % 2 === 1));
    return lons.map((lon, n) => [lon / 10, lats[n] / 10]);
  });
}

// mapOf is a map of a size with all places on it: its middle, and its pixels for a degree of longitude and of latitude.
function mapOf(places, width, height) {
  const [first] = places[0], [low, high] = bounds(places.map(([, lat]) => lat)), [left, right] = bounds(places.map(([lon]) => beside(lon, first)));
  const lat = (low + high) / 2, narrow = Math.max(Math.cos(lat * Math.PI / 180), 0.05);
  const tall = Math.min(height / Math.max(leastTall, 1.25 * (high - low)), width / Math.max(1.25 * (right - left) * narrow, 1));
  return { middle: [(left + right) / 2, lat], wide: tall * narrow, tall };
}

// drawWhere draws a map of places; what it returns puts a ring around one of them.
function drawWhere(figure, land, places) {
  const { picture, width, height } = drawing(figure, (w) => Math.min(w, 340), "Where on the earth");
  const { middle, wide, tall } = mapOf(places, width, height), ground = clipped(picture, 0, 0, width, height);
  const at = ([lon, lat]) => [width / 2 + (beside(lon, middle[0]) - middle[0]) * wide, height / 2 - (lat - middle[1]) * tall];
  const corner = ([lon, lat]) => [width / 2 + (lon - middle[0]) * wide, height / 2 - (lat - middle[1]) * tall];
  const coasts = ringsOf(land).map((ring) => `${pathData(ring.map(corner))}Z`).join("");
  ground.append(svg("rect", { class: "sea", width, height }));
  for (const turn of [-360, 0, 360]) ground.append(svg("path", { class: "land", d: coasts, transform: `translate(${(turn + 360 * Math.round(middle[0] / 360)) * wide} 0)` }));
  drawGraticule(ground, middle, () => [width / 2, height / 2], tall / metresADegree, width, height);
  ground.append(svg("path", { class: "spots", d: places.map((place) => `${pathData([at(place)])}h.01`).join("") }));
  const ring = svg("circle", { class: "here", r: 8, visibility: "hidden" });
  ground.append(ring);
  return (place) => putAt(ring, at(place));
}

// placeText is a place as people write it: 57.25° N, 160.1° W.
function placeText([lon, lat]) {
  const east = beside(lon, 0);
  return `${rounded(Math.abs(lat), 6)}° ${lat < 0 ? "S" : "N"}, ${rounded(Math.abs(east), 6)}° ${east < 0 ? "W" : "E"}`;
}
