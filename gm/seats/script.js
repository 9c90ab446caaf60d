(() => {
const body = document.body, find = (q) => document.querySelector(q), all = (q) => document.querySelectorAll(q);
const post = (path, value) => fetch(path, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(value)});
const kept = (change) => { try { return change(localStorage); } catch { return null; } };

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
    } catch { say("The table can't be reached. Check the Wi-Fi."); }
  };
  // A code in the address is sent once without a tap. After a wrong one it waits for a tap, so that links on a foreign page
  // cannot use up the guesses of this device.
  const send = async (code, auto) => {
    say("");
    try {
      const reply = await post("/code", {Code: code, Screen: screening}), text = await reply.text();
      if (!reply.ok) { if (auto) kept((s) => s.setItem("wrong", "1")); say(text); return; }
      kept((s) => s.removeItem("wrong"));
      entry.innerHTML = text;
    } catch { say("The table can't be reached. Check the Wi-Fi."); }
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

const as = encodeURIComponent(body.dataset.as), wait = (ms) => new Promise((done) => setTimeout(done, ms));
const parts = {}, log = find("[data-part=log]"), dialog = find("dialog"), person = find("[data-person]"), offer = find("[data-offer]"), whole = find("[data-whole]");
for (const one of all("[data-part]")) parts[one.dataset.part] = one;

let hush, off = false;
const say = (text, bad) => {
  const e = find("[data-said]");
  e.textContent = text;
  e.classList.toggle("bad", !!bad);
  clearTimeout(hush);
  hush = setTimeout(() => { e.textContent = ""; }, 6000);
};
const lost = () => say("The connection broke. Look whether it arrived, then try again.", true);
const able = () => { for (const b of all("main button, dialog button")) if (!("close" in b.dataset)) b.disabled = off || "never" in b.dataset; };
const offline = (now) => { off = now; body.classList.toggle("off", off); find("[data-offline]").hidden = !off; able(); };
const blank = () => { body.replaceChildren(); document.title = "Hybrid"; location.replace("/"); };
const show = (tab) => {
  body.dataset.tab = tab;
  for (const b of all(".tabs [data-to]")) b.dataset.to === tab ? b.setAttribute("aria-current", "true") : b.removeAttribute("aria-current");
  scrollTo(0, tab === "log" ? body.scrollHeight : 0);
  refresh();
};

// What was put away stays so while this page is open.
const away = new Set();
// ident tells an element from others, also when it has been drawn again.
const ident = (e) => [e.tagName, e.name, e.type === "radio" || e.type === "checkbox" ? e.value : "", ...Object.entries(e.dataset).flat()].join();
// drawn puts HTML into a place, with what is open and in focus as it was.
const drawn = (place, html) => {
  const open = {}, now = document.activeElement, focus = place.contains(now) ? ident(now) : "";
  for (const d of place.querySelectorAll("details[data-is]")) open[d.dataset.is] = d.open;
  place.innerHTML = html;
  for (const d of place.querySelectorAll("details[data-is]")) if (d.dataset.is in open) d.open = open[d.dataset.is];
  for (const e of place.querySelectorAll("[data-is]")) e.hidden = away.has(e.dataset.is);
  able();
  if (!focus) return;
  const again = [...place.querySelectorAll("button, input, select, summary, [tabindex]")].find((e) => ident(e) === focus);
  if (again) again.focus({preventScroll: true}); else { place.tabIndex = -1; place.focus({preventScroll: true}); }
};

const lines = (html) => {
  const end = innerHeight + scrollY >= body.scrollHeight - 80;
  log.insertAdjacentHTML("beforeend", html);
  while (log.children.length > log.dataset.most) log.firstChild.remove();
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
    if (!html) { oldest = of; say("Older entries are only on the game master's screen."); }
    more();
    scrollBy(0, body.scrollHeight - high);
  } catch { lost(); }
});

