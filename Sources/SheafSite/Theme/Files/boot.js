(function(){var r=document.documentElement,t=null;try{t=localStorage.getItem('sheaf-theme')}catch(e){}
if(t)r.dataset.theme=t;
document.addEventListener('DOMContentLoaded',function(){
var b=document.querySelector('[data-switch]');if(b){b.hidden=false;b.addEventListener('click',function(){
var d=r.dataset.theme||(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light');
d=d==='dark'?'light':'dark';r.dataset.theme=d;try{localStorage.setItem('sheaf-theme',d)}catch(e){}})}
document.addEventListener('keydown',function(e){
if(e.key!=='/'||e.ctrlKey||e.metaKey||e.altKey||/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName))return;
var f=document.querySelector('[data-search]'),a=document.querySelector('[data-search-link]');
e.preventDefault();if(f)f.focus();else if(a)location.href=a.href})})})();
