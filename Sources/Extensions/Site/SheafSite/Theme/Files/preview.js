
(function(){function wait(page,version){
fetch('/-/changes?path='+encodeURIComponent(page)+'&version='+version).then(function(answer){
if(answer.status===200)answer.text().then(function(place){
if(place)location.replace(place+location.hash);else location.reload()});else if(answer.status===204)wait(page,version)},
function(){setTimeout(wait,1000,page,version)})}
document.addEventListener('DOMContentLoaded',function(){
var meta=document.querySelector('meta[name="sheaf-version"]');
if(meta)wait(location.pathname,meta.content)})})();
