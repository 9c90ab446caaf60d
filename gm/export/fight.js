"use strict";
const F = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const el = (tag, text, cls) => { const e = document.createElement(tag); if (text !== undefined) e.textContent = text; if (cls) e.className = cls; return e; };
const pct = x => Math.round(100 * x) + "%";
const pts = x => { const r = Math.round(100 * x); return r ? (r > 0 ? "+" : "−") + Math.abs(r) : "0"; };
const num = x => String(Math.round(x));
const P = F.line.points.map((p, i) => ({...p, v: F.lined ? p.chances[0].share : 0, pm: F.lined ? p.chances[0].sure : 0, d: p.swing.share, moved: p.swing.sure > 0, rolled: F.rolled[i] || []}));
const n = P.length, ours = F.line.sides[0], theirs = F.line.sides.slice(1).join(", ");
const cap = s => s[0].toUpperCase() + s.slice(1);
const name = key => (F.people.find(p => p.key === key) || {short: key}).short;
const last = P[n - 1];
let at = 0;

// Turning points: the six largest, in the order in which they came.
const turns = F.line.turning.slice(0, 6).sort((a, b) => a - b);

// The line.
const W = Math.max(380, Math.min(1120, $("chart").clientWidth - 2)), H = F.told ? 260 : 318, L = W < 600 ? 46 : 62, R = W < 600 ? 12 : 22, T = 16, B = 246, LB = 262, LH = 44;
const c0 = P[0].count, c1 = last.count;
// Counts go on where many entries share one; each has a little room of its own.
const xs = P.map((p, i) => (p.count - c0) / (c1 - c0 || 1) * .7 + i / Math.max(1, n - 1) * .3);
const x = i => L + xs[i] * (W - L - R), y = v => B - v * (B - T);
function svg(tag, attrs, into) { const e = document.createElementNS("http://www.w3.org/2000/svg", tag); for (const k in attrs) e.setAttribute(k, attrs[k]); if (into) into.appendChild(e); return e; }
const S = svg("svg", {viewBox: `0 0 ${W} ${H + 22}`, "aria-hidden": true}), picture = el("div"); // a reader of the screen hears its sum, and the moments below
picture.setAttribute("role", "img"); picture.setAttribute("aria-label", `${cap(ours)} wins ${pct(P[0].v)} at first, ${pct(last.v)} ${F.line.over ? "in the end" : "now"}`); picture.append(S);
let line = `M${x(0)},${y(P[0].v)}`;
const lo = p => Math.max(0, p.v - p.pm), hi = p => Math.min(1, p.v + p.pm);
const up = [], down = [];
for (let i = 0; i < n; i++) {
  if (i) line += `H${x(i).toFixed(1)}V${y(P[i].v).toFixed(1)}`;
  if (i) { up.push(`${x(i).toFixed(1)},${y(hi(P[i - 1])).toFixed(1)}`); down.push(`${x(i).toFixed(1)},${y(lo(P[i - 1])).toFixed(1)}`); }
  up.push(`${x(i).toFixed(1)},${y(hi(P[i])).toFixed(1)}`); down.push(`${x(i).toFixed(1)},${y(lo(P[i])).toFixed(1)}`);
}
svg("rect", {x: L, y: T, width: W - L - R, height: B - T, fill: "var(--theirs-soft)", opacity: .75}, S);
svg("path", {d: `${line}V${B}H${L}Z`, fill: "var(--ours-soft)"}, S);
for (const v of [0, .25, .5, .75, 1]) {
  svg("line", {x1: L, x2: W - R, y1: y(v), y2: y(v), stroke: v === .5 ? "var(--faint)" : "var(--rule)", "stroke-dasharray": v === .5 ? "2 4" : "", "stroke-width": 1}, S);
  const t = svg("text", {x: L - 10, y: y(v) + 4, "text-anchor": "end"}, S); t.textContent = pct(v);
}
svg("polygon", {points: up.concat(down.reverse()).join(" "), fill: "var(--ours)", opacity: .16}, S);
svg("path", {d: line, fill: "none", stroke: "var(--ours)", "stroke-width": 1.8, "stroke-linejoin": "round"}, S);
let t = svg("text", {x: W - R - 10, y: T + 20, "text-anchor": "end", style: "fill:var(--theirs)"}, S); t.textContent = cap(theirs);
t = svg("text", {x: L + 10, y: B - 10, style: "fill:var(--ours)"}, S); t.textContent = cap(ours);
// Luck and choice below.
if (!F.told) {
  svg("line", {x1: L, x2: W - R, y1: LB + LH / 2, y2: LB + LH / 2, stroke: "var(--rule)"}, S);
  t = svg("text", {x: L - 10, y: LB + LH / 2 + 4, "text-anchor": "end"}, S); t.textContent = "dice";
}
P.forEach((p, i) => {
  if (!i) return;
  const h = v => Math.min(LH / 2, Math.abs(v) * 130);
  if (Math.abs(p.dice.share) >= .01) svg("rect", {x: x(i) - 1.25, width: 2.5, rx: 1, y: p.dice.share > 0 ? LB + LH / 2 - h(p.dice.share) : LB + LH / 2, height: h(p.dice.share), fill: p.dice.share > 0 ? "var(--ours)" : "var(--theirs)", opacity: .8}, S);
  if (p.mark) svg("path", {d: `M${x(i)},${LB + LH / 2 - 5}l5,5l-5,5l-5,-5z`, fill: "var(--card)", stroke: p.mark === "+" ? "var(--good)" : "var(--bad)", "stroke-width": 1.5}, S);
});
// Counts.
const step = [1, 2, 5, 10, 20, 50, 100, 200].find(s => (c1 - c0) / s <= (W < 600 ? 4 : 9)) || 500;
for (let c = Math.ceil(c0 / step) * step, done = -99; c <= c1; c += step) {
  const i = P.findIndex(p => p.count >= c); if (i < 0) break;
  const px = x(i); if (px - done < 40) continue; done = px;
  t = svg("text", {x: px, y: H + 14, "text-anchor": "middle"}, S); t.textContent = c;
}
t = svg("text", {x: L - 10, y: H + 14, "text-anchor": "end"}, S); t.textContent = F.unit;
// Turning points on the line.
let lastx = -99, lasty = 0;
turns.forEach((i, k) => {
  const before = P[i - 1].v, dir = P[i].d < 0 ? -1 : 1;
  let cx = x(i), cy = dir < 0 ? Math.max(T + 12, y(before) - 17) : Math.min(B - 12, y(before) + 17);
  if (Math.abs(cx - lastx) < 24 && Math.abs(cy - lasty) < 24) cx = lastx + 25;
  lastx = cx; lasty = cy;
  const g = svg("g", {style: "cursor:pointer"}, S);
  svg("circle", {cx, cy, r: 10, fill: "var(--card)", stroke: dir < 0 ? "var(--theirs)" : "var(--ours)", "stroke-width": 1.5}, g);
  const tt = svg("text", {x: cx, y: cy + 4, "text-anchor": "middle", style: "fill:var(--ink)"}, g); tt.textContent = k + 1;
  g.addEventListener("click", () => go(i));
});
const hair = svg("line", {y1: T, y2: F.told ? B : LB + LH, stroke: "var(--ink)", "stroke-width": 1, opacity: .55}, S);
const dot = svg("circle", {r: 4.5, fill: "var(--ink)", stroke: "var(--card)", "stroke-width": 2}, S);
if (F.lined) $("chart").append(picture);
const wrap = el("div", undefined, "slider"), range = el("input"); range.type = "range"; range.min = 0; range.max = 10000; range.step = 1; wrap.style.paddingLeft = L - 8 + "px"; wrap.style.paddingRight = R - 8 + "px"; range.setAttribute("aria-label", "Entry of the fight"); wrap.append(range); $("chart").append(wrap);
const steps = el("div", undefined, "steps");
const button = (text, f) => { const b = el("button", text); b.addEventListener("click", f); steps.append(b); return b; };
button("← Back", () => go(at - 1)); button("Next →", () => go(at + 1));
if (turns.length) button("Next turning point", () => go(turns.find(i => i > at) ?? turns[0]));
const play = button("Play", () => toggle());
const hint = el("span"); hint.append(el("kbd", "←"), " ", el("kbd", "→"), " entry   ", el("kbd", "Space"), " play"); hint.className = "hint"; steps.append(hint); steps.style.paddingLeft = W < 600 ? "14px" : L + "px";
const key = el("span", undefined, "key"); key.append(el("i", "", "line"), "chance, 95% band  "); if (!F.told) key.append(el("i", "", "bar1"), el("i", "", "bar2"), "a roll’s swing  ", el("i", "◇", "dia"), "a choice that stands out"); if (F.lined) steps.append(key); $("chart").append(steps);
const nearest = v => { let best = 0; for (let i = 0; i < n; i++) if (Math.abs(xs[i] - v) < Math.abs(xs[best] - v)) best = i; return best; };
range.addEventListener("input", () => { const v = range.value; go(nearest(v / 10000)); range.value = v; });
range.addEventListener("keydown", e => { const by = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1}[e.key]; if (by) { e.preventDefault(); e.stopPropagation(); go(at + by); } });
const near = e => { const r = S.getBoundingClientRect(), px = (e.clientX - r.left) / r.width * W; let best = 0; for (let i = 0; i < n; i++) if (Math.abs(x(i) - px) < Math.abs(x(best) - px)) best = i; return best; };
S.addEventListener("pointerdown", e => { if (e.target.closest("g")) return; S.setPointerCapture(e.pointerId); go(near(e)); });
S.addEventListener("pointermove", e => { if (e.buttons) go(near(e)); });
let timer = 0;
function toggle() { if (timer) { clearInterval(timer); timer = 0; play.textContent = "Play"; return; } play.textContent = "Pause"; timer = setInterval(() => { let i = at + 1; while (i < n - 1 && !tells(i)) i++; if (i >= n) { toggle(); return; } go(i); }, 1300); }
document.addEventListener("keydown", e => { if (e.target.tagName === "TEXTAREA" || e.altKey || e.ctrlKey || e.metaKey) return; if (e.key === "ArrowLeft" && e.target !== range) go(at - 1); else if (e.key === "ArrowRight" && e.target !== range) go(at + 1); else if (e.key === " " && e.target.tagName !== "BUTTON") { e.preventDefault(); toggle(); } });

