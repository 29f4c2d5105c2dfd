(function(r){var s=document.createElement('script');
try{var t=localStorage.getItem('sheaf-theme');if(t)r.dataset.theme=t}catch{}
r.classList.add('js');if(self!==top)r.classList.add('framed');
s.src=document.currentScript.dataset.root+'site.js';document.head.append(s)})(document.documentElement)
