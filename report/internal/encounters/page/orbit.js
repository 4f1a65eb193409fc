// The pass in the frame of the query's orbit, as operators draw it: radial away from the Earth's centre, along in the sense of motion, cross along the orbital momentum.

// orbitAxes are the three directions as the two are closest.
function orbitAxes({ place, cross }) {
  const radial = unitOf(place), [x, y, z] = cross, [a, b, c] = radial;
  return { radial, along: [y * c - z * b, z * a - x * c, x * b - y * a], cross };
}

// drawOrbit draws radial and cross against along, where the data are of orbits. miss has the three parts of the least distance.
function drawOrbit(data, pass, row, miss) {
  const figures = ["radial", "cross"].map(find).filter(Boolean);
  for (const figure of figures) figure.hidden = !pass.cross;
  if (!pass.cross) return [];
  find("radial").querySelector(".query").textContent = shortened(row.query, 24);
  find("parts").textContent = `${["radial", "along", "cross"].map((name, n) => `${name} ${signed(miss[n])}`).join(", ")} ${data.length}`;
  const of = orbitAxes(pass), reach = orbitReach(pass, data, Number(row.distance));
  return figures.map((figure) => {
    const show = drawSeen(figure, data, pass, `${row.entry} as ${row.query} sees it, ${figure.id} against along`, [of.along, of[figure.id]], reach);
    nameAxes(figure.querySelector("svg"), figure.id);
    return show;
  });
}

// orbitReach is how far a picture reaches that shows the parts of the least distance, and the threshold where this is not far beyond.
function orbitReach(pass, data, least) {
  const within = reachOf(pass, data) || Infinity, near = Math.max(4 * least, within < Infinity ? within / 200 : 0) || 1;
  return Math.min(within, near) * 1.25;
}

// nameAxes draws two axes through the middle of a picture, and their names.
function nameAxes(picture, up) {
  const { width, height } = picture.viewBox.baseVal, x = width / 2, y = height / 2;
  picture.prepend(svg("path", { class: "grid", d: `M0 ${y}h${width}M${x} 0v${height}` }),
    svg("text", { class: "name", x: width - 4, y: y - 5, "text-anchor": "end" }, "along →"), svg("text", { class: "name", x: x + 5, y: 12 }, `${up} ↑`));
}
