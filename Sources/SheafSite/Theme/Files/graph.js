'use strict';
const {titles, paths, edges} = JSON.parse(document.getElementById('graph').textContent);
const count = titles.length, x = new Float64Array(count), y = new Float64Array(count);
const dx = new Float64Array(count), dy = new Float64Array(count), degree = new Uint32Array(count);
const out = titles.map(() => []), into = titles.map(() => []);
for (let i = 0; i < edges.length; i += 2) {
  out[edges[i]].push(edges[i + 1]); into[edges[i + 1]].push(edges[i]);
  degree[edges[i]]++; degree[edges[i + 1]]++;
}
for (let i = 0; i < count; i++) {
  const turn = i * 2.399963, radius = 14 * Math.sqrt(i + 0.5);
  x[i] = radius * Math.cos(turn); y[i] = radius * Math.sin(turn);
}
let heat = 1, round = 0, chosen = -1, zoom = 1, panX = 0, panY = 0, isTouched = false;

// Everything that grows with the notes is a generator that stops every few hundred microseconds: a frame goes on
// with it only as long as nobody notices.

// Repulsion between notes of one cell, and between a note and the middle of each cell around: the time grows
// with the notes, not with their pairs.
function* step() {
  let reach = 1;
  for (let i = 0; i < count; i++) reach = Math.max(reach, Math.abs(x[i]), Math.abs(y[i]));
  // Each time the cells lie elsewhere, so that nothing gathers at their edges.
  const side = Math.max(60, reach / 10), shift = side * (++round * 0.618 % 1), far = 9 * side * side, cells = new Map();
  for (let i = 0; i < count; i++) {
    const key = Math.floor((x[i] + shift) / side) * 65536 + Math.floor((y[i] + shift) / side);
    let cell = cells.get(key);
    if (!cell) cells.set(key, cell = {notes: [], x: 0, y: 0});
    cell.notes.push(i); cell.x += x[i]; cell.y += y[i];
  }
  yield;
  const list = [...cells.values()];
  for (const cell of list) { cell.x /= cell.notes.length; cell.y /= cell.notes.length; }
  for (const cell of list) {
    const around = list.filter(other => other !== cell && (other.x - cell.x) ** 2 + (other.y - cell.y) ** 2 < far);
    const notes = cell.notes, room = Math.min(notes.length, 48), weight = notes.length / room;
    for (let a = 0; a < notes.length; a++) {
      push(notes, a, room, weight, around, side);
      if (a % 256 === 255) yield;
    }
    yield;
  }
  for (let e = 0; e < edges.length; e += 2) {
    const i = edges[e], j = edges[e + 1], ox = x[j] - x[i], oy = y[j] - y[i];
    const length = Math.sqrt(ox * ox + oy * oy) + 0.1, pull = (length - 40) / length * 0.04;
    dx[i] += ox * pull; dy[i] += oy * pull; dx[j] -= ox * pull; dy[j] -= oy * pull;
    if (e % 8192 === 8190) yield;
  }
  for (let i = 0; i < count; i++) {
    const size = Math.sqrt(dx[i] * dx[i] + dy[i] * dy[i]) + 0.01, limit = Math.min(size, 12 * heat) / size;
    x[i] += dx[i] * limit; y[i] += dy[i] * limit;
  }
  heat *= 0.985;
  yield;
}
// What pushes the note at `a` of its cell.
function push(notes, a, room, weight, around, side) {
  const i = notes[a];
  let fx = -x[i] * 0.004, fy = -y[i] * 0.004;
  for (let b = 0; b < room; b++) {
    const j = notes[(a + b) % notes.length];
    if (i === j) continue;
    const ox = x[i] - x[j] || (i < j ? 0.1 : -0.1), oy = y[i] - y[j], force = 90 * weight / (ox * ox + oy * oy + 1);
    fx += ox * force; fy += oy * force;
  }
  for (const other of around) {
    const ox = x[i] - other.x, oy = y[i] - other.y;
    const force = 90 * other.notes.length / (ox * ox + oy * oy + side);
    fx += ox * force; fy += oy * force;
  }
  dx[i] = fx; dy[i] = fy;
}

