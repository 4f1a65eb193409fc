// The page of groups: the pictures of the one that is chosen, and figures of all.

const membersText = (number) => `${number} ${number === 1 ? "member" : "members"}`;

// momentText says of a time who is in the group.
function momentText(group) {
  const unit = offsetUnit(data, group.window[1] - group.window[0]), all = group.members.length;
  return (t) => {
    const when = t === 0 ? "at the start" : `${offsetText(t, unit)} from the start`, present = group.members.filter((member) => isIn(member, group, t)).length;
    if (t < 0) return `${offsetText(t, unit)}: before the group`;
    if (t > group.until) return `${offsetText(t, unit)}: after the group`;
    return `${when}: ${present} of ${group.more ? `the first ${all}` : membersText(all)}`;
  };
}

// told shows a text, or hides its place where there is nothing to tell.
function told(id, tells, text) {
  find(id).hidden = !tells;
  if (text) find(id).textContent = text;
}

// A ChosenGroup draws its members: their paths, their places around their centre, and their times.
class ChosenGroup extends Chosen {
  constructor() {
    super();
    for (const figure of [find("paths"), find("inside"), find("together")]) {
      figure.addEventListener("pointerover", (event) => this.point(event.target.closest("[data-member]")?.dataset.member));
      figure.addEventListener("pointerleave", () => this.point());
    }
  }

  draw() {
    const group = data.groups[this.n], { dataset: row, cells } = rowAt(this.n), all = group.members.length + (group.more ?? 0);
    find("chosen-title").textContent = `Group ${row.group}: ${membersText(all)}`;
    find("chosen-when").textContent = group.until > 0 ? `From ${withoutZeros(cells[3].textContent)} to ${withoutZeros(cells[4].textContent)}, lasting ${durationText(group.until, data)}` : `At ${withoutZeros(cells[3].textContent)}, for an instant`;
    told("chosen-many", all > withPath(group).length, `; the first ${withPath(group).length} of ${all} are drawn`);
    told("chosen-thinned", group.thinned);
    told("chosen-links", linksKnown(data, group));
    told("chosen-more", group.more > 0, `; the first ${group.members.length} of ${all}`);
    this.drawPaths();
    this.drawWhere(data.groups.map(({ place }) => place));
    const bars = drawBars(find("bars"), data, group, withoutZeros(cells[3].textContent));
    this.player.load(group.window[0] < group.window[1] ? group.window : [-1, 1], [(t) => this.showPaths(t), (t) => this.showInside(t), bars], momentText(group));
  }

  drawPaths() {
    this.showPaths = drawMembers(find("paths"), data, data.groups[this.n], this.view);
    this.showInside = drawInside(find("inside"), data, data.groups[this.n], this.view);
  }

  // point has the path, the name and the row of a member stand out.
  point(member) {
    for (const element of document.querySelectorAll("#chosen [data-member]")) element.classList.toggle("lit", element.dataset.member === member);
  }
}

// drawFigures draws what is as wide as the page, of all groups.
function drawFigures() {
  drawWhen(find("when"), data);
  drawHistogram(find("sizes"), data.sizes, "members", "", { things: "groups", whole: true, spanText: sizesText });
  drawDurations(find("durations"), data, "groups");
}

if (find("table")) beginRows(new ChosenGroup(), drawFigures);
