// Draws the diagrams that the page around this frame requests. The frame has no origin and loads nothing but Mermaid, whose styles are inline.
(() => {
'use strict';
var script = document.createElement('script'), turn = Promise.resolve();
function draw(asked) {
  mermaid.initialize({startOnLoad: false, securityLevel: 'strict', suppressErrorRendering: true, htmlLabels: false,
    flowchart: {htmlLabels: false}, theme: asked.dark ? 'dark' : 'default'});
  return mermaid.render('drawing-' + asked.number, asked.source).then(made => {
    var holder = document.createElement('div');
    holder.innerHTML = made.svg;
    // A picture has the size that it says, and is XML.
    var drawing = holder.firstElementChild, size = drawing.viewBox.baseVal;
    drawing.removeAttribute('style');
    if (size && size.width) { drawing.setAttribute('width', size.width); drawing.setAttribute('height', size.height) }
    return new XMLSerializer().serializeToString(drawing) }) }
addEventListener('message', event => {
  if (event.source !== parent) return;
  var asked = event.data;
  function answer(drawing) { parent.postMessage({number: asked.number, drawing: drawing}, '*') }
  turn = turn.then(() => draw(asked)).then(answer, () => { answer('') }) });
script.src = 'mermaid.js';
script.onload = () => { parent.postMessage({isReady: true}, '*') };
document.head.append(script);
})();
