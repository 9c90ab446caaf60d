(() => {
const body = document.body, find = (q) => document.querySelector(q), all = (q) => document.querySelectorAll(q);
const post = (path, value) => fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(value)});

if (body.dataset.page === "join") {
  const form = find("[data-join]"), note = find("[data-note]"), waiting = find("[data-waiting]");
  const say = (text) => { note.textContent = text; };
  const look = async (as) => {
    try {
      const {state} = await (await fetch("/joined?as=" + encodeURIComponent(as))).json();
      if (state === "in") { location.replace("/seat?as=" + encodeURIComponent(as)); return; }
      if (state === "waiting") { form && (form.hidden = true); waiting && (waiting.hidden = false); setTimeout(look, 1000, as); return; }
      if (form && form.hidden) { form.hidden = false; waiting.hidden = true; say("The game master said no."); }
    } catch { setTimeout(look, 2000, as); }
  };
  if (form) {
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      say("");
      const said = Object.fromEntries(new FormData(form));
      try {
        const reply = await post("/join", {Code: said.code, Key: said.key, Player: said.player});
        if (!reply.ok) { say(await reply.text()); return; }
        look(said.key);
      } catch { say("The table cannot be reached."); }
    });
  } else look("");
  return;
}

const as = encodeURIComponent(body.dataset.as);
const parts = {}, log = find("[data-part=log]");
for (const one of all("[data-part]")) parts[one.dataset.part] = one;
let at = body.dataset.at, source, heard = Date.now(), retry;

const offline = (off) => { body.classList.toggle("off", off); find("[data-offline]").hidden = !off; for (const b of all("main button")) b.disabled = off; };
const blank = () => { source && source.close(); body.replaceChildren(); document.title = "Hybrid"; location.replace("/"); };
const show = (tab) => {
  body.dataset.tab = tab;
  for (const b of all("[data-to]")) b.dataset.to === tab ? b.setAttribute("aria-current", "true") : b.removeAttribute("aria-current");
  scrollTo(0, tab === "log" ? body.scrollHeight : 0);
};
const lines = (html, keep) => {
  const end = innerHeight + scrollY >= body.scrollHeight - 80;
  log.insertAdjacentHTML("beforeend", html);
  while (log.children.length > keep) log.firstChild.remove();
  if (end && body.dataset.tab === "log") scrollTo(0, body.scrollHeight);
};
const put = (name, html) => {
  const part = parts[name];
  if (!part) return;
  const open = [...part.querySelectorAll("details")].map((d) => d.open), focused = part.contains(document.activeElement);
  part.innerHTML = html;
  part.querySelectorAll("details").forEach((d, i) => { if (i in open) d.open = open[i]; });
  if (name === "ask") asking();
  if (focused) { part.tabIndex = -1; part.focus(); }
};
let typed = "", mine = 0, asked = 0, hush;
const say = (text) => {
  find("[data-said]").textContent = text;
  clearTimeout(hush);
  hush = setTimeout(() => { find("[data-said]").textContent = ""; }, 6000);
};
const card = () => find("[data-question]");
const number = () => card() ? +card().dataset.question : 0;
const shown = () => { const out = find("[data-typed]"); if (out) out.textContent = typed || "–"; };
const asking = () => {
  const now = number();
  if (now !== asked) {
    if (asked && mine !== asked) say("Answered.");
    typed = ""; asked = now;
    if (now) scrollTo(0, 0);
  }
  shown();
};
const reply = async (value) => {
  const n = number();
  if (!n) return;
  mine = n;
  const buttons = card().querySelectorAll("button");
  for (const b of buttons) b.disabled = true;
  try {
    const answer = await post("/seat/do?as=" + as, {Question: n, ...value});
    if (!answer.ok) say(await answer.text());
    if (answer.ok || number() !== n) return;
  } catch { say("It did not arrive; try again."); }
  for (const b of buttons) b.disabled = false;
};
body.addEventListener("click", (event) => {
  const b = event.target.closest("button");
  if (!b || !b.closest("[data-question]")) return;
  const d = b.dataset;
  if ("digit" in d) { typed = (typed + d.digit).slice(0, 12); shown(); }
  else if ("erase" in d) { typed = typed.slice(0, -1); shown(); }
  else if ("throw" in d) typed.trim() ? reply({Text: typed}) : say("Type what the die shows.");
  else if ("roll" in d) reply({Roll: true});
  else if ("rest" in d) reply({Rest: true});
  else if ("choice" in d) reply({Choice: d.choice});
});
const signal = () => {
  if (navigator.vibrate) navigator.vibrate(200);
  body.classList.remove("flash"); void body.offsetWidth; body.classList.add("flash");
};
const apply = (event) => {
  heard = Date.now(); at = event.lastEventId; offline(false);
  const m = JSON.parse(event.data);
  if (m.title) { if (m.title[0] === "●" && document.title !== m.title) signal(); document.title = m.title; }
  for (const name in m.parts || {}) name === "log" ? log.innerHTML = m.parts.log : put(name, m.parts[name]);
  if (m.log) lines(m.log, m.keep);
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
for (const b of all("[data-to]")) b.addEventListener("click", () => show(b.dataset.to));
addEventListener("offline", () => offline(true));
addEventListener("online", connect);
document.addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - heard > 16000) { offline(true); connect(); } });
setInterval(() => { if (Date.now() - heard > 20000) { heard = Date.now(); offline(true); connect(); } }, 1000);
asking();
connect();
})();