// The question, and dice.
let typed = "", mine = 0, asked = 0, run = body.dataset.at.split("-")[0];
const card = () => find("[data-question]");
const current = () => card() ? +card().dataset.question : 0;
// faces are what is typed, as the dice show it.
const faces = (d) => {
  if ("named" in d || "cards" in d) return typed.trim().split(" ").filter((f) => f);
  if (!d.die || d.die > 10) return typed.trim() ? [typed.trim()] : [];
  return typed.trim().split(" ").filter((f) => f);
};
const shown = () => {
  const c = card(), out = find("[data-typed]"), button = find("[data-throw]"), pin = find("[data-pin]");
  if (!out) return;
  const list = faces(c.dataset), need = +c.dataset.of || 1;
  out.textContent = [...list.map((f) => f.replaceAll("_", " ")), ...Array(Math.max(0, need - list.length)).fill("–")].join(" ");
  const named = "named" in c.dataset, n = typed === "00" ? 100 : +list[0] || 0;
  if (named) button.textContent = list.length ? "Use these dice" : "Type what your dice show";
  const cards = "cards" in c.dataset;
  if (!cards && !c.dataset.die) return;
  const ready = named || cards ? list.length > 0 : need > 1 ? list.length === need : n > 0 && n <= +c.dataset.die;
  button.disabled = off || !ready;
  if (ready) delete button.dataset.never; else button.dataset.never = "";
  if (named || cards) return;
  button.textContent = ready ? "It shows " + (need > 1 ? list.join(" and ") : n) : need > 1 ? "Type what your dice show" : "Type what your die shows";
  if (pin) { pin.setAttribute("x", 100 * n / c.dataset.die + "%"); pin.setAttribute("visibility", n ? "visible" : "hidden"); }
};
// front puts the cursor on what is asked.
const front = () => { const h = card() && card().querySelector("h2"); if (h) h.focus({preventScroll: true}); };
const asking = () => {
  const now = current(), nudge = find("main .nudge"), html = nudge ? nudge.outerHTML : "", called = find("[data-called]");
  if (called.innerHTML !== html) called.innerHTML = html; // in front of an open card, too
  find("[data-heard]").textContent = nudge && body.dataset.tab !== "now" && !dialog.open ? nudge.textContent : "";
  if (now !== asked) {
    say("");
    if (asked && mine !== asked) say("Answered.");
    typed = ""; asked = now;
    const e = document.activeElement;
    if (now && !dialog.open) { scrollTo(0, 0); if (!e || !e.matches("input, select")) { if (body.dataset.tab === "now") front(); } }
  }
  shown();
};
// busy are the statuses with which a busy table asks to try again.
const busy = [429, 503];
// insist posts as often as the table is busy, at most so many times again, and only while wanted() holds; again says whether it did.
const insist = async (path, value, most, wanted = () => true) => {
  let answer = await post(path, value), tries = 0;
  for (; busy.includes(answer.status) && tries < most && wanted(); tries++) { await wait(250); answer = await post(path, value); }
  return {answer, again: tries > 0};
};
const reply = async (value) => {
  const n = current();
  if (!n) return;
  mine = n;
  const buttons = card().querySelectorAll("button");
  for (const b of buttons) b.disabled = true;
  try {
    const {answer, again} = await insist("/seat/do?as=" + as, {Question: n, ...value}, 24, () => current() === n);
    if (!answer.ok && !(again && answer.status === 409)) say(await answer.text(), true); // it may have counted the first time
    if (answer.ok || current() !== n) return;
  } catch { mine = 0; lost(); } // it may have arrived
  able(); shown();
};
const press = (d) => {
  const c = card().dataset, die = +c.die;
  if ("digit" in d) {
    if ("cards" in c) typed = faces(c).concat(d.digit.trim()).slice(-c.cards).join(" ");
    else if (d.digit.length > 1 && "named" in c || !die && /[a-z]/.test(d.digit)) typed = (typed + d.digit).slice(0, 200);
    else if (!die) typed = (typed + d.digit).slice(0, 12);
    else if (die > 10) typed = (typed + d.digit).length > String(die - 1).length ? typed : typed + d.digit;
    else typed = +c.of > 1 ? faces(c).concat(d.digit).slice(0, +c.of).join(" ") : d.digit;
    shown();
  } else if ("erase" in d) { typed = typed.replace(/\s*[^\s]+\s*$/, (t) => die > 10 || !die && !/[a-z]/.test(t) ? t.trim().slice(0, -1) : ""); if (typed && (die <= 10 || "named" in c)) typed += " "; shown(); }
  else if ("throw" in d) typed.trim() || "unsaid" in d ? reply({Text: typed.trim() === "00" ? "100" : typed.trim()}) : say("Type what the die shows.", true);
  else if ("roll" in d) reply({Roll: true});
  else if ("rest" in d) reply({Rest: true});
  else if ("choice" in d) reply({Choice: d.choice});
};

