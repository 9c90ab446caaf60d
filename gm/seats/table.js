(() => {
const body = document.body, find = (q) => document.querySelector(q), as = encodeURIComponent(body.dataset.as), log = find("[data-part=log]");
const offline = (off) => { find("[data-offline]").hidden = !off; };
const blank = () => { body.replaceChildren(); document.title = "Hybrid"; location.replace("/table"); };
const apply = (m) => {
  if (m.title) document.title = m.title;
  for (const name in m.parts) find("[data-part=" + name + "]").innerHTML = m.parts[name];
  for (let n = m.drop || 0; n > 0 && log.lastElementChild; n--) log.lastElementChild.remove();
  if (m.log) log.insertAdjacentHTML("beforeend", m.log);
  while (m.keep && log.children.length > m.keep) log.firstChild.remove();
};
if (navigator.wakeLock) { const stay = () => navigator.wakeLock.request("screen").catch(() => {}); stay(); document.addEventListener("visibilitychange", () => document.hidden || stay()); }
follow(as, body.dataset.at, {show: apply, offline, gone: blank});
})();
