// The search. It loads scripts next to it, so that it works from a disk without any server: first filters that say
// which blocks of notes may have the words, then titles and headings of those blocks, then their texts.
(function () {
'use strict';
var page = document, words = sheafWords, make = sheaf.make, on = sheaf.on, one = sheaf.one, keep = sheaf.keep;
var blocks = sheafSearchSize[0], buckets = sheafSearchSize[1], shown = 50;
var style = make('link');
style.rel = 'stylesheet'; style.href = sheaf.base + 'search.css'; page.head.append(style);

// Words are cut and hashed as the program that made the filters does it.
var letters = '\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff';
var letter = new RegExp('[' + letters + ']'), heads = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
var runs = new RegExp('[' + letters + ']+|[\\p{L}\\p{N}]+?(?=[' + letters + ']|[^\\p{L}\\p{N}]|$)', 'gu');
var tokens = new RegExp('[' + letters + ']|[^\\s\\p{P}' + letters + ']+', 'gu');
function fold(text) { return text.normalize('NFKD').replace(/\p{M}+/gu, '').normalize('NFC').toLowerCase() }
function initials(text) {
  return text.replace(/[\uac00-\ud7a3]/g, function (c) { return heads[Math.floor((c.charCodeAt(0) - 0xac00) / 588)] }) }
function hash(text) {
  for (var h = 0x811c9dc5, i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0 }
function decoded(text) {
  var bytes = atob(text), bits = new Uint8Array(bytes.length);
  for (var i = 0; i < bytes.length; i++) bits[i] = bytes.charCodeAt(i);
  return bits }
function holds(bits, key) {
  if (!bits.length) return false;
  for (var probe = key, i = 0; i < 3; i++) {
    var bit = ((probe ^ probe >>> 15) >>> 0) % (bits.length * 8);
    if (!(bits[bit >> 3] & 1 << (bit & 7))) return false;
    probe = (Math.imul(probe, 0x85ebca6b) + 0x9e3779b9) >>> 0 }
  return true }
function term(word, isLast) {
  if (/^[ㄱ-ㅎ]+$/.test(word)) return {initials: true, text: word, keys: [hash(word.slice(0, 4))]};
  var text = fold(word), keys = [];
  (text.match(runs) || []).forEach(function (run) {
    if (!letter.test(run)) return keys.push(hash(run.slice(0, 4)));
    if (run.length === 1) keys.push(hash(run));
    for (var i = 0; i + 1 < run.length; i++) keys.push(hash(run.slice(i, i + 2))) });
  // Each key may be in a file of its own: three say enough.
  return {text: text, keys: keys.slice(0, 3), whole: !isLast && !letter.test(text)} }
function isWord(c) { return c !== undefined && c !== '' && /[\p{L}\p{N}]/u.test(c) && !letter.test(c) }
function find(term, text, from) {
  for (from = from || 0;;) {
    var at = text.indexOf(term.text, from);
    if (at < 0) return -1;
    var begins = term.initials || letter.test(term.text[0]) || !isWord(text[at - 1]);
    if (begins && !(term.whole && isWord(text[at + term.text.length]))) return at;
    from = at + 1 } }
function count(term, text, most) {
  var found = 0;
  for (var at = find(term, text); at >= 0 && found < (most || 20); at = find(term, text, at + 1)) found++;
  return found }

// Files, each loaded once.
var files = {}, waiting = {};
function file(name, then) {
  if (name in files) return then(files[name]);
  if (waiting[name]) return waiting[name].push(then);
  waiting[name] = [then];
  sheaf.load('search/' + name + '.js', function () {
    if (!(name in files)) files[name] = [];
    var all = waiting[name]; delete waiting[name];
    all.forEach(function (each) { each(files[name]) }) }) }
window.sheafFilters = function (name, list) { files[name] = list.map(decoded) };
window.sheafNotes = function (number, list) {
  files['notes-' + number] = list.map(function (note) {
    return {title: note[0], address: note[1], tags: note[2] ? note[2].split(' ') : [], day: note[3], kind: note[4],
      headings: note[5], names: fold(note[0]), marks: fold(note[2]), parts: fold(note[5].join('\n')),
      folder: decodeURIComponent(note[1].split('/').slice(1, -1)[0] || '')} }) };
window.sheafText = function (number, list) {
  files['text-' + number] = list.map(function (text) {
    return {raw: text, folded: fold(text), size: (text.match(tokens) || []).length} }) };
function inTurn(list, action, done) {
  var left = list.length, next = 0;
  if (!left) return done();
  function start() {
    if (next >= list.length) return;
    action(list[next++], function () { if (!--left) done(); else start() }) }
  for (var i = 0; i < 6; i++) start() }
// The blocks that may have every term.
function candidates(kind, terms, then) {
  var keys = [];
  terms.forEach(function (term) { term.keys.forEach(function (key) { if (keys.indexOf(key) < 0) keys.push(key) }) });
  var found = Array.from({length: blocks}, function (_, n) { return n });
  inTurn(keys, function (key, next) {
    file(kind + '-' + (key & (buckets - 1)), function (filters) {
      found = found.filter(function (n) { return holds(filters[n] || [], key) }); next() })
  }, function () { then(found) }) }

// Ranked as on the command line: who is called so comes first, then BM25 with a weight for each part.
var results, seen, run = 0, total = 0, length = 0, filter = {};
function weigh(note, text, terms) {
  return terms.map(function (term) {
    var names = term.initials ? initials(note.title) : note.names, parts = term.initials ? initials(note.parts) : note.parts;
    var weight = 12 * count(term, names) + 6 * count(term, note.marks) + 4 * count(term, parts)
      + (term.initials ? 0 : 0.5 * count(term, fold(note.folder)));
    if (text) weight += count(term, term.initials ? initials(text.folded) : text.folded);
    return weight }) }
function rank(terms, query) {
  var common = terms.map(function (_, t) { return results.filter(function (r) { return r.weights[t] > 0 }).length });
  var middle = total ? length / total : 1;
  results.forEach(function (result) {
    var size = result.size === undefined ? middle : result.size;
    result.score = result.weights.reduce(function (sum, weight, t) {
      var rarity = Math.max(1e-6, Math.log((Math.max(total, common[t]) - common[t] + 0.5) / (common[t] + 0.5)));
      return sum + rarity * weight * 2.2 / (weight + 1.2 * (0.25 + 0.75 * size / middle)) }, 0);
    result.isName = result.note.names === query ? 1 : 0 });
  results.sort(function (a, b) {
    return b.isName - a.isName || b.score - a.score || (a.note.day < b.note.day ? 1 : a.note.day > b.note.day ? -1 : 0) }) }

function line(text, terms) {
  var folded = text.folded.split('\n'), raw = text.raw.split('\n');
  for (var i = 0; i < folded.length; i++) {
    if (terms.some(function (term) { return find(term, term.initials ? initials(folded[i]) : folded[i]) >= 0 })) return raw[i] || '' }
  return raw[0] || '' }
function marked(element, text, terms) {
  text = text.normalize('NFC');
  var best = null, plain = fold(text).length === text.length ? fold(text) : text.toLowerCase();
  terms.forEach(function (term) {
    var at = find(term, term.initials ? initials(plain) : plain);
    if (at >= 0 && (!best || at < best[0])) best = [at, term.text.length] });
  if (!best) return element.append(text.slice(0, 180));
  var start = best[0] > 70 ? best[0] - 50 : 0, end = best[0] + best[1];
  element.append((start ? '…' : '') + text.slice(start, best[0]), make('mark', '', text.slice(best[0], end)),
    text.slice(end, end + 120)) }

// What is shown.
var panel = make('div', 'finder'), form = make('form'), input = make('input'), status = make('p', 'status');
var facets = make('div', 'facets'), list = make('ol', 'results'), dialog = null;
input.type = 'search'; input.autocomplete = 'off'; input.setAttribute('aria-label', words.searchLabel);
input.placeholder = words.searchHint; input.spellcheck = false;
form.setAttribute('role', 'search'); form.append(input);
status.setAttribute('role', 'status');
panel.append(form, status, facets, list);

function matches(result) {
  return Object.keys(filter).every(function (kind) {
    var value = filter[kind];
    return kind === 'tag' ? result.note.tags.indexOf(value) >= 0 : result.note[kind] === value }) }
function chip(kind, value, text) {
  var button = make('button', 'chip', text);
  button.type = 'button'; button.setAttribute('aria-pressed', filter[kind] === value);
  on(button, 'click', function () {
    if (filter[kind] === value) delete filter[kind]; else filter[kind] = value;
    show.apply(null, show.last) });
  return button }
function showFacets() {
  facets.textContent = '';
  if (results.length < 4 && !Object.keys(filter).length) return;
  [['folder', words.searchFolder], ['kind', words.searchKind], ['tag', words.searchTag]].forEach(function (each) {
    var kind = each[0], counts = {};
    results.forEach(function (result) {
      (kind === 'tag' ? result.note.tags : [result.note[kind]]).forEach(function (value) {
        if (value) counts[value] = (counts[value] || 0) + 1 }) });
    var values = Object.keys(counts).sort(function (a, b) { return counts[b] - counts[a] }).slice(0, 6);
    if (values.length < 2 && !filter[kind]) return;
    var group = make('div'), name = make('span', 'detail', each[1]);
    group.setAttribute('role', 'group'); group.setAttribute('aria-label', each[1]); group.append(name);
    values.forEach(function (value) {
      group.append(chip(kind, value, (kind === 'tag' ? '#' : '') + (kind === 'kind' ? words[value] || value : value) + ' ' + counts[value])) });
    facets.append(group) }) }
function show(terms, query, isDone) {
  show.last = [terms, query, isDone];
  rank(terms, query); showFacets();
  var wanted = results.filter(matches), mine = run;
  list.textContent = '';
  wanted.slice(0, shown).forEach(function (result) {
    var item = make('li'), link = make('a'), facts = [result.note.folder, result.note.day].filter(Boolean).join(' · ');
    link.href = sheaf.base + result.note.address; marked(link, result.note.title, terms); item.append(link);
    if (facts) item.append(' ', make('span', 'detail', facts));
    if (result.line) { var text = make('p'); marked(text, result.line, terms); item.append(text) }
    on(link, 'click', remember); list.append(item) });
  status.textContent = !isDone ? words.searching : wanted.length
    ? words.searchCount.replace('%', wanted.length + (isDone === 'more' ? '+' : '')) : words.searchNone;
  if (!isDone) return;
  // The lines of those that were found by their names.
  wanted.slice(0, shown).forEach(function (result, i) {
    if (result.line !== undefined) return;
    file('text-' + result.block, function (texts) {
      if (mine !== run || result.line !== undefined) return;
      result.line = texts[result.at] ? line(texts[result.at], terms) : '';
      var item = list.children[i];
      if (item && result.line && !one('p', item)) { var text = make('p'); marked(text, result.line, terms); item.append(text) } }) }) }

function begin() {
  var query = input.value.trim(), parts = query.split(/\s+/).filter(Boolean), mine = ++run;
  results = []; seen = {}; total = length = 0;
  if (!parts.length) { list.textContent = facets.textContent = status.textContent = ''; filter = {}; return recent() }
  var terms = parts.map(function (word, i) { return term(word, i === parts.length - 1) });
  terms = terms.filter(function (term) { return term.keys.length });
  query = fold(query); status.textContent = words.searching;
  function add(block, at, note, text) {
    var key = block + '/' + at, weights = weigh(note, text, terms), known = seen[key];
    if (!weights.every(Boolean)) return;
    if (!known) results.push(known = seen[key] = {note: note, block: block, at: at});
    known.weights = weights;
    if (text) { known.size = text.size; known.line = line(text, terms) } }
  candidates('h', terms, function (found) {
    if (mine !== run) return;
    inTurn(found, function (block, next) {
      if (mine !== run || results.length > 400) return next();
      file('notes-' + block, function (notes) {
        if (mine !== run) return;
        notes.forEach(function (note, at) { add(block, at, note) });
        if (results.length) show(terms, query, false);
        next() })
    }, function () { if (mine === run) text(terms, query, mine, add) }) }) }
function text(terms, query, mine, add) {
  var isShort = terms.every(function (term) { return term.text.length < 2 && !letter.test(term.text) });
  if (isShort) return show(terms, query, true);
  candidates('t', terms, function (found) {
    var stops = false, last = 0;
    inTurn(found, function (block, next) {
      if (mine !== run) return;
      if (results.length >= shown && total > 400) { stops = true; return next() }
      file('notes-' + block, function (notes) {
        file('text-' + block, function (texts) {
          if (mine !== run) return;
          texts.forEach(function (text, at) {
            total++; length += text.size;
            if (notes[at]) add(block, at, notes[at], text) });
          if (Date.now() - last > 120) { last = Date.now(); show(terms, query, false) }
          next() }) })
    }, function () { if (mine === run) show(terms, query, stops ? 'more' : true) }) }) }

// Searches that led somewhere.
function past() { try { return JSON.parse(keep(localStorage, 'sheaf-searches') || '[]') } catch { return [] } }
function remember() {
  var query = input.value.trim();
  if (!query) return;
  keep(localStorage, 'sheaf-searches', JSON.stringify([query].concat(past().filter(function (each) { return each !== query })).slice(0, 8))) }
function recent() {
  var all = past();
  if (!all.length) return;
  status.textContent = words.searchRecent;
  all.forEach(function (query) {
    var item = make('li'), button = make('button', 'past', query);
    button.type = 'button';
    on(button, 'click', function () { input.value = query; input.focus(); begin() });
    item.append(button); list.append(item) }) }

on(input, 'input', function () {
  begin();
  if (!dialog) try { history.replaceState(null, '', '#' + encodeURIComponent(input.value)) } catch {} });
on(form, 'submit', function (event) { event.preventDefault(); var first = one('a', list); if (first) first.click() });
on(panel, 'keydown', function (event) {
  var all = sheaf.all('a, .past', list), at = all.indexOf(page.activeElement);
  if (event.key === 'ArrowDown' && all[at + 1]) { event.preventDefault(); all[at + 1].focus() }
  else if (event.key === 'ArrowUp' && at >= 0) { event.preventDefault(); (all[at - 1] || input).focus() } });

var own = one('[data-search-page]');
if (own) {
  own.append(panel);
  try { input.value = decodeURIComponent(location.hash.slice(1)) } catch {}
  input.focus(); begin();
}
window.sheafSearch = function () {
  if (own) return input.focus();
  if (!dialog) {
    dialog = make('dialog', 'search'); dialog.setAttribute('aria-label', words.search);
    var close = make('button', 'icon close'); close.type = 'button'; close.setAttribute('aria-label', words.close);
    on(close, 'click', function () { dialog.close() });
    form.append(close); dialog.append(panel); page.body.append(dialog);
    on(dialog, 'click', function (event) { if (event.target === dialog) dialog.close() }) }
  if (!dialog.open) dialog.showModal();
  input.focus(); input.select(); begin() };
})();
