// The graph of notes: points that push each other away, lines that hold them together, drawn on a canvas.
// On a site the data comes from a script next to this one, in a document of its own from the page.
(function () {
'use strict';
const inline = document.getElementById('graph');
if (inline) return start(JSON.parse(inline.textContent));
sheaf.load('graph-data.js').then(found => { if (found) start(found) });
sheaf.file('graph.js', true);

// groups: [name, [names], [number of each note]], the ways in which notes can be coloured.
function start({titles, paths, addresses, edges, groups}) {
const count = titles.length, x = new Float64Array(count), y = new Float64Array(count);
const dx = new Float64Array(count), dy = new Float64Array(count), degree = new Uint32Array(count);
const out = titles.map(() => []), into = titles.map(() => []);
for (let i = 0; i < edges.length; i += 2) {
  out[edges[i]].push(edges[i + 1]); into[edges[i + 1]].push(edges[i]);
  degree[edges[i]]++; degree[edges[i + 1]]++;
}
let heat = 1, round = 0, chosen = -1, over = -1, zoom = 1, panX = 0, panY = 0, isTouched = false;
// The drawn notes: all, or those at most `depth` links from the chosen one.
// Folders are coloured by the first level of which none has nearly all notes.
function sizes(numbers) {
  const sizes = new Map();
  for (const n of numbers) sizes.set(n, (sizes.get(n) || 0) + 1);
  return sizes;
}
function tells(each) {
  const found = sizes(each ? each[2] : []);
  return found.size > 1 && Math.max(...found.values()) < 0.9 * count;
}
let depth = 0, visible = null, colouring = groups && ([0, 2, 3].map(n => groups[n]).find(tells) || groups[0]);
// Notes are grouped by the finest level of folders that has at most 40 folders.
const finest = groups && ([3, 2, 0].map(n => groups[n]).find(each => each && each[1].length > 1 && each[1].length <= 40) || colouring);
const clusters = finest && finest[2], byDegree = titles.map((_, i) => i).sort((a, b) => degree[b] - degree[a]);
// Each note begins near the others of its folder, the largest folders in the middle.
function place() {
  const own = clusters || titles.map(() => 0), middles = new Map(), placed = new Map();
  let before = 0;
  for (const [folder, size] of [...sizes(own)].sort((a, b) => b[1] - a[1])) {
    const far = before ? 14 * Math.sqrt(before + size / 2) : 0, turn = middles.size * 2.399963;
    middles.set(folder, [far * Math.cos(turn), far * Math.sin(turn)]); before += size;
  }
  for (let i = 0; i < count; i++) {
    const at = placed.get(own[i]) || 0, radius = 14 * Math.sqrt(at + 0.5), turn = at * 2.399963;
    placed.set(own[i], at + 1);
    x[i] = middles.get(own[i])[0] + radius * Math.cos(turn); y[i] = middles.get(own[i])[1] + radius * Math.sin(turn);
  }
}
place();

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
    // A note with many links gives way less and pulls each of them less, so that it does not swallow what is around it.
    const length = Math.sqrt(ox * ox + oy * oy) + 0.1, share = degree[j] / (degree[i] + degree[j]);
    const pull = (length - 40) / length * 0.16 / Math.sqrt(Math.min(degree[i], degree[j]));
    dx[i] += ox * pull * share; dy[i] += oy * pull * share;
    dx[j] -= ox * pull * (1 - share); dy[j] -= oy * pull * (1 - share);
    if (e % 8192 === 8190) yield;
  }
  if (clusters) gather();
  for (let i = 0; i < count; i++) {
    const size = Math.sqrt(dx[i] * dx[i] + dy[i] * dy[i]) + 0.01, limit = Math.min(size, 12 * heat) / size;
    if (held && held.note === i) continue;
    x[i] += dx[i] * limit; y[i] += dy[i] * limit;
  }
  heat *= 0.985;
  yield;
}
// The summed places of each folder's notes.
function middles() {
  const found = new Map();
  for (let i = 0; i < count; i++) {
    const group = clusters[i];
    if (group < 0) continue;
    let middle = found.get(group);
    if (!middle) found.set(group, middle = {group, x: 0, y: 0, count: 0});
    middle.x += x[i]; middle.y += y[i]; middle.count++;
  }
  return found;
}
// Notes of a folder lie near each other.
function gather() {
  const together = Math.min(0.06, 0.008 + count / 100000), found = middles();
  for (let i = 0; i < count; i++) {
    const middle = found.get(clusters[i]);
    if (!middle || middle.count < 3) continue;
    dx[i] += (middle.x / middle.count - x[i]) * together; dy[i] += (middle.y / middle.count - y[i]) * together;
  }
}
// Pushes the note at `a` of its cell.
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

// Pictures are drawn out of sight and shown whole. What is shown follows the hand at once, stretched and shifted;
// the note under the pointer and its neighbours are drawn on top of it.
const canvas = document.getElementById('picture'), sheet = canvas.getContext('2d');
const probe = document.createElement('span'), known = {};
probe.hidden = true; canvas.after(probe);
function colour(name) {
  if (!known[name]) { probe.style.color = 'var(' + name + ')'; known[name] = getComputedStyle(probe).color }
  return known[name];
}
function repaint() { for (const name in known) delete known[name]; wake() }
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);
document.addEventListener('sheaf-theme', repaint);
const hues = 8;
function hue(i) {
  const group = colouring ? colouring[2][i] : 0;
  return group < 0 ? '--line' : '--g' + Math.min(group, hues - 1);
}
function radius(i, zoom) { return (2 + 1.6 * Math.log2(1 + degree[i])) / Math.max(1, Math.sqrt(zoom)) }
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
  const stretch = zoom / shown.zoom, {picture} = shown, focus = over >= 0 ? over : chosen;
  sheet.globalAlpha = focus >= 0 && !visible ? 0.25 : 1;
  sheet.setTransform(stretch, 0, 0, stretch,
    wide / 2 + scale * (panX - stretch * shown.panX) - stretch * picture.width / 2,
    high / 2 + scale * (panY - stretch * shown.panY) - stretch * picture.height / 2);
  sheet.drawImage(picture, 0, 0);
  sheet.globalAlpha = 1;
  if (focus >= 0) spotlight(focus, scale, width, height);
  labels(focus, scale, width, height);
}
// Names never lie on each other: the note that is looked at comes first, then its neighbours, then the most linked.
const widths = [];
function labels(focus, scale, width, height) {
  const placed = [], least = zoom > 1.4 || count < 40 || visible && visible.size < 60 ? 0 : zoom > 0.8 ? 3 : zoom > 0.4 ? 8 : 16;
  const most = Math.max(12, width * height / 9000);
  function put(i, size) {
    const px = width / 2 + panX + x[i] * zoom, top = height / 2 + panY + y[i] * zoom + radius(i, zoom) * zoom;
    if (px < 0 || px > width || top < 0 || top > height) return;
    sheet.font = '11px system-ui, sans-serif';
    const half = (widths[i] = widths[i] || sheet.measureText(short(i)).width + 18) * size / 22;
    if (placed.some(box => Math.abs(box.x - px) < box.half + half && Math.abs(box.y - top) < 15)) return;
    placed.push({x: px, y: top, half});
    label(sheet, i, zoom, size);
  }
  sheet.setTransform(scale * zoom, 0, 0, scale * zoom, scale * (width / 2 + panX), scale * (height / 2 + panY));
  if (focus >= 0) {
    put(focus, 13);
    [...new Set([...out[focus], ...into[focus]])].sort((a, b) => degree[b] - degree[a]).slice(0, 60).forEach(i => put(i, 11));
    if (!visible) return;
  } else if (clusters && zoom < 0.6 && count > 300) {
    for (const middle of [...middles().values()].sort((a, b) => b.count - a.count).slice(0, 12)) caption(middle, placed, width, height);
  }
  for (const i of byDegree) {
    if (placed.length >= most || degree[i] < least) break;
    if (i !== focus && !(visible && !visible.has(i))) put(i, 11);
  }
}
// The name of a folder over its notes, where these are too many to have names.
function caption({group, x: sumX, y: sumY, count: size}, placed, width, height) {
  if (size < count / 100) return;
  const px = width / 2 + panX + sumX / size * zoom, top = height / 2 + panY + sumY / size * zoom, name = finest[1][group].split('/').pop();
  sheet.font = 'bold ' + 15 / zoom + 'px system-ui, sans-serif';
  const half = sheet.measureText(name).width * zoom / 2 + 9;
  if (placed.some(box => Math.abs(box.x - px) < box.half + half && Math.abs(box.y - top + 14) < 24)) return;
  // As a box of a note's name is: above the line of its text.
  placed.push({x: px, y: top - 8, half}, {x: px, y: top - 20, half});
  write(sheet, name, sumX / size, sumY / size, zoom);
}
function short(i) { return titles[i].length > 40 ? titles[i].slice(0, 39) + '…' : titles[i] }
function spotlight(focus, scale, width, height) {
  const near = [...new Set([...out[focus], ...into[focus]])];
  sheet.setTransform(scale * zoom, 0, 0, scale * zoom, scale * (width / 2 + panX), scale * (height / 2 + panY));
  sheet.strokeStyle = colour('--mark'); sheet.lineWidth = 1.2 / zoom; sheet.beginPath();
  for (const other of near) { sheet.moveTo(x[focus], y[focus]); sheet.lineTo(x[other], y[other]); }
  sheet.stroke();
  for (const i of [...near, focus]) {
    sheet.fillStyle = colour(i === focus ? '--mark' : hue(i)); sheet.beginPath();
    sheet.arc(x[i], y[i], radius(i, zoom) + (i === focus ? 2 / zoom : 0), 0, 6.2832); sheet.fill();
  }
}
function label(pen, i, zoom, size) {
  pen.font = size / zoom + 'px system-ui, sans-serif';
  write(pen, short(i), x[i], y[i] + radius(i, zoom) + (size + 1) / zoom, zoom);
}
function write(pen, text, left, top, zoom) {
  pen.lineWidth = 3 / zoom; pen.strokeStyle = colour('--paper'); pen.lineJoin = 'round';
  pen.fillStyle = colour('--ink'); pen.textAlign = 'center';
  pen.strokeText(text, left, top); pen.fillText(text, left, top);
}
function* draw() {
  const width = canvas.clientWidth, height = canvas.clientHeight, scale = devicePixelRatio;
  if (!isTouched) {
    // All that is shown, with room for names at the sides and for the controls above.
    let left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
    for (const i of visible || x.keys()) {
      left = Math.min(left, x[i]); right = Math.max(right, x[i]);
      top = Math.min(top, y[i]); bottom = Math.max(bottom, y[i]);
    }
    zoom = Math.min(2, Math.max(40, width - 80) / (right - left + 1), Math.max(40, height - 120) / (bottom - top + 1));
    panX = -zoom * (left + right) / 2; panY = 20 - zoom * (top + bottom) / 2;
  }
  const {picture, pen} = spare, view = Object.assign(spare, {zoom, panX, panY});
  picture.width = Math.round(width * scale); picture.height = Math.round(height * scale);
  pen.setTransform(scale * view.zoom, 0, 0, scale * view.zoom,
    scale * (width / 2 + view.panX), scale * (height / 2 + view.panY));
  yield* lines(pen, view.zoom);
  yield* circles(pen, view.zoom);
  [shown, spare] = [view, shown || blank()];
  show();
  yield;
}
// Lines are only noted down until somebody looks at them: looking at one point makes the time count here.
function finish(pen) { pen.getImageData(0, 0, 1, 1); }
function* lines(pen, zoom) {
  pen.strokeStyle = colour('--line'); pen.lineWidth = 0.6 / zoom;
  // The more lines there are, the less one of them says.
  pen.globalAlpha = visible ? 1 : Math.max(0.06, Math.min(1, 4000 / edges.length));
  // While notes move, some of the lines will do.
  const stride = heat > 0.02 && edges.length > 8000 ? 2 * Math.ceil(edges.length / 8000) : 2;
  for (let e = 0; e < edges.length;) {
    // Short paths: the time for one grows faster than its parts.
    pen.beginPath();
    for (const end = Math.min(edges.length, e + 32 * stride); e < end; e += stride) {
      const i = edges[e], j = edges[e + 1];
      if (visible && !(visible.has(i) && visible.has(j))) continue;
      pen.moveTo(x[i], y[i]); pen.lineTo(x[j], y[j]);
    }
    pen.stroke();
    finish(pen);
    yield;
  }
  pen.globalAlpha = 1;
}
function* circles(pen, zoom) {
  for (let i = 0; i < count; i++) {
    if (visible && !visible.has(i)) continue;
    const size = radius(i, zoom);
    pen.fillStyle = colour(hue(i));
    if (heat > 0.02 && count > 2000) pen.fillRect(x[i] - size, y[i] - size, 2 * size, 2 * size);
    else { pen.beginPath(); pen.arc(x[i], y[i], size, 0, 6.2832); pen.fill(); }
    if (i % 64 === 63) { finish(pen); yield; }
  }
}

