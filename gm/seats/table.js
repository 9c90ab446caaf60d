(() => {
const body = document.body, find = (q) => document.querySelector(q), as = encodeURIComponent(body.dataset.as), log = find("[data-part=log]");
let at = body.dataset.at, source, heard = Date.now(), retry;
const offline = (off) => { find("[data-offline]").hidden = !off; };
const blank = () => { source && source.close(); body.replaceChildren(); document.title = "Hybrid"; location.replace("/table"); };
const apply = (event) => {
  heard = Date.now(); at = event.lastEventId; offline(false);
  const m = JSON.parse(event.data);
  if (m.title) document.title = m.title;
  for (const name in m.parts || {}) find("[data-part=" + name + "]").innerHTML = m.parts[name];
  if (m.log) log.insertAdjacentHTML("beforeend", m.log);
  while (m.keep && log.children.length > m.keep) log.firstChild.remove();
};
const connect = () => {
  clearTimeout(retry);
  source && source.close();
  source = new EventSource("/seat/events?as=" + as + "&at=" + at);
  source.onopen = () => { heard = Date.now(); offline(false); };
  source.onmessage = apply;
  source.addEventListener("beat", () => { heard = Date.now(); offline(false); });
  source.addEventListener("gone", blank);
  source.onerror = async () => {
    offline(true);
    if (source.readyState !== EventSource.CLOSED) return;
    retry = setTimeout(connect, 2000);
    try { if ((await (await fetch("/joined?as=" + as)).json()).state === "no") blank(); } catch { /* it is tried again */ }
  };
};
addEventListener("online", connect);
setInterval(() => { if (Date.now() - heard > 20000) { heard = Date.now(); offline(true); connect(); } }, 1000);
if (navigator.wakeLock) { const stay = () => navigator.wakeLock.request("screen").catch(() => {}); stay(); document.addEventListener("visibilitychange", () => document.hidden || stay()); }
connect();
})();
