// The zone of a visit with the path of the object, from above.

// drawZone draws the shape of a zone; reach is how near counts, in pixels.
function drawZone(ground, { lines, areas }, at, reach) {
  const ring = (corners) => `${pathData(corners.map(at))}Z`, line = (corners) => pathData(corners.map(at)) + (corners.length === 1 ? "h.01" : "");
  const near = reach > 0 ? { "stroke-width": 2 * reach } : null;
  for (const rings of areas) {
    const d = rings.map(ring).join("");
    if (near) ground.append(svg("path", { class: "near", d, ...near }));
    ground.append(svg("path", { class: "zone", d }));
  }
  for (const corners of lines) {
    const d = line(corners);
    if (near) ground.append(svg("path", { class: "near", d, ...near }));
    ground.append(svg("path", { class: corners.length === 1 ? "zone spot" : "zone way", d }));
  }
}

// drawPath draws the path of the object: paler before and after its visit. A part of one place is a dot.
function drawPath(ground, visit, at) {
  for (const line of visit.lines) {
    const places = within(line, ...visit.window).map(at), inside = within(line, 0, visit.until).map(at);
    if (places.length > 1) ground.append(svg("path", { class: "entry path around", d: pathData(places) }));
    if (inside.length > 1) ground.append(svg("path", { class: "entry path", d: pathData(inside) }));
    else if (inside.length === 1) ground.append(svg("circle", { class: "entry mark", cx: inside[0][0], cy: inside[0][1], r: 3 }));
  }
}

// drawVisit draws both; what it returns shows a time.
function drawVisit(figure, data, visit, name) {
  const { picture, width, height } = drawing(figure, (w) => Math.max(Math.min(w, 400), 280), `The path of ${name.object} and the zone ${name.zone}`);
  const outline = outlineOf(data.zones[visit.zone], visit.place, data), threshold = (data.threshold ?? 0) + (visit.radius ?? 0);
  const during = visit.lines.flatMap((line) => within(line, 0, visit.until)), seen = during.length > 0 ? during : visit.lines.flatMap((line) => within(line, ...visit.window));
  const reached = nearParts(outline, seen, threshold).flatMap(([x, y]) => [[x - threshold, y - threshold, 0], [x + threshold, y + threshold, 0]]);
  const { at, scale } = fitted([...seen, ...reached], fromAbove, width, height);
  const ground = clipped(picture, 0, 0, width, height);
  drawZone(ground, outline, at, threshold * scale);
  const taken = visit.lines.flatMap((line) => dense(within(line, ...visit.window).map(at)));
  if (data.degrees) drawGraticule(ground, visit.place, at, scale, width, height, taken);
  drawPath(ground, visit, at);
  drawScaleBar(picture, width, height, scale, data.length);
  const mark = svg("circle", { class: "entry mark", r: 5 });
  ground.append(mark);
  return (t) => {
    const where = placeAt(visit, Math.min(Math.max(t, visit.window[0]), visit.window[1]));
    putAt(mark, where && at(where));
  };
}
