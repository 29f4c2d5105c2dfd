// The search. It loads scripts next to it, so that it works from a disk without any server: what is where, then the
// words of the question, then what is shown of the notes that are in view.
// eslint-disable-next-line no-unused-expressions -- the words follow in parentheses
(words => {
'use strict';
var page = document, make = sheaf.make, on = sheaf.on, one = sheaf.one, keep = sheaf.keep;
var style = make('link');
style.rel = 'stylesheet'; style.href = sheaf.base + 'search.css'; page.head.append(style);

// Words are cut as the program that made the files does it.
var letters = '\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u9fff\\uac00-\\ud7a3\\uf900-\\ufaff\\u0e01-\\u0e3a\\u0e40-\\u0e5b'
  + '\\u0e81-\\u0edf\\u1000-\\u109f\\u1780-\\u17ef\\ua9e0-\\ua9ff\\uaa60-\\uaa7f';
var part = '\\p{Alphabetic}\\p{N}';
var letter = new RegExp('[' + letters + ']'), heads = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
var runs = new RegExp('[' + letters + ']+|[\\u231a-\\u23ff\\u2600-\\u27bf\\u2b00-\\u2bff\\u{1f000}-\\u{1faff}]|(?:(?<=^|[\\s"\'`([{<>*_|/:=,])\\.(?=[a-z]))?['
  + part + ']+?(?=[' + letters + ']|[^' + part + ']|$)(?:\\+\\+|[+#](?![a-z0-9+#^=[(]))?', 'gu');
var plain = {'ß': 'ss', 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'đ': 'd', 'ı': 'i', 'ł': 'l', 'ς': 'σ'};
function fold(text) {
  return text.replace(/[\u2460-\u24ff\u3200-\u32ff\u{1f100}-\u{1f16f}]/gu, ' $& ')
    .replace(/[^\u3130-\u318f]+/g, run => run.normalize('NFKC')).normalize('NFD')
    .replace(/[\u0300-\u036f\u20d0-\u20ff\ufe00-\ufe0f\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u{e0020}-\u{e007f}]|[\u{1f3fb}-\u{1f3ff}]/gu, '')
    .normalize('NFC').toLowerCase().replace(/[ßæœøđıłς]/g, c => plain[c]) }
// The files have the first 40 bytes of a word.
function cut(word) {
  while (new Blob([word]).size > 40) word = [...word].slice(0, -1).join('');
  return word }
function initials(text) {
  return text.replace(/[\uac00-\ud7a3]/g, c => heads[Math.floor((c.charCodeAt(0) - 0xac00) / 588)]) }
function escaped(text) { return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') }
// A pattern for folded text in which a space between letters does not matter.
function pattern(text, isBeginning) {
  var found = (text.match(runs) || []).map(run => letter.test(run) ? [...run].join(' ?') : escaped(run));
  var isWord = new RegExp('^(?![' + letters + '])[' + part + ']$', 'u'), all = [...(found[found.length - 1] || '')];
  var first = letter.test(found[0] || '') ? '' : '(?<!(?![' + letters + '])[' + part + '])';
  var last = isBeginning || !isWord.test(all[all.length - 1] || '') ? '' : '(?![a-z0-9])';
  return found.length ? new RegExp(first + found.join('[^' + part + ']*') + last, 'u') : null }

// A question: words, "phrases", tag: and in:, each also with - before it.
var keys = {tag: 'tag', '태그': 'tag', 'in': 'in', '폴더': 'in'};
function parse(text) {
  var clauses = [], found, form = /(-?)(?:(tag|태그|in|폴더):)?(?:["“]([^"”]*)["”]?|(\S+))/gu;
  while ((found = form.exec(text))) {
    var value = found[3] === undefined ? found[4] : found[3], kind = keys[found[2]];
    if (!kind && value[0] === '#' && value.length > 1) { kind = 'tag'; value = value.slice(1) }
    if (found[2] && !value) continue;
    if (kind !== 'in') value = value.replace(/\.md$/i, '');
    clauses.push({not: !!found[1], kind: kind || (found[3] === undefined ? 'word' : 'phrase'), text: value}) }
  var last = clauses[clauses.length - 1];
  // A sign ends a word.
  if (last && last.kind === 'word' && !last.not) {
    last.isLast = true; last.isBeginning = new RegExp('[' + part + ']$', 'u').test(fold(text)) }
  return clauses.map(plan).filter(Boolean) }
// A clause with its terms: exact ones, and one that may go on.
function plan(clause) {
  var text = clause.text;
  if (clause.kind === 'in') return clause;
  clause.exact = [];
  if (clause.kind === 'tag') {
    clause.exact = ['#' + text.normalize('NFC').toLowerCase().replace(/^#/, '').replace(/[\0-,;\\]/g, '-')];
    return clause }
  if (/^[ㄱ-ㅎ]+$/.test(text)) {
    clause.start = text; clause.isInitials = true; clause.pattern = new RegExp(escaped(text)); return clause }
  text = fold(text); clause.folded = text;
  clause.pattern = pattern(text, clause.isBeginning);
  if (!clause.pattern) return null;
  // A consonant after a syllable is half of the next one.
  if (clause.isLast && /[가-힣][ㄱ-ㅣ]$/.test(text)) return clause;
  var parts = text.match(runs), pairs = [], isCut = false;
  parts.forEach((run, i) => {
    if (!letter.test(run)) {
      if (clause.isBeginning && i === parts.length - 1) clause.start = cut(run); else clause.exact.push(cut(run));
      isCut = isCut || cut(run) !== run;
      return }
    var all = [...run];
    if (all.length === 1 && parts.length > 1) return;
    if (all.length === 1) clause.start = run;
    for (var n = 0; n + 1 < all.length; n++) pairs.push(all[n] + all[n + 1]) });
  if (!clause.exact.length && !clause.start && !pairs.length) clause.start = parts[0];
  // The pairs may be in as many files: some say enough, and the texts in view say the rest.
  clause.exact.push(...pairs.filter((_, n) => pairs.length < 7 || n % Math.ceil(pairs.length / 6) === 0));
  clause.isLoose = isCut || pairs.length > 1 || parts.length > 1;
  return clause }

// Files, each loaded once; a question ends with `lost` where one cannot be read, and the next question asks again.
var files = {}, loads = 0, mostLoads = 12, bytes = 0, mostBytes = 260e3, lost = {}, index = null;
function file(name) {
  return files[name] = files[name] || (loads++, sheaf.load('search/' + name + '.js').then(found => {
    if (found === undefined) { delete files[name]; throw lost }
    if (name === 'index') return table(found);
    bytes += new Blob([typeof found === 'string' ? found : JSON.stringify(found)]).size;
    return typeof found === 'string' ? found : found.map(entry) })) }
function entry(note) {
  return note && {title: note[0], address: note[1], path: note[2],
    tags: note[3] ? note[3].split(' ') : [], day: note[4], isCut: note[5], headings: note[6], text: note[7],
    folder: note[2].split('/').slice(0, -1).join('/')} }
function table(table) {
  var width = table.blocks.length / table.notes || 2, seen = {}, kinds = [], folders = [], open = [];
  table.places = [];
  for (var n = 0; n < table.notes; n++) {
    for (var block = 0, i = 0; i < width; i++) block = block * 64 + digits[table.blocks.charCodeAt(n * width + i)];
    var at = seen[block] = (seen[block] + 1) || 0;
    table.places.push(['text-' + block + '-' + Math.floor(at / table.part), at % table.part]) }
  for (i = 0; i < table.kinds.length; i += 2) for (n = 0; n < table.kinds[i + 1]; n++) kinds.push(table.kinds[i]);
  for (i = 0; i < table.folders.length; i += 4) {
    open.length = table.folders[i]; open.push(table.folders[i + 1]);
    folders.push({path: open.join('/'), start: table.folders[i + 2], end: table.folders[i + 2] + table.folders[i + 3]}) }
  table.kinds = kinds; table.folders = folders;
  return table }
var digits = {};
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].forEach((c, i) => { digits[c.charCodeAt(0)] = i });

// Lines of the files of words: a term, a space, its notes.
function fileOf(starts, term) {
  var low = 0, high = starts.length;
  while (low < high) { var middle = low + high >> 1; if (starts[middle] <= term) low = middle + 1; else high = middle }
  return Math.max(0, low - 1) }
function notesOf(line, from) {
  var notes = new Map(), last = -1;
  for (var i = from; i < line.length; i++) {
    for (var number = 0, shift = 0, digit; (digit = digits[line.charCodeAt(i)]) >= 32; i++, shift += 5) number |= (digit & 31) << shift;
    last += (number | digit << shift) + 1;
    notes.set(last, digits[line.charCodeAt(++i)]) }
  return notes }
async function exact(term) {
  if (!index.words.length) return new Map();
  var text = await file('words-' + fileOf(index.words, term));
  var at = text.startsWith(term + ' ') ? 0 : text.indexOf('\n' + term + ' ') + 1;
  if (!at && !text.startsWith(term + ' ')) return new Map();
  var end = text.indexOf('\n', at);
  return notesOf(text.slice(at, end), term.length + 1) }
// The lines of every term that begins so, or from there to an end, of at most so many files.
async function lines(start, most, end) {
  if (!index.words.length) return [];
  var limit = (end || start) + '\uffff', first = fileOf(index.words, start), last = fileOf(index.words, limit), found = [];
  var texts = await Promise.all(Array.from({length: Math.min(most, last - first + 1)}, (_, n) => file('words-' + (first + n))));
  texts.forEach(text => {
    text.split('\n').forEach(line => {
      if (line >= start && line < limit && line.charAt(line.indexOf(' ') - 1) !== '*') found.push(line) }) });
  return found }
function join(all) {
  var notes = new Map();
  all.forEach(each => { each.forEach((weight, note) => { if (!(notes.get(note) >= weight)) notes.set(note, weight) }) });
  return notes }
// A word that only begins so weighs half of one that is so, in a title of one word less than in a title of two.
function lessened(notes) { notes.forEach((weight, note) => { notes.set(note, weight & 48 | (weight & 15) >> 1) }); return notes }
async function beginning(start) {
  if (index.beginnings.indexOf(start) >= 0) return join([await exact(start), lessened(await exact(start + '*'))]);
  return join((await lines(start, 4)).map(line => {
    var end = line.indexOf(' '), notes = notesOf(line, end + 1);
    return end === start.length ? notes : lessened(notes) })) }

// The notes of a clause with their weights.
async function notes(clause) {
  if (clause.kind === 'in') return inFolder(clause);
  var parts = clause.exact.map(exact);
  if (clause.start) parts.push(beginning(clause.start));
  parts = await Promise.all(parts);
  var found = new Map();
  if (parts.length) parts.reduce((a, b) => a.size < b.size ? a : b).forEach((_, note) => {
    if (!parts.every(part => part.has(note))) return;
    found.set(note, parts.reduce((least, part) => Math.min(least, part.get(note)), 63)) });
  return found }
function inFolder(clause) {
  var wanted = fold(clause.text).replace(/^\/|\/$/g, ''), found = new Map();
  index.folders.forEach(folder => {
    var path = fold(folder.path);
    if (path === wanted || path.endsWith('/' + wanted))
      for (var n = folder.start; n < folder.end; n++) found.set(n, 0) });
  return found }

// Words with one letter more, less, another or two in the other order.
function isNear(a, b) {
  if (Math.abs(a.length - b.length) > 1) return false;
  var i = 0, x = a.length, y = b.length;
  while (i < x && a[i] === b[i]) i++;
  while (x > i && y > i && a[x - 1] === b[y - 1]) { x--; y-- }
  if (x - i <= 1 && y - i <= 1) return true;
  return x - i === 2 && y - i === 2 && a[i] === b[i + 1] && a[i + 1] === b[i] }
async function near(clause) {
  if (clause.kind === 'tag' || clause.kind === 'in') return null;
  var word = clause.exact[0] || clause.start, half = clause.isLast && await halfTyped(clause);
  if (half) return half;
  if (clause.isInitials || !word) return null;
  if (letter.test(word)) return nearLetters(clause);
  if (word.length < 4) return null;
  var half = word.length >> 1, found = [], ends = word.slice(half).split('').reverse().join('');
  (await lines(word.slice(0, half), 3)).forEach(line => {
    if (isNear(line.slice(0, line.indexOf(' ')), word)) found.push(line) });
  var first = fileOf(index.endings, ends), last = Math.min(first + 1, fileOf(index.endings, ends + '\uffff'));
  var list = [word.slice(0, half - 1) + word[half] + word[half - 1] + word.slice(half + 1)];
  for (; first <= last && index.endings.length; first++) {
    var whole = '';
    (await file('endings-' + first)).split('\n').forEach(each => {
      if (each) whole = whole.slice(0, digits[each.charCodeAt(0)]) + each.slice(1);
      if (!each || !whole.startsWith(ends)) return;
      each = whole.split('').reverse().join('');
      if (isNear(each, word) && !found.some(line => line.startsWith(each + ' '))) list.push(each) }) }
  var more = await Promise.all(list.slice(0, 3).map(async each => ({word: each, notes: await exact(each)})));
  var all = found.map(line => ({word: line.slice(0, line.indexOf(' ')), notes: notesOf(line, line.indexOf(' ') + 1)}))
    .concat(more).filter(each => each.notes.size).sort((a, b) => b.notes.size - a.notes.size).slice(0, 4);
  if (!all.length) return null;
  clause.pattern = new RegExp('(?<![' + part + '])(?:' + all.map(each => each.word).join('|') + ')(?![a-z0-9])', 'u');
  clause.nearest = all[0].word; clause.isLoose = false;
  return join(all.map(each => each.notes)) }
// A Korean word whose end is not typed yet: its keys begin those of the word that is meant (회으 회의, 도움 도우미, 달ㅁ 달맞이).
var vowels = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ', tails = ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ', twos = {};
'ㅘㅗㅏ ㅙㅗㅐ ㅚㅗㅣ ㅝㅜㅓ ㅞㅜㅔ ㅟㅜㅣ ㅢㅡㅣ ㄳㄱㅅ ㄵㄴㅈ ㄶㄴㅎ ㄺㄹㄱ ㄻㄹㅁ ㄼㄹㅂ ㄽㄹㅅ ㄾㄹㅌ ㄿㄹㅍ ㅀㄹㅎ ㅄㅂㅅ'.split(' ')
  .forEach(each => { twos[each[0]] = each.slice(1) });
function strokes(text) {
  return text.replace(/[가-힣]/g, c => {
    var n = c.charCodeAt(0) - 0xac00;
    return heads[Math.floor(n / 588)] + vowels[Math.floor(n % 588 / 28)] + tails[n % 28] })
    .replace(/[ㄱ-ㅣ]/g, c => twos[c] || c).replace(/ /g, '') }
async function halfTyped(clause) {
  var [, head, text] = /^(.*?)([가-힣ㄱ-ㅣ]*)$/su.exec(clause.folded || ''), word = [...text], typed = strokes(text), found = {};
  if (!/[가-힣]/.test(text)) return null;
  async function add(stem, start, end) {
    (await lines(start, 4, end)).forEach(line => {
      var term = line.slice(0, line.indexOf(' ')), made = stem + (end ? term[0] : term);
      if (!end && term.length !== 2 || made === text || !strokes(made).startsWith(typed)) return;
      found[made] = (found[made] || 0) + line.length }) }
  for (var n = 1; n < 3 && n <= word.length; n++) {
    var stem = word.slice(0, -n), first = word[0].charCodeAt(0), block = first - (first - 0xac00) % 588;
    if (stem.length) await add(stem.slice(0, -1).join(''), stem[stem.length - 1]);
    else if (letter.test(word[0])) await add('', String.fromCharCode(block), String.fromCharCode(block + 587)) }
  var last = word[word.length - 1].charCodeAt(0), tail = (last - 0xac00) % 28;
  if (last >= 0xac00 && tail) await add(word.slice(0, -1).join(''),
    String.fromCharCode(last - tail + (twos[tails[tail]] ? tails.indexOf(twos[tails[tail]][0]) : 0)));
  var clauses = Object.entries(found).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 50)
    .map(each => plan({kind: 'word', text: head + each[0]}));
  var all = await Promise.all(clauses.map(notes)), kept = clauses.filter((_, n) => all[n].size);
  if (!kept.length) return null;
  clause.pattern = new RegExp(kept.map(each => each.pattern.source).join('|'), 'u');
  clause.isLoose = kept.some(each => each.isLoose); clause.isHalf = true;
  return join(all) }
// A wrong letter spoils two pairs, and the consonants at the heads of letters are often right.
async function nearLetters(clause) {
  var all = [...clause.folded];
  if (all.length < 3 || !all.every(each => letter.test(each))) return null;
  var pairs = [];
  for (var n = 0; n + 1 < all.length; n++) pairs.push(all[n] + all[n + 1]);
  pairs = pairs.length > 4 ? [pairs[0], pairs[1], pairs[pairs.length - 2], pairs[pairs.length - 1]] : pairs;
  var found = await Promise.all(pairs.map(exact)), counts = new Map();
  found.forEach(each => { each.forEach((_, note) => { counts.set(note, (counts.get(note) || 0) + 1) }) });
  var notes = new Map(), least = Math.max(1, pairs.length - 2);
  counts.forEach((count, note) => { if (count >= least) notes.set(note, count) });
  (await beginning(initials(clause.folded))).forEach((_, note) => { if (!notes.has(note)) notes.set(note, 0) });
  if (!notes.size) return null;
  var forms = [];
  all.forEach((_, n) => {
    forms.push(all.map((c, i) => i === n ? '[' + letters + ']' : c).join(' ?'), all.filter((_, i) => i !== n).join(' ?')) });
  clause.pattern = new RegExp(forms.join('|'), 'u'); clause.nearest = ''; clause.isLoose = true;
  return notes }

// Names first, then BM25.
function score(found) {
  var total = index.notes, sum = new Map();
  found.forEach(each => {
    var rarity = Math.log(1 + (total - each.size + 0.5) / (each.size + 0.5));
    each.forEach((weight, note) => {
      var part = weight >> 4, level = (weight & 15) / 15;
      sum.set(note, (sum.get(note) || 0) + (0.2 + rarity) * (part === 3 ? 4 + 4 * level : [0, 1, 1.5][part] + level)) }) });
  return sum }

// The search of one question.
var run = 0, filter = {}, state = null;
// An answer from files that are not all there would be wrong.
function told(answer) {
  var mine = run;
  return answer.catch(error => {
    if (error !== lost) throw error;
    if (mine === run) { state = null; list.textContent = facets.textContent = ''; status.textContent = words.searchFailed } }) }
function begin() { return told(find()) }
async function find() {
  var query = input.value, mine = ++run;
  if (!query.trim()) {
    list.textContent = facets.textContent = status.textContent = ''; filter = {}; state = null; return recent() }
  var clauses = parse(query);
  if (!clauses.length) { list.textContent = facets.textContent = ''; status.textContent = words.searchNone; return }
  var before = loads, size = bytes;
  if (!index) { status.textContent = words.searching; index = await file('index') }
  if (mine !== run) return;
  var found = await Promise.all(clauses.map(notes));
  if (mine !== run) return;
  var nearest = null;
  if (clauses.some((clause, n) => !clause.not && !found[n].size)) {
    nearest = [];
    for (var n = 0; n < clauses.length; n++) {
      if (clauses[n].not || found[n].size) continue;
      var other = await near(clauses[n]);
      if (mine !== run) return;
      if (other) { found[n] = other; if (!clauses[n].isHalf) nearest.push(clauses[n].nearest || '') } } }
  var wanted = found.filter((_, n) => !clauses[n].not), without = found.filter((_, n) => clauses[n].not && !clauses[n].isLoose);
  var scores = score(wanted), all = [];
  if (!wanted.length) for (var place = 0; place < index.notes; place++) scores.set(place, 0);
  scores.forEach((sum, note) => {
    if (wanted.every(each => each.has(note)) && !without.some(each => each.has(note))) all.push({note: note, score: sum}) });
  // Where no note has all words, some of them have to do.
  var places = wanted.filter((_, n) => /^(tag|in)$/.test(clauses.filter(each => !each.not)[n].kind));
  var isAny = !all.length && wanted.length - places.length > 1;
  if (isAny) score(wanted.filter(each => !places.includes(each))).forEach((sum, note) => {
    if (places.every(each => each.has(note)) && !without.some(each => each.has(note))) all.push({note: note, score: sum}) });
  all.sort((a, b) => b.score - a.score || a.note - b.note);
  state = {clauses: clauses, all: all, mine: mine, query: fold(query.trim()), nearest: nearest, isAny: isAny,
    loads: before, bytes: size, tags: await tagLists(all) };
  if (mine === run) show() }
// Each tag's notes, where all of them are in few files.
async function tagLists(all) {
  var first = fileOf(index.words, '#'), last = fileOf(index.words, '#\uffff');
  if (all.length < 4 || last - first > 1) return null;
  var found = {};
  (await lines('#', 2)).forEach(line => { found[line.slice(1, line.indexOf(' '))] = notesOf(line, line.indexOf(' ') + 1) });
  return found }

// The panel.
var panel = make('div', 'finder'), form = make('form'), input = make('input'), status = make('p', 'status');
var facets = make('div', 'facets'), list = make('ol', 'results'), end = make('li', 'end'), dialog = null;
input.type = 'search'; input.autocomplete = 'off'; input.setAttribute('aria-label', words.searchLabel);
input.placeholder = words.searchHint; input.spellcheck = false;
form.setAttribute('role', 'search'); form.append(input);
status.setAttribute('role', 'status');
panel.append(form, status, facets, list);

function isInFolder(note, path) {
  return index.folders.some(folder => folder.path === path && note >= folder.start && note < folder.end) }
function matches(result) {
  return (!filter.folder || isInFolder(result.note, filter.folder)) && (!filter.kind || index.kinds[result.note] === filter.kind)
    && (!filter.tag || !state.tags || !state.tags[filter.tag] || state.tags[filter.tag].has(result.note)) }
function chip(kind, value, text, count) {
  var button = make('button', 'chip', text + ' ' + count);
  button.type = 'button'; button.setAttribute('aria-pressed', filter[kind] === value);
  on(button, 'click', () => {
    if (filter[kind] === value) delete filter[kind]; else filter[kind] = value;
    show(); one('.chip[aria-pressed=true]', facets)?.focus() });
  return button }
function group(kind, name, values, label) {
  if (values.length < 2 && !filter[kind]) return;
  var box = make('div'); box.setAttribute('role', 'group'); box.setAttribute('aria-label', name);
  box.append(make('span', 'detail', name));
  values.forEach(each => { box.append(chip(kind, each[0], label(each[0]), each[1])) });
  facets.append(box) }
// Folders of the level below the chosen one, with those above it.
function folderFacet(all) {
  var chosen = filter.folder ? filter.folder.split('/') : [], values = [];
  var sorted = all.map(result => result.note).sort((a, b) => a - b);
  function before(place) {
    var low = 0, high = sorted.length;
    while (low < high) { var middle = low + high >> 1; if (sorted[middle] < place) low = middle + 1; else high = middle }
    return low }
  var below = [];
  index.folders.forEach(folder => {
    var names = folder.path.split('/'), count = before(folder.end) - before(folder.start);
    var isAbove = names.length <= chosen.length && names.every((name, i) => name === chosen[i]);
    if (isAbove) values.push([folder.path, count]);
    else if (count && names.length === chosen.length + 1 && chosen.every((name, i) => name === names[i])) below.push([folder.path, count]) });
  return values.concat(below.sort((a, b) => b[1] - a[1]).slice(0, 8)) }
function countBy(all, value) {
  var counts = {};
  all.forEach(result => { counts[value(result)] = (counts[value(result)] || 0) + 1 });
  return Object.entries(counts).sort((a, b) => b[1] - a[1]) }
function showFacets() {
  facets.textContent = '';
  if (state.all.length < 4 && !Object.keys(filter).length) return;
  group('folder', words.searchFolder, folderFacet(state.all), path => path.split('/').pop());
  group('kind', words.searchKind, countBy(state.all, result => index.kinds[result.note]), kind => words[kind] || kind);
  if (!state.tags) return;
  var here = new Set(state.all.map(result => result.note)), values = [];
  Object.keys(state.tags).forEach(tag => {
    var count = 0;
    state.tags[tag].forEach((_, note) => { if (here.has(note)) count++ });
    if (count) values.push([tag, count]) });
  group('tag', words.searchTag, values.sort((a, b) => b[1] - a[1]).slice(0, 6), tag => '#' + tag) }

var batch = 4, watcher = new IntersectionObserver(entries => {
  if (entries.some(entry => entry.isIntersecting)) told(more(list.scrollTop > 0 || scrollY > 0)) });
on(page, 'scroll', () => { if (end.isConnected) { watcher.unobserve(end); watcher.observe(end) } }, {capture: true, passive: true});
function show() {
  showFacets();
  state.wanted = state.all.filter(matches); state.next = 0; state.shown = 0; state.isBusy = false; state.dropped = 0; state.isUnsure = false;
  list.textContent = ''; watcher.disconnect();
  status.textContent = words.searching; told(more()) }
function count() {
  var left = state.wanted.length - state.dropped, isOpen = state.next < state.wanted.length && state.isChecked || state.isUnsure;
  var near = left && (state.isAny ? words.searchSome : state.nearest && state.nearest.length && words.searchNear);
  status.textContent = !left || (!state.shown && state.next >= state.wanted.length) ? words.searchNone
    : (near ? near + ' ' : '') + words.searchCount.replace('%', isOpen ? '≤ ' + left : left) }
// The next notes in view; of those whose words may be apart, the text says whether it has them. Nobody has to wait for
// more files than a question may ask for but a reader who wants more.
var further = make('button', 'past', words.searchFurther);
further.type = 'button'; on(further, 'click', () => told(more(true)));
async function more(isWanted) {
  var mine = run, now = state, goal = now && now.shown + batch;
  if (!now || now.isBusy) return;
  now.isBusy = true; now.isChecked = now.clauses.some(clause => clause.isLoose || clause.kind === 'phrase');
  var most = isWanted ? loads + 4 * batch : now.loads + mostLoads;
  // The files of a question are as many as it has room for, by what a file weighs on average.
  function room() {
    return isWanted ? most - loads : Math.min(most - loads, Math.floor((mostBytes - bytes + now.bytes) * loads / bytes)) }
  while ((room() > 0 || !now.next) && now.shown < goal && now.next < now.wanted.length) {
    var some = now.wanted.slice(now.next, now.next + Math.min(batch, Math.max(1, room()), goal - now.shown));
    var texts = await Promise.all(some.map(result => file(index.places[result.note][0])));
    if (mine !== run || now !== state || now.wanted.indexOf(some[0]) !== now.next) return;
    now.next += some.length;
    some.forEach((result, n) => {
      var note = texts[n] && texts[n][index.places[result.note][1]];
      if (note && isRight(note)) { list.append(item(note)); now.shown++ } else now.dropped++ }) }
  now.isBusy = false; end.remove(); end.textContent = '';
  if (now.next < now.wanted.length) { list.append(end);
    if (room() > 0) { watcher.unobserve(end); watcher.observe(end) } else if (!now.shown) end.append(further) }
  count() }
function isRight(note) {
  if (!state.isChecked || state.isAny) return true;
  var whole = null;
  return state.clauses.every(clause => {
    if (clause.kind === 'tag' || clause.kind === 'in' || clause.isInitials || !(clause.isLoose || clause.kind === 'phrase')) return true;
    whole = whole || fold([note.title, note.path, note.tags.join(' '), note.headings, note.text].join('\u0001')).replace(/\s+/g, ' ');
    return clause.pattern.test(whole) ? !clause.not : clause.not || note.isCut && (state.isUnsure = true) }) }
function wordsToMark() { return state.clauses.filter(clause => !clause.not && clause.pattern) }
function place(clause, folded) {
  var found = clause.pattern.exec(clause.isInitials ? initials(folded) : folded);
  return found ? [found.index, found[0].length] : null }
function line(note) {
  var terms = wordsToMark(), all = note.text.split('\n'), best = '', most = 0;
  for (var i = 0; i < all.length && most < terms.length; i++) {
    var folded = fold(all[i]), count = terms.filter(term => place(term, folded)).length;
    if (count > most) { most = count; best = all[i] } }
  return best || all[0] || '' }
function marked(element, text) {
  text = text.normalize('NFC');
  var spots = [], plain = fold(text).length === text.length ? fold(text) : text.toLowerCase();
  wordsToMark().forEach(term => { var spot = place(term, plain); if (spot) spots.push(spot) });
  spots.sort((a, b) => a[0] - b[0]);
  if (!spots.length) return element.append(text.slice(0, 180));
  var at = spots[0][0] > 70 ? spots[0][0] - 50 : 0, limit = at + 220;
  if (at) element.append('…');
  spots.forEach(spot => {
    if (spot[0] < at || spot[0] > limit) return;
    element.append(text.slice(at, spot[0]), make('mark', '', text.slice(spot[0], spot[0] + spot[1])));
    at = spot[0] + spot[1] });
  element.append(text.slice(at, Math.max(at, limit))) }
function item(note) {
  var row = make('li'), link = make('a'), facts = [note.folder, note.day].filter(Boolean).join(' · '), text = line(note);
  link.href = sheaf.base + note.address; marked(link, note.title); row.append(link);
  if (facts) row.append(' ', make('span', 'detail', facts));
  if (text) { var part = make('p'); marked(part, text); row.append(part) }
  on(link, 'click', remember);
  return row }

// Searches that led somewhere.
function past() { try { return JSON.parse(keep(localStorage, 'sheaf-searches') || '[]') } catch { return [] } }
function remember() {
  var query = input.value.trim();
  if (!query) return;
  keep(localStorage, 'sheaf-searches', JSON.stringify([query].concat(past().filter(each => each !== query)).slice(0, 8))) }
function recent() {
  var all = past();
  if (!all.length) return;
  status.textContent = words.searchRecent;
  all.forEach(query => {
    var item = make('li'), button = make('button', 'past', query);
    button.type = 'button';
    on(button, 'click', () => { input.value = query; input.focus(); begin() });
    item.append(button); list.append(item) }) }

var timer = 0;
function note() { try { history.replaceState(null, '', '#' + encodeURIComponent(input.value)) } catch {} }
on(input, 'input', () => {
  clearTimeout(timer); run++; timer = setTimeout(begin, index ? 80 : 0);
  if (own) note() });
on(form, 'submit', event => { event.preventDefault(); var first = one('a', list); if (first) first.click() });
on(panel, 'keydown', event => {
  var all = sheaf.all('a, .past', list), at = all.indexOf(page.activeElement);
  if (event.isComposing) return;
  if (event.key === 'ArrowDown' && all[at + 1]) { event.preventDefault(); all[at + 1].focus() }
  else if (event.key === 'ArrowUp' && at >= 0) { event.preventDefault(); (all[at - 1] || input).focus() } });

// On its own page the question is in the address; `?q=` is how other programs ask.
var own = one('[data-search-page]');
function read() {
  try { input.value = location.href.includes('#') ? decodeURIComponent(location.hash.slice(1))
    : new URLSearchParams(location.search).get('q') || '' } catch {} }
if (own) { own.append(panel); read(); on(window, 'hashchange', () => { read(); begin() }) }
sheaf.file('search.js', typed => {
  if (typed) input.value += typed;
  if (!own && !dialog) {
    dialog = make('dialog', 'search'); dialog.setAttribute('aria-label', words.search);
    var close = make('button', 'icon close'); close.type = 'button'; close.setAttribute('aria-label', words.close);
    on(close, 'click', () => { dialog.close() });
    form.append(close); dialog.append(panel); page.body.append(dialog);
    on(dialog, 'click', event => { if (event.target === dialog) dialog.close() }) }
  if (dialog && !dialog.open) dialog.showModal();
  input.focus(); if (dialog && !typed) input.select();
  if (typed && own) note();
  begin() });
})
