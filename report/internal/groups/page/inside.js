// A group as it sees itself: its members around their centre, which is lost where paths are long and members near each other.

// placesIn are where the members are that are in the group at a time, by their places among those with a path; null: not in it, or nowhere.
function placesIn(group, members, t) {
  return members.map((member) => (isIn(member, group, t) ? placeAt(member, t) : null));
}

// centreOf is the mean of places.
function centreOf(places) {
  const there = places.filter((at) => at);
  return [0, 1, 2].map((axis) => there.reduce((sum, at) => sum + at[axis] / there.length, 0));
}

const away = (at, centre) => at.map((value, axis) => value - centre[axis]);

// reachOf is how far members are from their centre at most, of a number of times.
function reachOf(group, members, times) {
  let most = 0;
  for (let n = 0; n <= times; n++) {
    const places = placesIn(group, members, group.until * n / times), centre = centreOf(places);
    for (const at of places) if (at) most = Math.max(most, norm(away(at, centre)));
  }
  return most;
}

// linksOf are the pairs of members that are within the threshold and their radii of each other.
function linksOf(places, members, threshold) {
  const links = [];
  places.forEach((a, n) => {
    if (!a) return;
    for (let k = 0; k < n; k++) {
      const reach = threshold + (members[n].radius ?? 0) + (members[k].radius ?? 0);
      if (places[k] && norm(away(a, places[k])) <= reach * (1 + 1e-9)) links.push([k, n]);
    }
  });
  return links;
}

// linksKnown reports whether the page knows where members are as the data do, and how near they have to be.
const linksKnown = (data, group) => data.threshold !== undefined && !group.thinned;

// drawInside draws the members around their centre; what it returns shows a time.
function drawInside(figure, data, group, view) {
  const members = withPath(group), { picture, width, height } = drawing(figure, (w) => Math.max(Math.min(w, 400), 280), "The members around their centre");
  const reach = reachOf(group, members, 120) || data.threshold || 1, scale = Math.min(width, height - 24) / 2 / (reach * 1.25);
  const ground = clipped(picture, 0, 0, width, height), links = svg("path", { class: "link" });
  ground.append(svg("path", { class: "grid", d: `M${width / 2 - 6} ${height / 2}h12m-6 -6v12` }), links);
  const marks = members.map((member, n) => svg("g", { class: `inside ${lookOf(n).colour}`, "data-member": n }, svg("title", {}, data.names[member.name]), svg("path", { class: "mark", d: lookOf(n).shape })));
  if (members.length <= 20) members.forEach((member, n) => marks[n].append(svg("text", { class: "who", x: 9, y: 4 }, shortened(data.names[member.name], 14))));
  ground.append(...marks);
  drawScaleBar(picture, width, height, scale, data.length);
  return (t) => {
    const places = placesIn(group, members, t), centre = centreOf(places);
    const seen = places.map((at) => {
      if (!at) return null;
      const [x, y] = turned(away(at, centre), view);
      return [width / 2 + x * scale, height / 2 - y * scale];
    });
    marks.forEach((mark, n) => putAt(mark, seen[n]));
    links.setAttribute("d", linksKnown(data, group) ? linksOf(places, members, data.threshold).map(([a, b]) => pathData([seen[a], seen[b]])).join("") : "");
  };
}
