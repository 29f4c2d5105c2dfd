(function(r){var s=document.createElement('script');
try{var t=localStorage.getItem('sheaf-theme');if(t)r.dataset.theme=t}catch{}
r.classList.add('js');if(self!==top)r.classList.add('framed');
addEventListener('keydown',function early(e){var d=r.dataset,held=e.ctrlKey||e.metaKey,key=e.key;
if(d.ready)return removeEventListener('keydown',early);
if(/^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName))return;
if(d.typed==null){if(held?e.code!=='KeyK'&&key.toLowerCase()!=='k':key!=='/')return;d.typed=''}else if(held||key.length>1)return;else d.typed+=key;
e.preventDefault()});
s.src=document.currentScript.dataset.root+'site.js';document.head.append(s)})(document.documentElement)
