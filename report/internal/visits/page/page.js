// The page of visits: pictures of the chosen visit, and figures of all visits.

// momentText says of a time whether the visit lasts.
function momentText(visit) {
  const unit = offsetUnit(data, visit.window[1] - visit.window[0]);
  return (t) => {
    const gone = placeAt(visit, t) ? "" : ", no samples";
    if (t < 0) return `${offsetText(t, unit)}: before the visit${gone}`;
    return `${t === 0 ? "at the start" : `${offsetText(t, unit)} from the start`}: ${t > visit.until ? "after" : "during"} the visit${gone}`;
  };
}

// A ChosenVisit draws the zone and the path of the object.
class ChosenVisit extends Chosen {
  draw() {
    const visit = data.visits[this.n], { cells } = rowAt(this.n), [, object, zone, enter, exit] = [...cells].map(({ textContent }) => textContent);
    find("chosen-title").replaceChildren(`${this.n + 1}: `, html("bdi", {}, object), " in ", html("bdi", {}, zone));
    find("chosen-when").textContent = visit.until > 0 ? `From ${withoutZeros(enter)} to ${withoutZeros(exit)}, lasting ${durationText(visit.until, data)}` : `At ${withoutZeros(enter)}, for an instant`;
    for (const [kind, name] of [["query", zone], ["entry", object]]) find("paths").querySelector(`span.${kind}`).textContent = shortened(name, 24);
    const show = drawVisit(find("paths"), data, visit, { object, zone });
    this.drawWhere(data.visits.map(({ place }) => place));
    this.player.load(visit.window[0] < visit.window[1] ? visit.window : [-1, 1], [show], momentText(visit));
  }
}

// drawFigures draws what is as wide as the page, of all visits.
function drawFigures() {
  drawIntervals(find("intervals"), data, "When zones were visited");
  drawDurations(find("durations"), data, "visits");
}

if (find("table")) beginRows(new ChosenVisit(), drawFigures);
