// The paths of the members of a group, from above or, in space, from a side.

// timesIn are the spans in which a member is in its group.
function timesIn(member, group) {
  return member.spans ?? [[0, group.until]];
}

// isIn reports whether a member is in its group at a time.
function isIn(member, group, t) {
  return timesIn(member, group).some(([from, until]) => from <= t && t <= until);
}

// partsOf are the parts of a member's path while it is in the group, a list of places each.
function partsOf(member, group) {
  return timesIn(member, group).flatMap(([from, until]) => member.lines.map((line) => within(line, from, until))).filter((places) => places.length > 0);
}

// endOf is where a member's name stands: where it is last in the group, or else at the end of its path.
function endOf(member, group) {
  const part = partsOf(member, group).at(-1), line = member.lines.at(-1);
  return part ? part.at(-1) : place(line, line.t.length - 1);
}

const withPath = (group) => group.members.filter(({ lines }) => lines?.length > 0);

// drawMembers draws the paths; what it returns shows a time.
function drawMembers(figure, data, group, view) {
  const members = withPath(group), room = (w) => Math.min(w / 4, 110);
  const { picture, width, height } = drawing(figure, (w) => Math.max(Math.min(w, 400), 280, members.length * 11 + 40), `The paths of ${members.length} members`);
  const right = width - room(width), inside = members.flatMap((member) => partsOf(member, group).flat());
  const { at, scale } = fitted(inside.length > 0 ? inside : members.map((member) => endOf(member, group)), view, right, height);
  const ground = clipped(picture, 0, 0, right, height);
  if (data.degrees && view === fromAbove) drawGraticule(ground, group.place, at, scale, right, height);
  members.forEach((member, n) => drawMember(ground, member, group, n, at));
  drawNames(picture, data, group, members, at, right, width, height);
  drawScaleBar(picture, width, height, scale, data.length);
  const marks = members.map((_, n) => svg("path", { class: `mark ${lookOf(n).colour}`, d: lookOf(n).shape }));
  ground.append(...marks);
  return (t) => members.forEach((member, n) => {
    const where = placeAt(member, Math.min(Math.max(t, group.window[0]), group.window[1]));
    putAt(marks[n], where && at(where));
    marks[n].setAttribute("fill-opacity", isIn(member, group, t) ? 1 : 0.25);
  });
}

// drawMember draws the path of a member: paler where it is not in the group. A part of one place is a dot.
function drawMember(ground, member, group, n, at) {
  const { colour, dash } = lookOf(n), lines = svg("g", { class: `member ${colour}`, "data-member": n });
  for (const line of member.lines) {
    const places = within(line, ...group.window).map(at);
    if (places.length > 1) lines.append(svg("path", { class: "path around", d: pathData(places) }));
  }
  for (const places of partsOf(member, group)) {
    const points = places.map(at);
    lines.append(points.length > 1 ? svg("path", { class: "path", "stroke-dasharray": dash, d: pathData(points) }) : svg("circle", { class: "dot", cx: points[0][0], cy: points[0][1], r: 2.5 }));
  }
  ground.append(lines);
}

// drawNames writes names beside the picture, each with a line to the end of its path.
function drawNames(picture, data, group, members, at, right, width, height) {
  const ends = members.map((member) => at(endOf(member, group)));
  const heights = spreadOut(ends.map(([, y]) => Math.min(Math.max(y, 0), height)), 14, 12, height - 26), most = Math.floor((width - right - 14) / 7);
  members.forEach((member, n) => {
    const [x, y] = ends[n], name = data.names[member.name], { colour } = lookOf(n);
    picture.append(svg("path", { class: `leader ${colour}`, d: `M${x.toFixed(2)} ${y.toFixed(2)}L${right} ${heights[n].toFixed(2)}h6` }),
      svg("text", { class: `who ${colour}`, x: right + 9, y: heights[n] + 4, "data-member": n }, svg("title", {}, name), shortened(name, most)));
  });
}
