// The script of every page. Every part works alone; without this script everything can still be read.
(() => {
'use strict';
var page = document, html = page.documentElement;
var root = page.querySelector('script[data-root]').dataset.root;
var base = new URL(root || './', location.href).href.replace(/[#?].*/, '');
function one(selector, element) { return (element || page).querySelector(selector) }
function all(selector, element) { return [...(element || page).querySelectorAll(selector)] }
function on(target, type, action, options) { if (target) target.addEventListener(type, action, options) }
function make(tag, name, text) {
  var element = page.createElement(tag);
  if (name) element.className = name;
  if (text) element.textContent = text;
  return element }
function keep(area, key, value) {
  try { if (value === undefined) return area.getItem(key); area.setItem(key, value) } catch {} return null }
// The scripts and the files of a site share this object and no other name. A file hands its content over by its path,
// and the promise of its path has it: nothing if the file cannot be read, which the next one who asks tries again.
var contents = {}, asked = {};
function file(path, content) { contents[path] = content }
function load(path) {
  return asked[path] = asked[path] || new Promise(then => {
    var script = make('script'), name = decodeURIComponent(path);
    function end() { if (!(name in contents)) { delete asked[path]; script.remove() } then(contents[name]) }
    script.src = base + path; on(script, 'load', end); on(script, 'error', end);
    page.head.append(script) }) }
Object.defineProperty(window, 'sheaf', {value: Object.freeze({base, load, file, make, one, all, on, keep})});

function start() {
  if (html.classList.contains('framed')) {
    all('a[href]').forEach(link => { link.target = '_top' });
    return place() }
  theme(); drawers(); tree(); place(); local(); search();
  if (one('[data-graph-page]')) load('graph.js');
  if (one('[data-diagram]')) load('diagram.js');
  extras() }

// Loads the rest at the first input.
function extras() {
  var state = 0, note;
  function then(event) {
    if (state) return;
    state = 1;
    load('extras.js').then(() => { state = 2; if (note) note.click() });
    // A tap on a footnote waits for it.
    if (event.type[0] === 't') on(event.target.closest('.footnote-ref a'), 'click', event => {
      if (state < 2) { event.preventDefault(); note = event.target } }) }
  ['pointermove', 'touchstart', 'keydown', 'scroll'].forEach(type => { on(page, type, then, {passive: true}) });
  // The tree as the reader left it.
  var panel = one('.tree'), current = panel && one('a[aria-current=page]', panel), top = keep(sessionStorage, 'sheaf-tree');
  if (!panel) return;
  if (top !== null) panel.scrollTop = top;
  if (current) {
    var row = current.getBoundingClientRect(), frame = panel.getBoundingClientRect();
    if (row.top < frame.top + 40 || row.bottom > frame.bottom - 60) panel.scrollTop += row.top - frame.top - frame.height / 2 }
  on(window, 'pagehide', () => { keep(sessionStorage, 'sheaf-tree', panel.scrollTop) });
  if (keep(sessionStorage, 'sheaf-open')) then() }

function theme() {
  on(one('[data-switch]'), 'click', () => {
    var dark = html.dataset.theme ? html.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    html.dataset.theme = dark ? 'light' : 'dark';
    keep(localStorage, 'sheaf-theme', html.dataset.theme);
    page.dispatchEvent(new Event('sheaf-theme')) }) }

// On narrow screens, the tree and the column beside the text are drawers.
function drawers() {
  var opener = null;
  function hide(isHidden) {
    all('main, header.site, footer.site, .skip').forEach(part => { part.inert = isHidden }) }
  function close(focuses) {
    if (!html.dataset.drawer) return;
    delete html.dataset.drawer; hide(false);
    if (focuses && opener) opener.focus() }
  [['.menu', 'tree'], ['.toc', 'side']].forEach(pair => {
    on(one('header .' + pair[0].slice(1)), 'click', event => {
      var drawer = one('#sheaf-' + pair[1]);
      event.preventDefault(); opener = event.currentTarget;
      html.dataset.drawer = pair[1]; hide(true);
      one('.close', drawer).focus() }) });
  all('.close').forEach(link => {
    on(link, 'click', event => { event.preventDefault(); close(true) }) });
  on(page, 'keydown', event => { if (event.key === 'Escape') close(true) });
  on(page, 'click', event => {
    var target = event.target;
    if (target.closest('.side a[href]') && !target.closest('.close')) close(false);
    else if (!target.closest('.tree, .side, header a')) close(false) }) }

// The tree is one stop of the Tab key; the keys that move in it come with the second script.
function tree() {
  var list = one('.tree > ul:not(.sections)');
  if (!list) return;
  all('a', list).forEach(link => { link.tabIndex = -1 });
  var stop = one('a[aria-current]', list) || one('a', list);
  if (stop) stop.tabIndex = 0 }

// A place by the name that a note or GitHub gives it.
function place() {
  function go() {
    var name = '';
    try { name = decodeURIComponent(location.hash.slice(1)) } catch {}
    var found = name && name !== 'top' && !page.getElementById(name) && page.getElementById('note-' + name);
    if (found) found.scrollIntoView() }
  on(window, 'hashchange', go); go() }

// The notes around this note: those that it links to, and those that link to it.
function local() {
  var box = one('[data-graph]');
  if (!box) return;
  var found = {}, nodes = [];
  all('.backlinks a, [data-graph] a').forEach(link => {
    if (!found[link.pathname] && !nodes[17]) nodes.push(found[link.pathname] = {href: link.href, text: link.textContent}) });
  var lines = '', dots = '', few = !nodes[8], taken = [];
  nodes.forEach((node, i) => {
    var turn = (i + 0.5) / nodes.length * 6.2832, ring = few || i % 2 ? 1 : 0.62;
    var x = 130 + 92 * ring * Math.sin(turn), y = 106 - 84 * ring * Math.cos(turn);
    lines += `<line x1=130 y1=106 x2=${x} y2=${y} />`;
    dots += `<a tabindex=-1><circle cx=${x} cy=${y} r=5 /><text x=${x} y=${y + 16} /><title /></a>` });
  box.innerHTML = `<svg viewBox="0 0 260 220">${lines + dots}<circle class=self cx=130 cy=106 r=7 /></svg>`;
  // A name that would cover another is left out.
  all('a', box).forEach((link, i) => {
    var {href, text} = nodes[i], label = one('text', link);
    link.setAttribute('href', href); one('title', link).textContent = text;
    label.textContent = text.length > 11 ? text.slice(0, 10) + '…' : text;
    var a = label.getBBox();
    if (taken.some(b => Math.abs(a.y - b.y) < b.height && a.x < b.x + b.width && b.x < a.x + a.width)) label.remove();
    else taken.push(a) }) }

function search() {
  // Keys that are typed before the script has loaded are part of the query.
  var own = one('[data-search-page]'), link = one('[data-search-link]'), waits = false, typed = '';
  function open() {
    if (waits) return;
    waits = true;
    load('search.js').then(show => {
      waits = false;
      if (show) show(typed); else if (own) own.textContent = own.dataset.failed || ''; else location.href = link.href;
      typed = '' }) }
  on(link, 'click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault(); open() });
  on(page, 'keydown', event => {
    var typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || event.target.isContentEditable;
    var held = event.ctrlKey || event.metaKey, plain = !held && !event.altKey && !typing;
    if (waits && plain && (event.key.length === 1 || event.key === 'Backspace')) {
      event.preventDefault(); typed = event.key.length === 1 ? typed + event.key : typed.slice(0, -1) }
    else if (plain && event.key === '/' || held && (event.code === 'KeyK' || event.key.toLowerCase() === 'k')) {
      event.preventDefault(); open() } });
  var early = page.documentElement.dataset;
  if (own || early.typed) open();
  typed = (early.typed || '').slice(1); early.ready = 1 }

if (page.readyState === 'loading') on(page, 'DOMContentLoaded', start); else start();
})();