// The tale: what happened, without turns that only come and what is only planned.
const text = p => p.text;
const tells = i => !!text(P[i]) && (F.told || P[i].moved || P[i].mark || i === 0 || i === n - 1);
const rows = new Map();
P.forEach((p, i) => {
  if (!tells(i)) return;
  const li = el("li"), row = el("button", undefined, "row"); row.append(el("span", num(p.count), "c"));
  const s = el("span", text(p)); if (p.mark) { s.append(" "); s.append(el("span", p.mark, "mark " + (p.mark === "+" ? "g" : "b"))); }
  row.append(s, el("span", Math.abs(p.d) >= .015 ? pts(p.d) : "", "d " + (p.d > 0 ? "pos" : "neg")));
  row.addEventListener("click", () => go(i));
  li.append(row); rows.set(i, li); $("tale").append(li);
});
const shown = i => { while (i > 0 && !rows.has(i)) i--; return i; };

const pm = c => Math.max(1, Math.ceil(100 * c.sure));
const because = p => [["dice", p.dice], ["choice", p.choice], ["by hand", p.hand]].filter(([, c]) => Math.abs(c.share) >= .005).map(([what, c]) => `${what} ${pts(c.share)} ±${pm(c)}`).join(", ");
const deed = l => l.replace(/^\w+: /, "").replace(/ (\w+)$/, (m, k) => F.people.some(p => p.key === k) ? " " + name(k) : m).replace(/_/g, " ");
function choiceText(p) {
  if (!p.chosen) return "";
  const side = (F.people.find(w => w.key === p.chooser) || {}).side || ours;
  const gain = p.fair.sure ? `: ${pts(p.fair.share)} ±${pm(p.fair)} points for the ${side}, by what ${name(p.chooser)} could know` : "";
  return `${name(p.chooser)} chose “${deed(p.chosen)}” instead of the usual “${deed(p.usual || "nothing")}”${gain}.`;
}
function go(i) {
  at = Math.max(0, Math.min(n - 1, i)); range.value = Math.round(xs[at] * 10000); range.setAttribute("aria-valuetext", `${F.unit} ${num(P[at].count)}${F.lined ? ", " + pct(P[at].v) : ""}`);
  const p = P[at], k = shown(at), q = P[k];
  hair.setAttribute("x1", x(at)); hair.setAttribute("x2", x(at)); dot.setAttribute("cx", x(at)); dot.setAttribute("cy", y(p.v));
  const said = $("said"), rest = $("rest"), tale = el("p", text(p) || text(q) || "", "tale"), shift = el("div", undefined, "shift"), c = choiceText(p);
  said.textContent = rest.textContent = "";
  if (p.mark) tale.append(" ", el("span", p.mark, "mark " + (p.mark === "+" ? "g" : "b")));
  if (at && Math.abs(p.d) >= .005) shift.append(el("span", pct(P[at - 1].v), "from"), el("span", "→", "from"));
  said.append(el("p", `${cap(F.unit)} ${num(p.count)} · entry ${p.seq}`, "when"), tale);
  if (F.lined) {
    shift.append(el("span", pct(p.v), "to"));
    shift.append(el("span", at && because(p) ? `${because(p)} points` : `for the ${ours}, ±${pm(p.chances[0])}`, "by"));
    said.append(shift);
  }
  if (c) said.append(el("p", c, "note"));
  if (p.rolled.length) { const ul = el("ul", undefined, "dice"); p.rolled.forEach(d => { const li = el("li", (d.for || d.die).toLowerCase()); li.append(" ", el("b", d.shows)); ul.append(li); }); rest.append(ul); }
  const st = el("div"); st.id = "stand";
  [true, false].forEach((own, col) => {
    const group = el("div"); group.setAttribute("role", "group"); group.setAttribute("aria-label", cap(own ? ours : theirs)); st.append(group);
    F.people.map((w, j) => [w, F.stands[at][j]]).filter(([w, s]) => s && (w.side === ours) === own).forEach(([w, s], row) => {
      const cell = el("div", undefined, "p"), bar = el("div", undefined, "bar"), fill = el("i"); cell.style.gridArea = `${row + 1} / ${col + 1}`;
      fill.style.width = Math.round(100 * s.left) + "%"; fill.style.background = `var(${own ? "--ours" : "--theirs"})`; fill.style.opacity = s.able ? 1 : .35; bar.append(fill);
      cell.append(el("span", w.short, s.able ? "" : "out"), bar); if (s.word) cell.append(el("div", s.word, "w")); group.append(cell);
    });
  });
  if (!F.told) rest.append(st);
  document.querySelectorAll("#tale li.here").forEach(e => { e.classList.remove("here"); e.firstChild.removeAttribute("aria-current"); });
  const li = rows.get(k); if (li) { li.firstChild.setAttribute("aria-current", "step"); li.classList.add("here"); const box = $("tale"); box.scrollTop = li.offsetTop - box.offsetTop - box.clientHeight / 2 + 20; }
  if (!F.told) $("lines").value = F.lines.slice(0, at + 1).join("\n") + "\n";
}

