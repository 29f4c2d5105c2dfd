// Diagrams are drawn in a frame of their own when they come near, and shown as pictures: nothing in them acts in the page.
(() => {
'use strict';
var site = sheaf, blocks = site.all('[data-diagram]'), pictures = [], asked = [], waiting = [], frame = null, isReady = false, answers = 0, printing = false;
function isDark() {
  var theme = document.documentElement.dataset.theme;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches }
function open() {
  frame = site.make('iframe');
  // Not hidden, or text in it would have no size.
  frame.style.cssText = 'position:fixed;width:1200px;height:800px;left:-2000px;visibility:hidden;border:0';
  // From a disk, a frame without an origin may load nothing at all.
  frame.setAttribute('sandbox', location.protocol === 'file:' ? 'allow-scripts allow-same-origin' : 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.src = site.base + 'diagram.html';
  document.body.append(frame) }
function ask(number) {
  if (!frame) open();
  if (!isReady) return waiting.push(number);
  var source = site.one('code', blocks[number]).textContent;
  frame.contentWindow.postMessage({number: number, source: source, dark: isDark()}, '*') }
function show(number, drawing) {
  var block = blocks[number], picture = pictures[number];
  if (!picture) {
    var figure = site.make('figure', 'drawing'), source = site.make('details', 'source');
    picture = pictures[number] = site.make('img');
    picture.alt = block.dataset.diagram;
    figure.append(picture);
    block.before(figure, source);
    source.append(site.make('summary', '', block.dataset.source), block) }
  picture.src = 'data:image/svg+xml,' + encodeURIComponent(drawing) }
function again() { asked.forEach((isAsked, number) => { if (isAsked) ask(number) }) }
site.on(window, 'message', event => {
  if (!frame || event.source !== frame.contentWindow) return;
  if (event.data.isReady) { isReady = true; waiting.splice(0).forEach(ask) }
  else if (blocks[event.data.number]) {
    if (event.data.drawing) show(event.data.number, event.data.drawing);
    if (++answers >= blocks.length && printing) { printing = false; setTimeout(print, 100) } } });
site.on(document, 'sheaf-theme', again);
site.on(matchMedia('(prefers-color-scheme: dark)'), 'change', again);
// On paper all are drawn: the keys that print wait for them.
site.on(document, 'keydown', event => {
  if (!(event.ctrlKey || event.metaKey) || event.key !== 'p' || asked.filter(Boolean).length === blocks.length) return;
  event.preventDefault();
  blocks.forEach((_, number) => { if (!asked[number]) { asked[number] = true; ask(number) } });
  printing = true });
var watch = new IntersectionObserver(entries => {
  entries.forEach(entry => {
    var number = blocks.indexOf(entry.target);
    if (!entry.isIntersecting || asked[number]) return;
    asked[number] = true; ask(number) }) }, {rootMargin: '800px'});
blocks.forEach(block => { watch.observe(block) });
sheaf.file('diagram.js', true);
})();