// Pictures are drawn out of sight and shown whole. What is shown follows the hand at once, stretched and shifted.
const canvas = document.getElementById('picture'), sheet = canvas.getContext('2d');
const colours = getComputedStyle(document.documentElement);
const colour = name => colours.getPropertyValue(name).trim();
function blank() {
  const picture = document.createElement('canvas');
  return {picture, pen: picture.getContext('2d', {willReadFrequently: true}), zoom: 1, panX: 0, panY: 0};
}
let shown = null, spare = blank();
function show() {
  const {clientWidth: width, clientHeight: height} = canvas, scale = devicePixelRatio;
  const wide = Math.round(width * scale), high = Math.round(height * scale);
  if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; }
  sheet.setTransform(1, 0, 0, 1, 0, 0);
  sheet.clearRect(0, 0, wide, high);
  if (!shown) return;
  const stretch = zoom / shown.zoom, {picture} = shown;
  sheet.setTransform(stretch, 0, 0, stretch,
    wide / 2 + scale * (panX - stretch * shown.panX) - stretch * picture.width / 2,
    high / 2 + scale * (panY - stretch * shown.panY) - stretch * picture.height / 2);
  sheet.drawImage(picture, 0, 0);
}
function* draw() {
  const width = canvas.clientWidth, height = canvas.clientHeight, scale = devicePixelRatio;
  if (!isTouched) {
    let reach = 1;
    for (let i = 0; i < count; i++) reach = Math.max(reach, Math.abs(x[i]), Math.abs(y[i]));
    zoom = Math.min(1, Math.min(width, height) / 2.1 / reach);
  }
  const {picture, pen} = spare, view = Object.assign(spare, {zoom, panX, panY});
  picture.width = Math.round(width * scale); picture.height = Math.round(height * scale);
  pen.setTransform(scale * view.zoom, 0, 0, scale * view.zoom,
    scale * (width / 2 + view.panX), scale * (height / 2 + view.panY));
  yield* lines(pen, view.zoom);
  yield* circles(pen, view.zoom);
  if (chosen >= 0) mark(pen, view.zoom);
  yield* names(pen, view.zoom);
  [shown, spare] = [view, shown || blank()];
  show();
  yield;
}
// Lines are only noted down until somebody looks at them: looking at one point makes the time count here.
function finish(pen) { pen.getImageData(0, 0, 1, 1); }
function* lines(pen, zoom) {
  pen.strokeStyle = colour('--line'); pen.lineWidth = 0.6 / zoom;
  // While notes move, some of the lines will do.
  const stride = heat > 0.02 && edges.length > 8000 ? 2 * Math.ceil(edges.length / 8000) : 2;
  for (let e = 0; e < edges.length;) {
    // Short paths: the time for one grows faster than its parts.
    pen.beginPath();
    for (const end = Math.min(edges.length, e + 32 * stride); e < end; e += stride) {
      pen.moveTo(x[edges[e]], y[edges[e]]); pen.lineTo(x[edges[e + 1]], y[edges[e + 1]]);
    }
    pen.stroke();
    finish(pen);
    yield;
  }
}
function* circles(pen, zoom) {
  pen.fillStyle = colour('--note');
  for (let i = 0; i < count; i++) {
    const radius = (1.5 + Math.sqrt(degree[i])) / Math.max(1, Math.sqrt(zoom));
    if (heat > 0.02) pen.fillRect(x[i] - radius, y[i] - radius, 2 * radius, 2 * radius);
    else { pen.beginPath(); pen.arc(x[i], y[i], radius, 0, 6.2832); pen.fill(); }
    if (i % 64 === 63) { finish(pen); yield; }
  }
}
function* names(pen, zoom) {
  pen.fillStyle = colour('--ink'); pen.font = 11 / zoom + 'px system-ui, sans-serif';
  const all = zoom > 1.4 || count < 60;
  let written = 0;
  for (let i = 0; i < count; i++) {
    if (!all && i !== chosen && !(degree[i] > 12 && zoom > 0.6)) continue;
    pen.fillText(titles[i], x[i] + 5 / zoom, y[i] - 5 / zoom);
    if (++written % 16 === 0) { finish(pen); yield; }
  }
}
function mark(pen, zoom) {
  pen.strokeStyle = pen.fillStyle = colour('--mark'); pen.lineWidth = 1.5 / zoom; pen.beginPath();
  for (const other of [...out[chosen], ...into[chosen]]) {
    pen.moveTo(x[chosen], y[chosen]); pen.lineTo(x[other], y[other]);
  }
  pen.stroke(); pen.beginPath(); pen.arc(x[chosen], y[chosen], 4 + Math.sqrt(degree[chosen]), 0, 6.2832);
  pen.fill();
}

