(() => {
const body = document.body, find = (q) => document.querySelector(q), as = encodeURIComponent(body.dataset.as);
const offline = (off) => { find("[data-offline]").hidden = !off; };
const blank = () => { body.replaceChildren(); document.title = "Hybrid"; location.replace("/table" + location.search.replace(/[?&]as=[^&]*/, "")); };
// showing gives a picture its room, and the others one line less each where they have none.
const showing = () => {
  find("main").classList.toggle("showing", !!find("[data-part=story] img"));
  const list = find(".others ul");
  if (list) { list.classList.remove("tight"); list.classList.toggle("tight", list.scrollHeight > list.clientHeight); }
};
const apply = (m) => {
  if (m.title) document.title = m.title;
  for (const name in m.parts) { const part = find("[data-part=" + name + "]"); if (part) part.innerHTML = m.parts[name]; }
  showing();
};
showing();
addEventListener("resize", showing);
follow(as, body.dataset.at, {show: apply, offline, gone: blank});
})();
