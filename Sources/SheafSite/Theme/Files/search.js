(function(){'use strict';
var input=document.querySelector('[data-search]'),list=document.querySelector('[data-results]'),
status=document.querySelector('[data-status]'),titles=null,signatures=null,texts={},waiting={},run=0,limit=50;
var letter=/[\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]/,
heads='ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
function fold(s){return s.normalize('NFKD').replace(/\p{M}+/gu,'').normalize('NFC').toLowerCase()}
function initials(s){return s.replace(/[\uac00-\ud7a3]/g,function(c){
  return heads[Math.floor((c.charCodeAt(0)-0xac00)/588)]})}
function hash(s){for(var h=0x811c9dc5,i=0;i<s.length;i++)h=Math.imul(h^s.charCodeAt(i),0x01000193);return h>>>0}
function decode(s){var b=atob(s),a=new Uint8Array(b.length);for(var i=0;i<b.length;i++)a[i]=b.charCodeAt(i);return a}
function holds(bits,key){for(var p=key,i=0;i<3;i++){var n=(p^p>>>15)&(bits.length*8-1);
  if(!(bits[n>>3]&1<<(n&7)))return false;p=(Math.imul(p,0x85ebca6b)+0x9e3779b9)>>>0}return true}
window.sheafTitles=function(v){titles=v;start()};
window.sheafSignatures=function(v){signatures=v.map(decode);start()};
window.sheafText=function(n,v){texts[n]=v.map(function(t){return{raw:t,folded:fold(t)}})};
function load(name,then){var s=document.createElement('script');s.src='search/'+name+'.js';
  s.addEventListener('load',then);s.addEventListener('error',then);document.head.appendChild(s)}
function block(n,then){if(texts[n])return then();if(waiting[n])return waiting[n].push(then);
  waiting[n]=[then];load('text-'+n,function(){texts[n]=texts[n]||[];waiting[n].forEach(function(f){f()});delete waiting[n]})}
function term(word,isLast){
  if(/^[ㄱ-ㅎ]+$/.test(word))return{initials:true,text:word,keys:[hash(word.slice(0,4))]};
  var text=fold(word),keys=[],runs=text.match(/[\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]+|[\p{L}\p{N}]+?(?=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]|[^\p{L}\p{N}]|$)/gu)||[];
  runs.forEach(function(r){if(!letter.test(r))return keys.push(hash(r.slice(0,4)));
    if(r.length===1)keys.push(hash(r));for(var i=0;i+1<r.length;i++)keys.push(hash(r.slice(i,i+2)))});
  return{text:text,keys:keys,whole:!isLast&&!letter.test(text)}}
function isWord(c){return c!==undefined&&c!==''&&/[\p{L}\p{N}]/u.test(c)&&!letter.test(c)}
function find(t,text){
  if(t.initials)text=initials(text);
  for(var from=0;;){var at=text.indexOf(t.text,from);if(at<0)return-1;
    var first=t.text[0],ok=t.initials||letter.test(first)||!isWord(text[at-1]);
    if(ok&&t.whole&&isWord(text[at+t.text.length]))ok=false;
    if(ok)return at;from=at+1}}
function line(note,terms){
  var folded=note.folded.split('\n'),raw=note.raw.split('\n');
  for(var i=0;i<folded.length;i++)if(terms.some(function(t){return find(t,folded[i])>=0}))return raw[i]||'';
  return''}
function marked(element,text,terms){
  text=text.normalize('NFC');var best=null;
  var plain=fold(text).length===text.length?fold(text):text.toLowerCase();
  terms.forEach(function(t){var at=find(t,plain);if(at>=0&&(!best||at<best[0]))best=[at,t.text.length]});
  if(!best)return element.append(text.slice(0,180));
  var start=best[0]>70?best[0]-50:0,m=document.createElement('mark');
  m.textContent=text.slice(best[0],best[0]+best[1]);
  element.append((start?'…':'')+text.slice(start,best[0]),m,text.slice(best[0]+best[1],best[0]+best[1]+120))}
function show(results,terms,more){
  list.textContent='';
  results.slice(0,limit).forEach(function(r){
    var li=document.createElement('li'),a=document.createElement('a');a.href=r.note[1];marked(a,r.note[0],terms);
    li.append(a);if(r.note[3]){var d=document.createElement('span');d.className='detail';d.textContent=' '+r.note[3];li.append(d)}
    if(r.line){var p=document.createElement('p');marked(p,r.line,terms);li.append(p)}
    list.append(li)});
  status.textContent=results.length?status.dataset.count.replace('%',results.length+(more?'+':'')):more?'':status.dataset.none}
function start(){
  if(!titles||!signatures)return;
  var words=input.value.trim().split(/\s+/).filter(Boolean),mine=++run;
  if(!words.length){list.textContent='';status.textContent='';return}
  var terms=words.map(function(w,i){return term(w,i===words.length-1)}),results=[],seen={};
  titles.forEach(function(notes,n){notes.forEach(function(note,i){
    var text=note.folded||(note.folded=fold(note[0]+' '+note[2]));
    if(terms.every(function(t){return find(t,text)>=0})){seen[n+'/'+i]=1;results.push({note:note,line:'',at:[n,i]})}})});
  results.sort(newest);
  var blocks=signatures.map(function(_,n){return n}).filter(function(n){
    return terms.every(function(t){return t.keys.every(function(k){return holds(signatures[n],k)})})});
  var inText=[];
  (function next(){
    if(mine!==run)return;
    if(!blocks.length||results.length+inText.length>=limit){
      results=results.concat(inText.sort(newest));show(results,terms,blocks.length>0);fill(results.slice(0,limit),terms,mine);return}
    var n=blocks.shift();
    block(n,function(){
      if(mine!==run)return;
      texts[n].forEach(function(t,i){
        var whole=titles[n][i].folded+'\n'+t.folded;
        if(!seen[n+'/'+i]&&terms.every(function(q){return find(q,whole)>=0}))
          inText.push({note:titles[n][i],line:line(t,terms),at:[n,i]})});
      next()})})()}
function newest(a,b){return a.note[3]<b.note[3]?1:a.note[3]>b.note[3]?-1:0}
function fill(results,terms,mine){
  var left=results.filter(function(r){return!r.line});
  left.forEach(function(r){block(r.at[0],function(){
    if(mine!==run||r.line)return;var t=texts[r.at[0]][r.at[1]];
    if(t){r.line=line(t,terms)||t.raw.split('\n')[0];var li=list.children[results.indexOf(r)];
      if(li&&r.line&&!li.querySelector('p')){var p=document.createElement('p');marked(p,r.line,terms);li.append(p)}}})})}
function links(){return Array.prototype.slice.call(list.querySelectorAll('a'))}
document.addEventListener('keydown',function(e){
  var all=links(),at=all.indexOf(document.activeElement);
  if(document.activeElement!==input&&at<0)return;
  if(e.key==='ArrowDown'&&all[at+1]){e.preventDefault();all[at+1].focus()}
  else if(e.key==='ArrowUp'&&at>=0){e.preventDefault();(all[at-1]||input).focus()}
  else if(e.key==='Enter'&&at<0&&all[0]){e.preventDefault();all[0].click()}});
input.addEventListener('input',function(){
  try{history.replaceState(null,'','#'+encodeURIComponent(input.value))}catch(e){}start()});
try{input.value=decodeURIComponent(location.hash.slice(1))}catch(e){}
load('titles',function(){});load('signatures',function(){});
if(input.value)input.focus();
})();
