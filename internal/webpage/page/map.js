// What tells the scale of a picture of places: degrees, and a bar.

const metresADegree = 111195;

// drawGraticule draws meridians and parallels about a place, which is at the origin, with their degrees on either side, off points that are taken.
function drawGraticule(group, [lon, lat], at, scale, width, height, taken = []) {
  const write = (value, base, ...sides) => {
    const text = `${rounded(value, 8)}°`, long = 7 * text.length, places = sides.map((side) => ({ from: side(long), base })).filter(({ from }) => from >= 0);
    if (places[0].from + long <= width) group.append(svg("text", { class: "tick", x: freest(places, long, taken).from, y: base }, text));
  };
  const [x0, y0] = at([0, 0, 0]);
  const wide = Math.max(Math.cos(lat * Math.PI / 180), 1e-6) * metresADegree * scale, tall = metresADegree * scale;
  for (const value of ticksAcross(lon - x0 / wide, lon + (width - x0) / wide, 4)) {
    const x = x0 + (value - lon) * wide;
    group.append(svg("line", { class: "grid", x1: x, x2: x, y1: 0, y2: height }));
    if (x > 0) write(value - 360 * Math.round(value / 360), 11, () => x + 3, (long) => x - long);
  }
  for (const value of ticksAcross(lat - (height - y0) / tall, lat + y0 / tall, 4)) {
    if (Math.abs(value) > 90) continue;
    const y = y0 - (value - lat) * tall;
    group.append(svg("line", { class: "grid", x1: 0, x2: width, y1: y, y2: y }));
    if (y > 4 && y < height - 14) write(value, y < 29 ? Math.max(y + 13, 27) : y - 3, () => 3, (long) => width - long); // below the meridians' texts, above the bar
  }
}

function drawScaleBar(picture, width, height, scale, unit) {
  const length = barLength(width / scale), long = length * scale;
  picture.append(svg("path", { class: "bar", d: `M10 ${height - 16}v6h${long.toFixed(2)}v-6` }),
    svg("text", { class: "note", x: 14 + long, y: height - 8 }, withUnit(length, unit)));
}
