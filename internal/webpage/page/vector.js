// Vectors are lists of three numbers.

function norm(v) {
  return Math.hypot(...v);
}

function unitOf(v) {
  const length = norm(v);
  return length > 0 ? v.map((value) => value / length) : [1, 0, 0];
}

function dot(a, b) {
  return a.reduce((sum, value, axis) => sum + value * b[axis], 0);
}

// without is a vector less its part along a direction.
function without(v, direction) {
  const part = dot(v, direction);
  return v.map((value, axis) => value - part * direction[axis]);
}

// anyAcross is some direction across one.
function anyAcross(direction) {
  const least = direction.map(Math.abs).reduce((best, value, axis, all) => (value < all[best] ? axis : best), 0);
  return without([0, 1, 2].map((axis) => (axis === least ? 1 : 0)), direction);
}
