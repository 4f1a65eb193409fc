// How members are told apart: by a colour, by dashes and by the shape of the mark, so that no two of forty have the same colour and dashes.

const colours = 8, dashes = ["none", "9 4", "2 3", "10 3 2 3", "5 3"], shapes = [
  "M0 -5.5a5.5 5.5 0 1 0 0.01 0z", "M-5 -5h10v10h-10z", "M0 -6.5l6 11h-12z", "M0 -6.5l6.5 6.5l-6.5 6.5l-6.5 -6.5z",
];

// lookOf is the class, the dashes and the mark of a member by its place in the group.
function lookOf(n) {
  return { colour: `c${n % colours}`, dash: dashes[n % dashes.length], shape: shapes[n % shapes.length] };
}

// spreadOut moves heights apart, in order, so that no two are nearer than a step and all are within bounds, as far as these have room.
function spreadOut(heights, step, top, bottom) {
  const order = heights.map((_, n) => n).sort((a, b) => heights[a] - heights[b] || a - b), out = [];
  const used = Math.min(step, (bottom - top) / Math.max(heights.length - 1, 1));
  let least = top;
  for (const n of order) {
    out[n] = Math.max(heights[n], least);
    least = out[n] + used;
  }
  let most = bottom;
  for (const n of order.reverse()) {
    out[n] = Math.min(out[n], most);
    most = out[n] - used;
  }
  return out;
}
