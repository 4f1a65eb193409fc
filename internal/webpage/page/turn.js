// Views that are turned by dragging and by arrow keys.

const turnStep = Math.PI / 36;

// turned is where a place is on a picture that is turned by an angle and tilted: to the right, and up.
function turned([x, y, z], { angle, tilt }) {
  const right = x * Math.cos(angle) + y * Math.sin(angle), deep = y * Math.cos(angle) - x * Math.sin(angle);
  return [right, deep * Math.sin(tilt) + z * Math.cos(tilt)];
}

// fromAbove is a view that is neither turned nor tilted.
const fromAbove = { angle: 0, tilt: Math.PI / 2 };

// fromSide is how space is seen at first.
const fromSide = { angle: 0.6, tilt: 0.6 };

// turnedBy is a view that is turned and tilted further, never beyond what is seen from above or from the side.
function turnedBy(view, angle, tilt) {
  return { angle: view.angle + angle, tilt: Math.min(Math.max(view.tilt + tilt, 0), Math.PI / 2) };
}

// turnable lets a figure be turned by dragging and by arrow keys.
function turnable(figure, turn) {
  let from = null;
  figure.addEventListener("pointerdown", (event) => {
    from = [event.clientX, event.clientY];
    figure.setPointerCapture(event.pointerId);
  });
  figure.addEventListener("pointermove", (event) => {
    if (!from) return;
    turn((event.clientX - from[0]) / 100, (event.clientY - from[1]) / 100);
    from = [event.clientX, event.clientY];
  });
  for (const name of ["pointerup", "pointercancel"]) figure.addEventListener(name, () => { from = null; });
  figure.addEventListener("keydown", (event) => {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!steps) return;
    turn(steps[0] * turnStep, steps[1] * turnStep);
    event.preventDefault();
  });
}