// Deeds: what is offered, one person, and a deed that is put together.
const number = (text) => +String(text || "").replace("−", "-").replace(",", ".") || 0;
// ticks are the options that are ticked in a form, with what is said to them.
const ticks = (form) => {
  const list = new FormData(form).getAll("tick").map((name) => ({Name: name}));
  for (const e of form.querySelectorAll("[data-cards]")) { const cards = [...e.querySelectorAll(":checked")].map((c) => c.value); if (cards.length) list.push({Name: e.dataset.cards, Row: cards.join(" ")}); }
  for (const e of form.querySelectorAll("[data-tick]")) if (e.value.trim()) list.push(e.name === "row" ? {Name: e.dataset.tick, Row: e.value} : {Name: e.dataset.tick, Number: number(e.value)});
  return list;
};
const want = () => {
  const form = person.querySelector("[data-want]"), said = new FormData(form), first = form.querySelector("[name=with]");
  const w = {Deed: form.dataset.deed, Check: form.dataset.check, Other: "move" in form.dataset ? "move" : "", Whom: said.get("whom") || "", With: said.get("with") || "", Number: number(said.get("asked")), Cards: [...form.querySelectorAll("[data-played] :checked")].map((c) => c.value).join(" "), Points: number(said.get("points")), Text: said.get("text") || "", Ticks: ticks(form)};
  if (first && first.value === w.With && !w.Other) w.With = "";
  return w;
};
// ask gets HTML, as often as the table is busy; the last of several requests for a place counts.
const asks = new Map();
const ask = async (place, request) => {
  const n = (asks.get(place) || 0) + 1;
  asks.set(place, n);
  try {
    for (let tries = 0; tries < 8; tries++) {
      const reply = await request(), text = await reply.text();
      if (n !== asks.get(place)) return "";
      if (reply.ok) return text || " ";
      if (!busy.includes(reply.status) || tries === 7) { say(text, true); return ""; }
      await wait(250);
    }
  } catch { if (!off) lost(); }
  return "";
};
// speak puts the cursor where one says what one does, as soon as that is there.
let speaks = false;
const speak = () => { const e = offer.querySelector("[data-words] input"); if (speaks && e) { speaks = false; e.focus(); } };
let stale = true, sheetStale = true, due, opener, openedBy, doing, within; // doing is who, or what, the dialog is about; within, asked for in it
const opened = (html) => {
  const typing = person.querySelector("[name=text]"), text = typing && typing.value, same = dialog.open;
  drawn(person, html);
  const e = person.querySelector("[name=text]");
  if (same && text && e) e.value = text;
  within = true;
  if (dialog.open) return;
  dialog.showModal();
  find("#whom").focus({preventScroll: true});
};
const who = async (id) => { doing = {id}; within = dialog.open; const html = await ask(dialog, () => fetch("/seat/person?as=" + as + "&id=" + id)); if (html && doing && doing.id === id) opened(html); };
const cardOf = async (card) => { doing = {card}; within = dialog.open; const now = doing, html = await ask(dialog, () => fetch("/seat/card?as=" + as + "&card=" + card)); if (html && doing === now) opened(html); };
const skills = async () => { doing = {}; within = dialog.open; const now = doing, html = await ask(dialog, () => fetch("/seat/skills?as=" + as)); if (html && doing === now) opened(html); };
const weigh = async (w) => {
  doing = w; within = dialog.open;
  const html = await ask(dialog, () => post("/seat/weigh?as=" + as, w));
  if (!html || doing !== w) return;
  const anew = !person.querySelector("[data-want]");
  opened(html);
  if (anew) { dialog.scrollTo(0, 0); find("#whom").focus({preventScroll: true}); }
};
// shut closes the dialog; an answer that is still on its way does not open it again.
const shut = () => { doing = null; dialog.close(); };
// Whether it closed is told later: what was tapped since is kept.
dialog.addEventListener("close", () => { if (within) doing = null; if (dialog.open) return; person.replaceChildren(); back(); });
// back puts the cursor where it was before a card was opened, or near it if that is gone.
let toFront = false; // the card is closed for what is asked
const back = () => {
  if (toFront) { toFront = false; front(); return; }
  const near = [opener, ...[...all("main button, main summary")].filter((e) => ident(e) === openedBy), find(".tabs [aria-current]"), find("main")];
  const e = near.find((e) => e && e !== body && e.isConnected && e.getClientRects().length);
  if (e.tagName === "MAIN") e.tabIndex = -1;
  e.focus({preventScroll: true});
};
dialog.addEventListener("click", (event) => { if (event.target === dialog) shut(); });
// refresh gets anew what is shown and may have changed.
const refresh = () => {
  clearTimeout(due);
  due = setTimeout(async () => {
    if (stale && offer.parentElement.getClientRects().length) {
      stale = false;
      const html = await ask(offer, () => fetch("/seat/offer?as=" + as));
      if (html) { const fields = [...offer.querySelectorAll("input:not([type])")].map((e) => [e.name, e.value]); drawn(offer, html); for (const [name, value] of fields) { const e = offer.querySelector("[name=" + name + "]"); if (e) e.value = value; } calm(); } else stale = true;
    }
    speak();
    if (sheetStale && whole.parentElement.getClientRects().length) {
      sheetStale = false;
      const html = await ask(whole, () => fetch("/seat/sheet?as=" + as));
      if (html) drawn(whole, html); else sheetStale = true;
    }
  }, 60);
};
const renew = () => {
  stale = true;
  refresh();
  if (dialog.open && doing) doing.id ? who(doing.id) : doing.card ? cardOf(doing.card) : person.querySelector("[data-check].row") ? skills() : weigh(person.querySelector("[data-want]") ? want() : doing);
};
const tell = async (value, then) => {
  try {
    const {answer: reply} = await insist("/seat/say?as=" + as, value, 24);
    const text = reply.ok ? then : await reply.text();
    if (text) say(text, !reply.ok);
    if (reply.ok && (value.Dice || value.Ahead || value.Want)) {
      if (value.Ahead) find("[name=ahead]").value = "";
      if (value.Want) shut();
      if (value.Want && !value.Want.Text && value.Want.Other !== "done" && value.Want.Other !== "orders") show("act");
      stale = true; refresh();
    }
    return reply.ok;
  } catch { lost(); }
};
const has = "Sent to the game master.";