const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
let work = null, isStale = true;
function* settle() {
  let next = 0;
  while (heat > 0.02) {
    yield* step();
    // Drawing gets a quarter of the time while notes move.
    const begin = performance.now();
    if (calm || begin < next && !(isStale && isTouched)) continue;
    isStale = false;
    yield* draw();
    next = performance.now() + 3 * (performance.now() - begin);
  }
  do { isStale = false; yield* draw(); } while (isStale);
}
function frame() {
  const until = performance.now() + 8;
  while (performance.now() < until) {
    if (!work.next().done) continue;
    work = null;
    canvas.dataset.state = 'settled';
    return;
  }
  requestAnimationFrame(frame);
}
function wake() {
  isStale = true;
  canvas.dataset.state = 'moving';
  show();
  if (work) return;
  work = settle();
  requestAnimationFrame(frame);
}

const list = document.getElementById('list'), about = document.getElementById('about');
const filter = document.getElementById('filter'), more = document.getElementById('more');
function item(i) {
  const line = document.createElement('li'), button = document.createElement('button');
  button.textContent = titles[i]; button.addEventListener('click', () => choose(i));
  const path = document.createElement('small'); path.textContent = paths[i];
  line.append(button, path);
  return line;
}
const folded = titles.map((title, i) => (title + ' ' + paths[i]).normalize('NFC').toLowerCase());
function find() {
  const words = filter.value.normalize('NFC').toLowerCase(), found = [];
  for (let i = 0; i < count && found.length < 100; i++) if (folded[i].includes(words)) found.push(item(i));
  list.replaceChildren(...found);
  more.hidden = found.length < 100;
}
function choose(i) {
  isTouched = true; chosen = i; if (zoom < 0.8) zoom = 0.8; panX = -x[i] * zoom; panY = -y[i] * zoom; about.hidden = false;
  const head = about.querySelector('h2'), follows = about.contains(document.activeElement);
  head.textContent = titles[i];
  const [to, from] = about.querySelectorAll('ul');
  to.replaceChildren(...out[i].map(item)); from.replaceChildren(...into[i].map(item));
  // The button that was pressed is gone with its list.
  if (follows) head.focus();
  about.scrollIntoView({block: 'nearest'}); wake();
}
let held = null;
canvas.addEventListener('pointerdown', event => {
  held = {x: event.clientX, y: event.clientY, moved: false}; canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointermove', event => {
  if (!held) return;
  isTouched = true;
  panX += event.clientX - held.x; panY += event.clientY - held.y;
  held = {x: event.clientX, y: event.clientY, moved: true}; wake();
});
canvas.addEventListener('pointerup', event => {
  if (held && !held.moved) {
    const box = canvas.getBoundingClientRect();
    const px = (event.clientX - box.left - box.width / 2 - panX) / zoom;
    const py = (event.clientY - box.top - box.height / 2 - panY) / zoom;
    let best = -1, least = (12 / zoom) ** 2;
    for (let i = 0; i < count; i++) {
      const distance = (x[i] - px) ** 2 + (y[i] - py) ** 2;
      if (distance < least) { least = distance; best = i; }
    }
    if (best >= 0) choose(best);
  }
  held = null;
});
canvas.addEventListener('wheel', event => {
  event.preventDefault(); isTouched = true;
  const factor = event.deltaY < 0 ? 1.15 : 1 / 1.15;
  zoom *= factor; panX *= factor; panY *= factor; wake();
}, {passive: false});
filter.addEventListener('input', find); addEventListener('resize', wake);
find(); wake();
