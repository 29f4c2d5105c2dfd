(function(r){var s=document.createElement('script');
try{var t=localStorage.getItem('sheaf-theme');if(t)r.dataset.theme=t}catch{}
r.classList.add('js');if(self!==top)r.classList.add('framed');
addEventListener('keydown',e=>{var d=r.dataset,k=e.key;
if(!d.ready&&e.target.value==null&&(d.typed?!k[1]:k=='/')){e.preventDefault();d.typed=(d.typed||'')+k}});
s.src=document.currentScript.dataset.root+'site.js';document.head.append(s)})(document.documentElement)