// ordered are the figures of one's side as they were tapped, in the order in which they are to act.
let ordered = [];
const ordering = () => {
  const list = all("[data-figure]"), button = find("[data-order] .do");
  ordered = ordered.filter((f) => [...list].some((e) => e.dataset.figure === f));
  for (const e of list) { const at = ordered.indexOf(e.dataset.figure); e.firstChild.textContent = at < 0 ? "–" : at + 1; e.setAttribute("aria-pressed", at >= 0); }
  if (!button) return;
  if (ordered.length === list.length) delete button.dataset.never; else button.dataset.never = "";
  button.disabled = off || "never" in button.dataset;
};

// Signals. They can be turned off on each phone.
const calmed = () => !!kept((s) => s.getItem("calm"));
const calm = () => { const b = find("[data-calm]"); if (b) { b.setAttribute("aria-pressed", !calmed()); b.firstChild.data = calmed() ? "Turn alerts are off" : "Turn alerts are on"; b.lastChild.textContent = calmed() ? "tap to turn them on" : "tap to turn them off"; } };
const signal = () => {
  if (calmed()) return;
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

body.addEventListener("click", (event) => {
  const b = event.target.closest("button");
  if (!b) return;
  if (!dialog.open) { opener = b; openedBy = ident(b); } // Safari doesn't focus a button that is tapped
  const d = b.dataset;
  if (b.closest("[data-question]")) press(d);
  else if (b.matches(".nudge")) { toFront = dialog.open; shut(); show(d.to); front(); }
  else if ("to" in d) { speaks = "speak" in d; show(d.to); }
  else if ("drop" in d) tell({Drop: +d.drop});
  else if ("skills" in d) skills();
  else if ("close" in d) shut();
  else if ("who" in d) who(d.who);
  else if ("card" in d) cardOf(d.card);
  else if ("figure" in d) { ordered = ordered.includes(d.figure) ? ordered.filter((f) => f !== d.figure) : [...ordered, d.figure]; ordering(); }
  else if ("away" in d) { const e = b.closest("[data-is]"); away.add(e.dataset.is); e.hidden = true; }
  else if ("again" in d) tell({Want: {Deed: d.deed, Whom: d.whom, With: d.with}}, has);
  else if ("way" in d) weigh({Other: "move", Whom: d.whom || ""});
  else if ("other" in d) tell({Want: {Other: d.other, Check: d.check || "", With: d.with || ""}}, d.other === "done" ? "" : has);
  else if ("skill" in d) explain(b);
  else if ("deed" in d || "check" in d) weigh({Deed: d.deed || "", Check: d.check || "", Whom: d.whom || "", Cards: d.cards || ""});
  else if ("undo" in d) { const form = find("[data-why]"); form.hidden = false; form.querySelector("input").focus(); }
  else if ("calm" in d) { kept((s) => calmed() ? s.removeItem("calm") : s.setItem("calm", "1")); calm(); }
  else if ("say" in d) tell({[d.say]: true}, d.say === "Ready" ? "The game master sees that you need nothing for now." : "");
});
body.addEventListener("change", (event) => { if (event.target.name !== "text" && event.target.closest("[data-want]")) weigh(want()); });
body.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target, e = form.elements, d = form.dataset, text = e.text && e.text.value;
  if ("how" in d) reply({Choice: d.how, Ticks: ticks(form)});
  else if ("train" in d) tell({Want: {Other: "train", Check: e.way.value, Number: number(e.hours.value)}}, has);
  else if ("ahead" in d) tell({Ahead: e.ahead.value}, "Your dice are saved.");
  else if ("order" in d) tell({Want: {Other: "orders", Order: ordered}}, "");
  else if ("want" in d) tell({Want: want()}, has);
  else if ("jot" in d) jot(e.text);
  else if ("why" in d) { form.hidden = true; tell({Undo: true, Why: text}, has); }
  else tell({Want: {Text: text}}, has).then((ok) => { if (ok) e.text.value = ""; });
});
// jot saves the own notes.
const jot = async (e) => {
  try {
    const {answer: reply} = await insist("/seat/notes?as=" + as, {Text: e.value}, 24), text = await reply.text();
    if (reply.ok) e.defaultValue = e.value;
    say(reply.ok ? "Your notes are saved." : text, !reply.ok);
  } catch { lost(); }
};
// The options of an answer come when they are opened, and so do the own notes.
body.addEventListener("toggle", async ({target: e}) => {
  if (e.open && "notes" in e.dataset && !e.querySelector("form")) {
    const html = await ask(e, () => fetch("/seat/notes?as=" + as));
    if (html && !e.querySelector("form")) e.insertAdjacentHTML("beforeend", html);
  }
  if (!e.open || !e.dataset.options || e.querySelector("form")) return;
  const html = await ask(e, () => fetch("/seat/options?as=" + as + "&choice=" + encodeURIComponent(e.dataset.options)));
  if (html && !e.querySelector("form")) { e.insertAdjacentHTML("beforeend", html); able(); }
}, true);
// explain shows of what the chance of a skill is made, below it, or takes that away.
const explain = async (b) => {
  const row = b.closest("li"), open = b.getAttribute("aria-expanded") === "true";
  b.setAttribute("aria-expanded", !open);
  if (open) { if (row.nextSibling && row.nextSibling.dataset && "made" in row.nextSibling.dataset) row.nextSibling.remove(); return; }
  const made = document.createElement("li"), drawn = document.createElement("template");
  made.dataset.made = ""; made.className = "made";
  const html = await ask(b, () => post("/seat/weigh?as=" + as, {Check: b.dataset.skill}));
  drawn.innerHTML = html;
  const sum = drawn.content.querySelector(".chance, .sum .no"), terms = drawn.content.querySelector("[data-terms] dl");
  sum ? made.append(...[terms, sum].filter((e) => e)) : made.append("This can't be worked out now.");
  if (b.getAttribute("aria-expanded") === "true" && row.isConnected) row.after(made);
};

