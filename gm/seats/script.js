(() => {
const body = document.body, find = (q) => document.querySelector(q), all = (q) => document.querySelectorAll(q);
const post = (path, value) => fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(value)});

if (body.dataset.page === "join") {
  const note = find("[data-note]"), entry = find("[data-entry]"), enter = find("[data-enter]"), screening = "screening" in body.dataset;
  const say = (text) => { note.textContent = text; };
  const wait = (on) => { for (const e of entry.children) e.hidden = "waiting" in e.dataset ? !on : on; };
  const look = async (as) => {
    try {
      const {state} = await (await fetch("/joined?as=" + encodeURIComponent(as))).json();
      if (state === "in") { location.replace("/seat?as=" + encodeURIComponent(as)); return; }
      const waiting = find("[data-waiting]");
      if (state === "waiting") { if (waiting) wait(true); setTimeout(look, 1000, as); return; }
      if (waiting && !waiting.hidden) { wait(false); say("You weren't let in. Ask again, or ask the game master."); }
    } catch { setTimeout(look, 2000, as); }
  };
  const ask = async (said) => {
    say("");
    try {
      const reply = await post("/join", said);
      if (!reply.ok) { say(await reply.text()); return; }
      look(said.Key);
    } catch { say("The table cannot be reached."); }
  };
  // A code in the address is sent once without a tap. After a wrong one it waits for a tap, so that links on a foreign page
  // cannot use up the guesses of this device.
  const kept = (change) => { try { return change(localStorage); } catch { return null; } };
  const send = async (code, auto) => {
    say("");
    try {
      const reply = await post("/code", {Code: code, Screen: screening}), text = await reply.text();
      if (!reply.ok) { if (auto) kept((s) => s.setItem("wrong", "1")); say(text); return; }
      kept((s) => s.removeItem("wrong"));
      entry.innerHTML = text;
    } catch { say("The table cannot be reached."); }
  };
  body.addEventListener("submit", (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(event.target));
    "join" in event.target.dataset ? ask({Code: said.code, Key: said.key, Player: said.player}) : send(said.code);
  });
  body.addEventListener("click", (event) => {
    const b = event.target.closest("[data-screen]");
    if (b) ask({Code: b.dataset.code, Key: b.dataset.screen, Player: "a screen"});
  });
  if ("auto" in enter.dataset) { if (!kept((s) => s.getItem("wrong"))) send(enter.elements.code.value, true); }
  else if (!screening) look("");
  return;
}

const as = encodeURIComponent(body.dataset.as);
const parts = {}, log = find("[data-part=log]");
for (const one of all("[data-part]")) parts[one.dataset.part] = one;