// Heading, turning points, sums.
$("over").textContent = `${F.campaign} · ${F.when} · for the ${F.told ? "players" : "game master"}`;
$("title").textContent = F.line.label;
const lead = $("lead"); const b = s => el("b", s);
if (F.told) lead.append(F.lined ? `${cap(ours)} began at ${pct(P[0].v)} and ${F.line.over ? "ended" : "is now"} at ${pct(last.v)}, rounded to 5, ${F.line.if}.` : "What the players were told of it.");
else { lead.append(`${F.won ? cap(F.won) + " won" : F.line.over ? "Nobody won" : "Nobody has won yet"} after ${num(c1 - c0)} ${F.units}. ${cap(ours)} began at `, b(pct(P[0].v)), `; dice came to `, b(pts(F.sums.dice.share)), ` ±${pm(F.sums.dice)}, choices to `, b(pts(F.sums.choice.share)), ` ±${pm(F.sums.choice)} points`);
if (F.sums.hand.share) lead.append(", what was done by hand to ", b(pts(F.sums.hand.share)));
lead.append(`, ${F.line.if}.`); }
if (!turns.length) $("turned").remove();
turns.forEach((i, k) => {
  const p = P[i], li = el("li"), row = el("button", undefined, "row"); row.append(el("span", k + 1, "n"));
  const d = el("div"); d.append(el("p", text(p), "tale")); d.append(el("small", `${cap(F.unit)} ${num(p.count)} · ${pct(P[i - 1].v)} → ${pct(p.v)}${F.told ? "" : ` · ${because(p)} points`}`)); row.append(d);
  row.addEventListener("click", () => { go(i); $("chart").scrollIntoView({behavior: "smooth"}); }); li.append(row); $("turns").append(li);
});
if (F.told) document.querySelectorAll(".two, section.only").forEach(e => e.hidden = true);
const T2 = $("sums"), head = el("tr"); ["combatant", "own dice", "choices", "marks"].forEach((h, k) => { const th = el("th", h, k ? "n" : ""); th.scope = "col"; head.append(th); }); T2.append(head);
F.line.persons.forEach(w => {
  const s = w.side === ours ? 1 : -1, tr = el("tr"), marks = {}; P.forEach(p => { if (p.mark && p.chooser === w.who) marks[p.mark] = (marks[p.mark] || 0) + 1; });
  const who = el("th", name(w.who)); who.scope = "row"; tr.append(who);
  for (const f of ["dice", "choice"]) { const v = s * w[f]; tr.append(el("td", Math.abs(v) < .005 ? "0" : pts(v), "n " + (Math.abs(v) < .005 ? "nil" : v > 0 ? "pos" : "neg"))); }
  tr.append(el("td", Object.entries(marks).map(([m, k]) => k > 1 ? `${m} ×${k}` : m).join("  "), "n")); T2.append(tr);
});
T2.after(el("p", "In points of the own side's chance to win. Dice count for whoever acts. Marks: ?? a choice that loses 12 points or more, ? 6, ?! 3; + one that gains 6.", "note"));

