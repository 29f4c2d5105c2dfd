/// What moves the graph: a layout in small steps, so that the page answers while it settles.
enum GraphScript {
  static let source = """
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
    let heat = 1, chosen = -1, zoom = 1, panX = 0, panY = 0, drawing = false;

    // Repulsion only between notes of neighbouring cells: the time grows with the notes, not with their pairs.
    function step() {
      const cell = 60, cells = new Map();
      for (let i = 0; i < count; i++) {
        dx[i] = -x[i] * 0.002; dy[i] = -y[i] * 0.002;
        const key = Math.floor(x[i] / cell) * 65536 + Math.floor(y[i] / cell);
        const bucket = cells.get(key);
        if (bucket) bucket.push(i); else cells.set(key, [i]);
      }
      for (const [key, bucket] of cells) {
        for (const near of [0, 1, 65535, 65536, 65537]) {
          const others = cells.get(key + near);
          if (!others) continue;
          const room = Math.min(others.length, 40);
          for (let a = 0; a < bucket.length; a++) {
            const i = bucket[a];
            for (let b = near === 0 ? a + 1 : 0; b < room; b++) {
              const j = others[b];
              const ox = x[i] - x[j] || 0.1, oy = y[i] - y[j] || 0.1, square = ox * ox + oy * oy + 1;
              const force = 90 / square;
              dx[i] += ox * force; dy[i] += oy * force; dx[j] -= ox * force; dy[j] -= oy * force;
            }
          }
        }
      }
      for (let e = 0; e < edges.length; e += 2) {
        const i = edges[e], j = edges[e + 1], ox = x[j] - x[i], oy = y[j] - y[i];
        const length = Math.sqrt(ox * ox + oy * oy) + 0.1, pull = (length - 40) / length * 0.04;
        dx[i] += ox * pull; dy[i] += oy * pull; dx[j] -= ox * pull; dy[j] -= oy * pull;
      }
      for (let i = 0; i < count; i++) {
        const size = Math.sqrt(dx[i] * dx[i] + dy[i] * dy[i]) + 0.01, limit = Math.min(size, 12 * heat) / size;
        x[i] += dx[i] * limit; y[i] += dy[i] * limit;
      }
      heat *= 0.985;
    }

    const canvas = document.getElementById('picture'), pen = canvas.getContext('2d');
    const colours = getComputedStyle(document.documentElement);
    const colour = name => colours.getPropertyValue(name).trim();
    function draw() {
      const scale = devicePixelRatio, width = canvas.clientWidth, height = canvas.clientHeight;
      canvas.width = width * scale; canvas.height = height * scale;
      pen.setTransform(scale * zoom, 0, 0, scale * zoom,
        scale * (width / 2 + panX), scale * (height / 2 + panY));
      pen.strokeStyle = colour('--line'); pen.lineWidth = 0.6 / zoom; pen.beginPath();
      for (let e = 0; e < edges.length; e += 2) {
        pen.moveTo(x[edges[e]], y[edges[e]]); pen.lineTo(x[edges[e + 1]], y[edges[e + 1]]);
      }
      pen.stroke();
      pen.fillStyle = colour('--note'); pen.beginPath();
      for (let i = 0; i < count; i++) {
        const radius = 2.5 + Math.sqrt(degree[i]);
        pen.moveTo(x[i] + radius, y[i]); pen.arc(x[i], y[i], radius, 0, 6.2832);
      }
      pen.fill();
      if (chosen >= 0) mark();
      pen.fillStyle = colour('--ink'); pen.font = 11 / zoom + 'px system-ui, sans-serif';
      const shown = zoom > 1.4 || count < 60;
      for (let i = 0; i < count; i++) {
        if (shown || i === chosen || degree[i] > 12) pen.fillText(titles[i], x[i] + 5 / zoom, y[i] - 5 / zoom);
      }
    }
    function mark() {
      pen.strokeStyle = pen.fillStyle = colour('--mark'); pen.lineWidth = 1.5 / zoom; pen.beginPath();
      for (const other of [...out[chosen], ...into[chosen]]) {
        pen.moveTo(x[chosen], y[chosen]); pen.lineTo(x[other], y[other]);
      }
      pen.stroke(); pen.beginPath(); pen.arc(x[chosen], y[chosen], 4 + Math.sqrt(degree[chosen]), 0, 6.2832);
      pen.fill();
    }
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    function frame() {
      const until = performance.now() + 12;
      while (heat > 0.02 && performance.now() < until) step();
      const settled = heat <= 0.02;
      if (!calm || settled) draw();
      if (settled) drawing = false; else requestAnimationFrame(frame);
    }
    function wake() { if (!drawing) { drawing = true; requestAnimationFrame(frame); } }

    const list = document.getElementById('list'), about = document.getElementById('about');
    const filter = document.getElementById('filter');
    function item(i) {
      const line = document.createElement('li'), button = document.createElement('button');
      button.textContent = titles[i]; button.addEventListener('click', () => choose(i));
      const path = document.createElement('small'); path.textContent = paths[i];
      line.append(button, path);
      return line;
    }
    function find() {
      const words = filter.value.normalize('NFC').toLowerCase(), found = [];
      for (let i = 0; i < count && found.length < 100; i++) {
        if ((titles[i] + ' ' + paths[i]).normalize('NFC').toLowerCase().includes(words)) found.push(item(i));
      }
      list.replaceChildren(...found);
    }
    function choose(i) {
      chosen = i; panX = -x[i] * zoom; panY = -y[i] * zoom; about.hidden = false;
      about.querySelector('h2').textContent = titles[i];
      const [to, from] = about.querySelectorAll('ul');
      to.replaceChildren(...out[i].map(item)); from.replaceChildren(...into[i].map(item));
      about.scrollIntoView({block: 'nearest'}); wake();
    }
    let held = null;
    canvas.addEventListener('pointerdown', event => {
      held = {x: event.clientX, y: event.clientY, moved: false}; canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', event => {
      if (!held) return;
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
      event.preventDefault();
      const factor = event.deltaY < 0 ? 1.15 : 1 / 1.15;
      zoom *= factor; panX *= factor; panY *= factor; wake();
    }, {passive: false});
    filter.addEventListener('input', find); addEventListener('resize', wake);
    find(); wake();
    """
}
