// Loaded at the first input: folders to open, code to copy, large pictures, previews, contents that follow.
// eslint-disable-next-line no-unused-expressions -- the words follow in parentheses
(words => {
'use strict';
var page = document, base = sheaf.base, one = sheaf.one, all = sheaf.all, on = sheaf.on;
var make = sheaf.make, keep = sheaf.keep, load = sheaf.load, style = make('link');
style.rel = 'stylesheet'; style.href = base + 'extras.css'; page.head.append(style);

// Folders open in place; which are open is remembered while the window is.
function tree() {
  var panel = one('.tree'), open = {};
  try { open = JSON.parse(keep(sessionStorage, 'sheaf-open') || '{}') } catch {}
  function address(item) { return one('a', item).href.slice(base.length).replace(/\.html$/, '') }
  function path(item) { return decodeURIComponent(address(item)) }
  function note(item, isOpen) {
    open[path(item)] = isOpen ? 1 : 0; keep(sessionStorage, 'sheaf-open', JSON.stringify(open)) }
  function entry(text, address, isFolder) {
    var item = make('li', isFolder ? 'f' : ''), link = make('a', '', text);
    link.href = base + address; link.tabIndex = -1; item.append(link);
    if (isFolder) equip(item);
    return item }
  function fill(item) {
    load(address(item) + '.js').then(([folders, notes, rest] = [[], [], '']) => {
      if (one('ul', item)) return;
      var list = make('ul');
      folders.forEach(function (each) { list.append(entry(each[0], each[1], true)) });
      notes.forEach(function (each) { list.append(entry(each[0], each[1], false)) });
      if (rest) { var more = entry(rest, one('a', item).href.slice(base.length), false);
        more.className = 'more'; list.append(more) }
      if (list.children.length) item.append(list) }) }
  function equip(item) {
    // The keys of the tree and the state of a folder belong to its link; this is for a hand.
    var button = make('button', 'twist'), link = one('a', item);
    button.type = 'button'; button.tabIndex = -1; button.setAttribute('aria-hidden', 'true');
    function show() { link.setAttribute('aria-expanded', item.classList.contains('o')) }
    on(button, 'click', function () {
      item.classList.toggle('o'); note(item, item.classList.contains('o')); show();
      if (item.classList.contains('o') && !one('ul', item)) fill(item) });
    item.prepend(button); show();
    if (open[path(item)] && !item.classList.contains('o')) { item.classList.add('o'); show(); fill(item) } }
  if (!panel) return;
  all('li.f', panel).forEach(equip);
  keys(one(':scope > ul:not(.sections)', panel)) }

// Arrows move in the tree, open folders and close them.
function keys(list) {
  if (!list) return;
  on(list, 'focusin', function (event) {
    if (event.target.tagName !== 'A') return;
    all('a[tabindex="0"]', list).forEach(function (other) { other.tabIndex = -1 });
    event.target.tabIndex = 0 });
  on(list, 'keydown', function (event) {
    var link = event.target.closest('a'), item = link && link.parentElement, goal = null;
    if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
    var links = all('a', list).filter(function (each) { return each.offsetParent }), at = links.indexOf(link);
    var isFolder = item.classList.contains('f'), isOpen = item.classList.contains('o');
    function toggle() { one('.twist', item).click() }
    switch (event.key) {
    case 'ArrowDown': goal = links[at + 1]; break;
    case 'ArrowUp': goal = links[at - 1]; break;
    case 'Home': goal = links[0]; break;
    case 'End': goal = links[links.length - 1]; break;
    case 'ArrowRight': if (isFolder && isOpen) goal = links[at + 1]; else if (isFolder) toggle(); break;
    case 'ArrowLeft':
      var above = item.parentElement.closest('li.f');
      if (isFolder && isOpen) toggle(); else if (above) goal = one('a', above);
      break;
    default: return }
    event.preventDefault();
    if (goal) goal.focus() }) }

function code() {
  all('.code').forEach(function (box) {
    var bar = make('div', 'bar'), copy = make('button', 'icon copy'), wrap = make('button', 'icon wrap');
    copy.type = wrap.type = 'button';
    copy.title = words.copy; copy.setAttribute('aria-label', words.copy);
    wrap.title = words.wrap; wrap.setAttribute('aria-label', words.wrap);
    wrap.setAttribute('aria-pressed', 'false');
    on(copy, 'click', function () {
      navigator.clipboard.writeText(one('code', box).textContent.replace(/\n$/, '')).then(function () {
        copy.classList.add('done'); copy.setAttribute('aria-label', words.copied);
        setTimeout(function () { copy.classList.remove('done'); copy.setAttribute('aria-label', words.copy) }, 1500) }) });
    on(wrap, 'click', function () {
      wrap.setAttribute('aria-pressed', String(box.classList.toggle('wraps'))) });
    bar.append(wrap, copy); box.append(bar) }) }

// A picture opens large; Escape, Enter or a click closes it.
function pictures() {
  all('.text img[width]').forEach(function (image) {
    if (image.width < 200 || image.closest('a')) return;
    image.tabIndex = 0; image.setAttribute('role', 'button'); image.classList.add('opens');
    // A button has a name, also where the picture says nothing.
    image.alt = image.alt || words.picture;
    function open(event) {
      if (event.key && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      var box = make('dialog', 'large'), large = make('img');
      large.src = image.currentSrc || image.src; large.alt = image.alt;
      box.append(large); page.body.append(box); box.setAttribute('aria-label', image.alt);
      on(box, 'click', function () { box.close() });
      on(box, 'keydown', function (event) { if (event.key === 'Enter') { event.preventDefault(); box.close() } });
      on(box, 'close', function () { box.remove(); image.focus({preventScroll: true}) });
      box.showModal() }
    on(image, 'click', open); on(image, 'keydown', open) }) }

// Previews are the pages themselves in a frame: their text comes with them.
function previews() {
  var box = null, timer = 0, owner = null, x = 0;
  var finger = matchMedia('(hover: none)').matches;
  function isPicture(link) { return /\.(png|jpe?g|gif|webp|avif|svg)$/i.test(link.pathname) && !one('img', link) }
  function inside(link) {
    if (!link || link.closest('.preview') || !/(\.html|\/)$/.test(link.pathname) && !isPicture(link)) return false;
    return link.href.indexOf(base) === 0 && link.pathname !== location.pathname }
  function close() { clearTimeout(timer); if (box) box.remove(); box = owner = null }
  function show(link) {
    close(); owner = link;
    box = make('div', finger ? 'preview sheet' : 'preview');
    var note = link.hash.indexOf('#note-fn-') === 0 && page.getElementById(link.hash.slice(1));
    if (note) {
      var copy = note.cloneNode(true);
      all('.footnote-backref', copy).forEach(function (back) { back.remove() });
      var text = make('div', 'text');
      text.append.apply(text, Array.from(copy.childNodes)); box.append(text); box.classList.add('small')
    } else if (isPicture(link)) {
      var image = make('img'); image.alt = link.textContent; image.src = link.href;
      on(image, 'load', function () { if (owner === link) put(link) });
      box.append(image); box.classList.add('small')
    } else {
      var frame = make('iframe'), open = make('a', 'open', link.textContent);
      frame.src = link.href; frame.title = words.preview; open.href = link.href;
      if (finger) box.append(open);
      box.append(frame) }
    page.body.append(box);
    on(box, 'mouseleave', close); put(link) }
  function put(link) {
    if (finger) return;
    var at = link.getBoundingClientRect(), size = box.getBoundingClientRect();
    var below = at.bottom + 8 + size.height < innerHeight || at.top < size.height;
    box.style.left = Math.max(8, Math.min(x - 40, innerWidth - size.width - 16)) + 'px';
    box.style.top = (below ? at.bottom + 6 : at.top - size.height - 6) + 'px' }
  function isNote(link) { return link && link.hash.indexOf('#note-fn-') === 0 && !link.closest('.preview') }
  function wants(link) { return isNote(link) || inside(link) }
  // A footnote also opens for the keyboard, and for a finger that taps it; a second tap goes there.
  on(page, 'focusin', function (event) {
    var link = event.target.closest('.text a[href]');
    if (isNote(link) && link.matches(':focus-visible')) { x = link.getBoundingClientRect().left; show(link) }
    else if (owner && isNote(owner) && !event.target.closest('.preview')) close() });
  on(page, 'click', function (event) {
    var link = finger && event.target.closest('.text a[href]');
    if (isNote(link)) { if (link === owner) close(); else { event.preventDefault(); show(link) } } });
  on(page, 'mouseover', function (event) {
    if (finger) return;
    var link = event.target.closest('.text a[href], .backlinks a[href], .cards a[href]');
    if (box && !event.target.closest('.preview') && link !== owner) {
      clearTimeout(timer); timer = setTimeout(close, 250) }
    if (event.target.closest('.preview')) clearTimeout(timer);
    if (!wants(link) || link === owner) return;
    x = event.clientX; clearTimeout(timer); timer = setTimeout(show, 450, link) });
  on(page, 'mouseout', function (event) { if (!box && event.target.closest('a')) clearTimeout(timer) });
  on(page, 'contextmenu', function (event) {
    var link = finger && event.target.closest('.text a[href], .backlinks a[href]');
    if (wants(link)) { event.preventDefault(); show(link) } });
  on(page, 'pointerdown', function (event) {
    if (box && !event.target.closest('.preview') && event.target.closest('a') !== owner) close() });
  on(page, 'keydown', function (event) { if (event.key === 'Escape') close() });
  on(window, 'scroll', function () { if (!finger) close() }, {passive: true}) }

// Formulas that are wider than the text scroll for the keyboard too.
function formulas() {
  all('.mathml').forEach(function (box) { if (box.scrollWidth > box.clientWidth + 1 && box.clientWidth) box.tabIndex = 0 }) }

// The heading of the text in view.
function toc() {
  var links = all('.contents li a'), waits = false, panel = one('.side');
  if (!links.length) return;
  var targets = links.map(link => { return page.getElementById(decodeURIComponent(link.hash.slice(1))) });
  function follow() {
    waits = false;
    var now = -1;
    targets.forEach((target, i) => { if (target && target.getBoundingClientRect().top < 140) now = i });
    if (innerHeight + scrollY >= page.body.scrollHeight - 4 && scrollY > 0) now = links.length - 1;
    links.forEach((link, i) => {
      if (i !== now) return link.removeAttribute('aria-current');
      if (link.hasAttribute('aria-current')) return;
      link.setAttribute('aria-current', 'true');
      var box = link.getBoundingClientRect(), frame = panel.getBoundingClientRect();
      if (box.bottom > frame.bottom || box.top < frame.top) panel.scrollTop += box.top - frame.top - 80 }) }
  on(window, 'scroll', () => { if (!waits) { waits = true; requestAnimationFrame(follow) } }, {passive: true});
  follow() }

// Folded sections are printed open.
function paper() {
  var folded = [];
  on(window, 'beforeprint', () => { folded = all('details:not([open])'); folded.forEach(each => { each.open = true }) });
  on(window, 'afterprint', () => { folded.forEach(each => { each.open = false }) }) }

tree(); code(); pictures(); previews(); formulas(); toc(); paper();
sheaf.file('extras.js', true);
})