// The dice: SHA-256 of the seed, and each die from ChaCha8 (chacha8rand), as the program makes them.
const K = [], P2 = []; (() => { const frac = v => (v - Math.floor(v)) * 4294967296 >>> 0; for (let k = 2; K.length < 64; k++) { let prime = true; for (let d = 2; d * d <= k; d++) if (k % d === 0) prime = false; if (prime) { if (P2.length < 8) P2.push(frac(Math.sqrt(k))); K.push(frac(Math.cbrt(k))); } } })();
function sha256(bytes) {
  const h = P2.slice(), l = bytes.length, m = new Uint8Array((l + 72 >> 6) << 6); m.set(bytes); m[l] = 128; new DataView(m.buffer).setUint32(m.length - 4, l * 8);
  const w = new Uint32Array(64), r = (v, k) => v >>> k | v << 32 - k, dv = new DataView(m.buffer);
  for (let o = 0; o < m.length; o += 64) {
    for (let i = 0; i < 16; i++) w[i] = dv.getUint32(o + 4 * i);
    for (let i = 16; i < 64; i++) w[i] = w[i - 16] + w[i - 7] + (r(w[i - 15], 7) ^ r(w[i - 15], 18) ^ w[i - 15] >>> 3) + (r(w[i - 2], 17) ^ r(w[i - 2], 19) ^ w[i - 2] >>> 10);
    let [a, b, c, d, e, f, g, q] = h;
    for (let i = 0; i < 64; i++) { const t1 = q + (r(e, 6) ^ r(e, 11) ^ r(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i] | 0, t2 = (r(a, 2) ^ r(a, 13) ^ r(a, 22)) + (a & b ^ a & c ^ b & c) | 0; q = g; g = f; f = e; e = d + t1 | 0; d = c; c = b; b = a; a = t1 + t2 | 0; }
    [a, b, c, d, e, f, g, q].forEach((v, i) => h[i] = h[i] + v | 0);
  }
  const out = new Uint8Array(32); h.forEach((v, i) => new DataView(out.buffer).setUint32(4 * i, v)); return out;
}
function chacha(key, block) {
  const k = new DataView(key.buffer, key.byteOffset), s = new Uint32Array(16); s.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  for (let i = 0; i < 8; i++) s[4 + i] = k.getUint32(4 * i, true); s[12] = block;
  const v = s.slice(), q = (a, b, c, d) => { const rot = (x, n) => x << n | x >>> 32 - n; v[a] += v[b]; v[d] = rot(v[d] ^ v[a], 16); v[c] += v[d]; v[b] = rot(v[b] ^ v[c], 12); v[a] += v[b]; v[d] = rot(v[d] ^ v[a], 8); v[c] += v[d]; v[b] = rot(v[b] ^ v[c], 7); };
  for (let i = 0; i < 4; i++) { q(0, 4, 8, 12); q(1, 5, 9, 13); q(2, 6, 10, 14); q(3, 7, 11, 15); q(0, 5, 10, 15); q(1, 6, 11, 12); q(2, 7, 8, 13); q(3, 4, 9, 14); }
  for (let i = 4; i < 12; i++) v[i] += s[i];
  return v;
}
const hex = b => [...b].map(v => v.toString(16).padStart(2, "0")).join(""), unhex = s => Uint8Array.from(s.match(/../g), v => parseInt(v, 16));
function face(seed, entry, place, faces) {
  const msg = new Uint8Array(48); msg.set(seed); const dv = new DataView(msg.buffer); dv.setBigUint64(32, BigInt(entry)); dv.setBigUint64(40, BigInt(place));
  const key = sha256(msg), blocks = [0, 1, 2, 3].map(b => chacha(key, b)), N = BigInt(faces), most = (1n << 64n) - 1n, max = most - most % N;
  for (let w = 0; w < 16; w++) for (let b = 0; b < 4; b += 2) { const v = BigInt(blocks[b][w]) | BigInt(blocks[b + 1][w]) << 32n; if (v < max) return Number(v % N) + 1; }
}
// check holds all dice to their seeds and says how many fit; a die thrown ahead shows both.
function check() {
  let ok = 0, bad = 0, hidden = 0;
  const seeds = new Map();
  for (const s of F.seeds) if (s.seed) { const bytes = unhex(s.seed); if (hex(sha256(bytes)) !== s.hash) return {text: `The seed of session ${s.evening} is not the one that was published.`, bad: 1}; seeds.set(s, bytes); }
  for (const d of F.fell) {
    const s = F.seeds.find(s => s.from <= d.e && (!s.to || d.e <= s.to)), bytes = s && seeds.get(s);
    if (!bytes) { hidden++; continue; }
    let r = face(bytes, d.e, d.p, d.f);
    if (d.a) r = (d.a + r - 1) % d.f + 1;
    if (r === d.r) ok++; else bad++;
  }
  const rest = hidden ? ` The seeds of ${hidden} more are not revealed: hybrid session reveal.` : "";
  return {text: bad ? `${bad} of ${ok + bad} dice differ.${rest}` : ok ? `✓ The seed fits its fingerprint, and all ${ok} dice come from it.${rest}` : `The seeds are not revealed yet. Reveal them with: hybrid session reveal.`, bad, ok};
}
(() => {
  const C = $("check"); C.append(el("p", `${F.fell.length} dice were rolled by the program, and ${F.typed} typed. They come from a secret number, whose fingerprint was known before the first of them:`, "note"));
  F.seeds.forEach(s => { const p = el("p"); p.append(el("code", s.hash)); C.append(p); });
  const btn = el("button", "Check all dice", "only"), p = el("p"), res = el("p", "", "note"); res.setAttribute("role", "status"); p.append(btn); C.append(p, res);
  btn.addEventListener("click", () => { const found = check(); res.textContent = found.text; res.className = "note " + (found.bad ? "neg" : found.ok ? "pos" : ""); });
})();
$("copy").addEventListener("click", () => { const a = $("lines"); a.select(); (navigator.clipboard ? navigator.clipboard.writeText(a.value) : Promise.reject()).catch(() => document.execCommand("copy")); });
$("foot").textContent = !F.lined ? "Nothing here needs a network." : `How to read it: the line is the share of ${F.line.fights} fights, simulated from each moment, that the ${ours} wins ${F.line.if}. The pale band is its 95% interval.${F.told ? "" : " Dice: what a roll changed against what was to be expected before it. Choice: what was chosen, against what the combatant's tactic would have done."} What tactics do not do, such as magic, first aid, hiding and talk, the line does not see. Nothing here needs a network.`;
$("tale").style.scrollBehavior = "auto";
const wanted = /#(?:at=)?(\d+)/.exec(location.hash); go(wanted ? P.findIndex(p => p.seq >= +wanted[1]) : turns[0] || 0);

setTimeout(() => $("tale").style.scrollBehavior = "", 300);