const put = (name, html) => {
  const part = parts[name];
  if (!part) return;
  const before = [...part.querySelectorAll("[data-is]")].map((e) => e.dataset.is), waited = part.querySelector("[data-waits]");
  drawn(part, html);
  if ([...part.querySelectorAll("[data-signal]")].some((e) => !before.includes(e.dataset.is))) signal();
  if (name === "ask") asking();
  if (name === "now") ordering();
  if (waited && !part.querySelector("[data-waits]")) say(part.querySelector("[data-landing]") ? "The game master says yes." : "");
  if (name === "sheet") { sheetStale = true; refresh(); }
};
const apply = (m, at) => {
  if (at.split("-")[0] !== run) { run = at.split("-")[0]; asked = 0; } // the questions are counted anew
  if (m.title) { if (m.title[0] === "●" && own !== m.title) signal(); own = m.title; entitle(); }
  for (const name in m.parts) name === "log" ? log.innerHTML = m.parts.log : put(name, m.parts[name]);
  for (let n = m.drop || 0; n > 0 && log.lastElementChild; n--) log.lastElementChild.remove();
  if (m.log) lines(m.log);
  more();
  if (Object.keys(m.parts).length) renew();
};
asking();
ordering();
more();
refresh();
// What is being typed is not taken away: then it is said that there is another page.
const newer = (load) => {
  if (!typed && ![...all("input:not([type]), textarea")].some((e) => e.value !== e.defaultValue)) { load(); return; }
  const b = find("[data-newer]");
  b.hidden = false;
  b.onclick = load;
};
follow(as, body.dataset.at, {show: apply, offline, gone: blank, beside, renew: newer});
})();