const offline = (off) => { body.classList.toggle("off", off); find("[data-offline]").hidden = !off; for (const b of all("main button")) b.disabled = off || "never" in b.dataset; };
const blank = () => { body.replaceChildren(); document.title = "Hybrid"; location.replace("/"); };
const show = (tab) => {
  body.dataset.tab = tab;
  for (const b of all("[data-to]")) b.dataset.to === tab ? b.setAttribute("aria-current", "true") : b.removeAttribute("aria-current");
  scrollTo(0, tab === "log" ? body.scrollHeight : 0);
  refresh();
};
const lines = (html, keep) => {
  const end = innerHeight + scrollY >= body.scrollHeight - 80;
  log.insertAdjacentHTML("beforeend", html);
  while (log.children.length > keep) log.firstChild.remove();
  if (end && body.dataset.tab === "log") scrollTo(0, body.scrollHeight);
};
const earlier = find("[data-earlier]"), first = () => log.firstElementChild ? +log.firstElementChild.dataset.n : 0;
let oldest = 1; // there is nothing older than that
const more = () => { earlier.hidden = first() <= oldest; };
earlier.addEventListener("click", async () => {
  const of = first(), high = body.scrollHeight;
  try {
    const reply = await fetch("/seat/log?as=" + as + "&before=" + of), html = await reply.text();
    if (!reply.ok) { say(html, true); return; }
    if (of !== first()) return;
    log.insertAdjacentHTML("afterbegin", html);
    if (!html) { oldest = of; say("The game master has what is older than that."); }
    more();
    scrollBy(0, body.scrollHeight - high);
  } catch { say("It did not arrive; try again.", true); }
});
const put = (name, html) => {
  const part = parts[name];
  if (!part) return;
  const open = {}, is = (d, i) => d.dataset.is || i, focused = part.contains(document.activeElement);
  part.querySelectorAll("details").forEach((d, i) => { open[is(d, i)] = d.open; });
  part.innerHTML = html;
  part.querySelectorAll("details").forEach((d, i) => { if (is(d, i) in open) d.open = open[is(d, i)]; });
  const whisper = part.querySelector("[data-whisper]");
  if (whisper && !(whisper.dataset.is in open)) signal();
  if (name === "ask") asking();
  if (focused) { part.tabIndex = -1; part.focus(); }
};
let typed = "", mine = 0, asked = 0, run = body.dataset.at.split("-")[0], hush;
const say = (text, bad) => {
  find("[data-said]").textContent = text;
  find("[data-said]").classList.toggle("told", !bad);
  clearTimeout(hush);
  hush = setTimeout(() => { find("[data-said]").textContent = ""; }, 6000);
};
const card = () => find("[data-question]");
const current = () => card() ? +card().dataset.question : 0;
const shown = () => { const out = find("[data-typed]"); if (out) out.textContent = typed.replaceAll("_", " ") || "–"; };
const asking = () => {
  const now = current();
  if (now !== asked) {
    if (asked && mine !== asked) say("Answered.");
    typed = ""; asked = now;
    if (now) scrollTo(0, 0);
  }
  shown();
};
const reply = async (value) => {
  const n = current();
  if (!n) return;
  mine = n;
  const buttons = card().querySelectorAll("button");
  for (const b of buttons) b.disabled = true;
  try {
    const answer = await post("/seat/do?as=" + as, {Question: n, ...value});
    if (!answer.ok) say(await answer.text(), true);
    if (answer.ok || current() !== n) return;
  } catch { say("It did not arrive; try again.", true); }
  for (const b of buttons) b.disabled = false;
};
body.addEventListener("click", (event) => {
  const b = event.target.closest("button");
  if (!b || !b.closest("[data-question]")) return;
  const d = b.dataset;
  if ("digit" in d) { typed = (typed + d.digit).slice(0, d.digit.length > 1 ? 200 : 12); shown(); }
  else if ("erase" in d) { typed = typed.replace(/[a-z_]+ $|.$/, ""); shown(); }
  else if ("throw" in d) typed.trim() || find("[data-unsaid]") ? reply({Text: typed.trim()}) : say("Type what the die shows.", true);
  else if ("roll" in d) reply({Roll: true});
  else if ("rest" in d) reply({Rest: true});
  else if ("choice" in d) reply({Choice: d.choice});
});

const number = (text) => +String(text || "").replace("−", "-").replace(",", ".") || 0;
// ticks are the options that are ticked in a form, with what is said to them.
const ticks = (form) => {
  const list = new FormData(form).getAll("tick").map((name) => ({Name: name}));
  for (const e of form.querySelectorAll("[data-tick]")) if (e.value.trim()) list.push(e.name === "row" ? {Name: e.dataset.tick, Row: e.value} : {Name: e.dataset.tick, Number: number(e.value)});
  return list;
};
body.addEventListener("submit", (event) => {
  const form = event.target;
  if (!("how" in form.dataset)) return;
  event.preventDefault();
  reply({Choice: form.dataset.how, Ticks: ticks(form)});
});