const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
let work = null, isStale = true, held = null;
function* settle() {
  let next = 0;
  // Without motion there is a first picture and a last one.
  if (calm && heat > 0.02) yield* draw();
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
  button.type = 'button';
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
// The notes that are at most `depth` links away from the chosen one.
function limit() {
  visible = null;
  if (!depth || chosen < 0) return;
  visible = new Set([chosen]);
  for (let i = 0, edge = [chosen]; i < depth; i++) {
    const next = [];
    for (const note of edge) for (const other of [...out[note], ...into[note]]) {
      if (!visible.has(other)) { visible.add(other); next.push(other); }
    }
    edge = next;
  }
}
function choose(i) {
  isTouched = true; chosen = i; if (zoom < 0.8) zoom = 0.8; panX = -x[i] * zoom; panY = -y[i] * zoom; about.hidden = false;
  limit();
  const head = about.querySelector('h2'), follows = about.contains(document.activeElement);
  head.textContent = titles[i];
  if (addresses) {
    const link = document.createElement('a');
    link.href = sheaf.base + addresses[i]; link.textContent = titles[i]; head.replaceChildren(link);
  }
  const [to, from] = about.querySelectorAll('ul');
  to.replaceChildren(...out[i].map(item)); from.replaceChildren(...into[i].map(item));
  // The button that was pressed is gone with its list.
  if (follows) head.focus();
  about.scrollIntoView({block: 'nearest'}); wake();
}
function nearest(event, reach) {
  const box = canvas.getBoundingClientRect();
  const px = (event.clientX - box.left - box.width / 2 - panX) / zoom;
  const py = (event.clientY - box.top - box.height / 2 - panY) / zoom;
  let best = -1, least = (reach / zoom) ** 2;
  for (let i = 0; i < count; i++) {
    if (visible && !visible.has(i)) continue;
    const distance = (x[i] - px) ** 2 + (y[i] - py) ** 2;
    if (distance < least) { least = distance; best = i; }
  }
  return {note: best, x: px, y: py};
}
function scaled(factor, event) {
  const box = canvas.getBoundingClientRect();
  const cx = event ? event.clientX - box.left - box.width / 2 : 0, cy = event ? event.clientY - box.top - box.height / 2 : 0;
  const next = Math.min(8, Math.max(0.02, zoom * factor));
  panX = cx - (cx - panX) * next / zoom; panY = cy - (cy - panY) * next / zoom;
  zoom = next; isTouched = true; wake();
}
const fingers = new Map();
canvas.addEventListener('pointerdown', event => {
  fingers.set(event.pointerId, event);
  held = {x: event.clientX, y: event.clientY, moved: false, note: nearest(event, 10).note};
  canvas.setPointerCapture(event.pointerId);
});
canvas.addEventListener('pointermove', event => {
  if (fingers.size === 2 && fingers.has(event.pointerId)) {
    const spread = () => { const [a, b] = fingers.values(); return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
    const before = spread();
    fingers.set(event.pointerId, event);
    held.moved = true; held.note = -1;
    return scaled(spread() / Math.max(1, before), event);
  }
  if (!held) {
    const {note} = nearest(event, 12);
    if (note !== over) { over = note; canvas.style.cursor = note >= 0 ? 'pointer' : 'grab'; show(); }
    return;
  }
  if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 4) return;
  isTouched = true;
  if (held.note >= 0) {
    const point = nearest(event, 0);
    x[held.note] = point.x; y[held.note] = point.y; heat = Math.max(heat, 0.2);
  } else { panX += event.clientX - held.x; panY += event.clientY - held.y; }
  held = {x: event.clientX, y: event.clientY, moved: true, note: held.note}; wake();
});
function release(event) {
  fingers.delete(event.pointerId);
  if (held && !held.moved && event.type === 'pointerup') {
    const {note} = nearest(event, 14);
    if (note >= 0) choose(note);
    else if (chosen >= 0) { chosen = -1; limit(); about.hidden = true; wake(); }
  }
  if (!fingers.size) held = null;
}
canvas.addEventListener('pointerup', release);
canvas.addEventListener('pointercancel', release);
canvas.addEventListener('pointerleave', () => { if (over >= 0) { over = -1; show(); } });
canvas.addEventListener('dblclick', event => {
  const {note} = nearest(event, 14);
  if (note >= 0 && addresses) location.href = sheaf.base + addresses[note];
});
canvas.addEventListener('wheel', event => {
  event.preventDefault();
  scaled(Math.exp(-event.deltaY * 0.0015), event);
}, {passive: false});

// Buttons and choices, where the page has them.
const on = (id, type, action) => { const element = document.getElementById(id); if (element) element.addEventListener(type, action) };
on('nearer', 'click', () => scaled(1.4));
on('farther', 'click', () => scaled(1 / 1.4));
on('whole', 'click', () => { isTouched = false; panX = panY = 0; chosen = -1; limit(); about.hidden = true; wake(); });
on('depth', 'change', event => { depth = Number(event.target.value); limit(); wake(); });
on('colouring', 'change', event => { colouring = groups[Number(event.target.value)]; legend(); wake(); });
function legend() {
  const box = document.getElementById('legend');
  if (!box || !colouring) return;
  box.replaceChildren(...colouring[1].slice(0, hues).map((name, i) => {
    const line = document.createElement('li'), dot = document.createElement('span');
    dot.className = 'dot g' + i; // More folders than colours share the last one.
    line.append(dot, i === hues - 1 && colouring[1].length > hues ? '…' : name);
    return line;
  }));
}
filter.addEventListener('input', find); addEventListener('resize', wake);
const ways = document.getElementById('colouring');
if (ways && groups) {
  for (let n = ways.options.length; n < groups.length; n++) ways.append(new Option(groups[n][0], n));
  ways.value = groups.indexOf(colouring);
}
legend(); find(); wake();
const asked = /[?&]note=([^&]*)/.exec(location.search);
if (addresses && asked) {
  const plain = address => { try { return decodeURIComponent(address) } catch { return address } };
  const wanted = addresses.findIndex(address => plain(address) === plain(asked[1]));
  if (wanted >= 0) {
    const select = document.getElementById('depth');
    if (select) { select.value = '2'; depth = 2 }
    choose(wanted);
  }
}
}
})();