const offer = find("[data-offer]"), wait = (ms) => new Promise((done) => setTimeout(done, ms));
let stale = true, due, asks = 0, doing = null, begun = 0;
const want = () => {
  const form = offer.querySelector("[data-want]"), said = new FormData(form);
  const first = form.querySelector("[name=with]");
  const w = {Deed: form.dataset.deed, Check: form.dataset.check, Whom: said.get("whom") || "", With: said.get("with") || "", Number: number(said.get("asked")), Points: number(said.get("points")), Text: said.get("text"), Ticks: ticks(form)};
  if (first && first.value === w.With) w.With = "";
  return w;
};
// renew puts what was drawn anew, with what is typed, open and in focus as it was.
const renew = (html, same) => {
  const id = (e) => [e.tagName, e.name, e.dataset.tick, e.type === "radio" || e.type === "checkbox" ? e.value : "", e.form && Object.keys(e.form.dataset)[0]].join();
  const fields = () => [...offer.querySelectorAll("input, select, button")], now = document.activeElement;
  const typed = fields().filter((e) => same && e.matches("input:not([type])")).map((e) => [id(e), e.value]), open = [...offer.querySelectorAll("details")].map((d) => d.open);
  const focus = same && offer.contains(now) ? id(now) : "";
  offer.innerHTML = html;
  if (same) offer.querySelectorAll("details").forEach((d, i) => { d.open = open[i]; });
  for (const [of, value] of typed) for (const e of fields()) if (id(e) === of) e.value = value;
  if (focus) for (const e of fields()) if (id(e) === focus) e.focus({preventScroll: true});
};
const draw = async (request, same) => {
  const n = ++asks;
  try {
    for (let tries = 0; tries < 5; tries++) {
      const reply = await request(), text = await reply.text();
      if (n !== asks) return;
      if (reply.ok) { renew(text, same); return; }
      if (reply.status !== 429) { say(text, true); return; }
      await wait(250);
    }
    stale = true;
    refresh();
  } catch { stale = true; }
};
const load = (same) => { stale = false; doing = null; return draw(() => fetch("/seat/offer?as=" + as), same); };
const weigh = async (w, same) => {
  doing = w;
  await draw(() => post("/seat/weigh?as=" + as, w), same);
  const head = offer.querySelector("h2");
  if (!same && head) { head.focus({preventScroll: true}); head.scrollIntoView({block: "center"}); }
};
const refresh = () => {
  clearTimeout(due);
  due = setTimeout(() => {
    if (!stale || !offer.getClientRects().length) return;
    stale = false;
    doing ? weigh(offer.querySelector("[data-want]") ? want() : doing, true) : load(true);
  }, 100);
};
const tell = async (value, then) => {
  const of = begun;
  try {
    let reply = await post("/seat/say?as=" + as, value);
    for (let tries = 0; reply.status === 429 && tries < 5; tries++) { await wait(250); reply = await post("/seat/say?as=" + as, value); }
    const text = reply.ok ? then : await reply.text();
    if (text) say(text, !reply.ok);
    if (reply.ok && begun === of && (value.Dice || value.Ahead || value.Want && !value.Want.Other)) { if (value.Ahead) find("[name=ahead]").value = ""; load(value.Dice || value.Ahead); }
  } catch { say("It did not arrive; try again.", true); }
};
find(".act").addEventListener("click", (event) => {
  const b = event.target.closest("button");
  if (!b) return;
  const d = b.dataset;
  if ("deed" in d || "check" in d || "back" in d) begun++;
  if ("other" in d) tell({Want: {Other: d.other, Check: d.check || "", With: d.with || ""}}, "The game master has it.");
  else if ("deed" in d || "check" in d) weigh({Deed: d.deed || "", Check: d.check || "", Whom: d.whom || ""});
  else if ("back" in d) load();
  else if ("undo" in d) { const form = find("[data-why]"); form.hidden = false; form.querySelector("input").focus(); }
  else if ("say" in d) tell({[d.say]: true}, d.say === "Ready" ? "The game master sees that you have nothing to say." : "");
});
offer.addEventListener("change", (event) => { if (event.target.name !== "text" && event.target.closest("[data-want]")) weigh(want(), true); });
offer.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target, e = form.elements, text = e.text && e.text.value;
  if ("train" in form.dataset) tell({Want: {Other: "train", Check: e.way.value, Number: number(e.hours.value)}}, "The game master has it.");
  else if ("ahead" in form.dataset) tell({Ahead: e.ahead.value}, "They lie on the table.");
  else if ("want" in form.dataset) tell({Want: want()}, "The game master has it.");
  else if ("why" in form.dataset) { form.hidden = true; tell({Undo: true, Why: text}, "The game master has it."); }
  else tell({Want: {Text: text}}, "The game master has it.");
});
const signal = () => {
  if (navigator.vibrate) navigator.vibrate(200);
  body.classList.remove("flash"); void body.offsetWidth; body.classList.add("flash");
};
let own = document.title, others = {};
const entitle = () => {
  const e = own[0] !== "●" && [...all("[data-seat]")].find((e) => others[e.dataset.seat]);
  document.title = e ? "● " + e.firstChild.data : own;
};
// beside marks the other characters of this device for which something waits.
const beside = (marks) => {
  for (const e of all("[data-seat]")) {
    const mark = marks[e.dataset.seat] || "", b = e.querySelector("[data-mark]");
    if (mark && mark !== others[e.dataset.seat]) signal();
    b.hidden = !mark;
    b.textContent = mark ? mark.startsWith("asked") ? "is asked" : "acts" : "";
  }
  others = marks;
  entitle();
};
const apply = (m, at) => {
  if (at.split("-")[0] !== run) { run = at.split("-")[0]; asked = 0; } // the questions are counted anew
  if (m.title) { if (m.title[0] === "●" && own !== m.title) signal(); own = m.title; entitle(); }
  for (const name in m.parts) name === "log" ? log.innerHTML = m.parts.log : put(name, m.parts[name]);
  for (let n = m.drop || 0; n > 0 && log.lastElementChild; n--) log.lastElementChild.remove();
  if (m.log) lines(m.log, m.keep);
  more();
  if (Object.keys(m.parts).length) { stale = true; refresh(); }
};
for (const b of all("[data-to]")) b.addEventListener("click", () => show(b.dataset.to));
asking();
more();
refresh();
// What is being typed is not taken away: then it is said that there is another page.
const newer = (load) => {
  if (!typed && ![...all("input:not([type])")].some((e) => e.value !== e.defaultValue)) { load(); return; }
  const b = find("[data-newer]");
  b.hidden = false;
  b.onclick = load;
};
body.addEventListener("click", async (event) => {
  const b = event.target.closest("[data-skill]");
  if (!b) return;
  const row = b.closest("tr"), open = b.getAttribute("aria-expanded") === "true";
  b.setAttribute("aria-expanded", !open);
  if (open) { if (row.nextSibling && row.nextSibling.dataset && "made" in row.nextSibling.dataset) row.nextSibling.remove(); return; }
  const made = row.cloneNode(), cell = made.insertCell(), drawn = document.createElement("template");
  made.dataset.made = ""; cell.colSpan = 3;
  try {
    const answer = await post("/seat/weigh?as=" + as, {Check: b.dataset.skill});
    drawn.innerHTML = await answer.text();
    const sum = drawn.content.querySelector(".sum p"), terms = drawn.content.querySelector("[data-terms] dl");
    answer.ok && sum ? cell.append(...[terms, sum].filter((e) => e)) : cell.append(drawn.content.textContent);
  } catch { cell.append("It cannot be asked now."); }
  if (b.getAttribute("aria-expanded") === "true" && row.isConnected) row.after(made);
});
follow(as, body.dataset.at, {show: apply, offline, gone: blank, beside, renew: newer});
})();
