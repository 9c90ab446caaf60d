(() => {
const body = document.body, find = (q) => document.querySelector(q), as = encodeURIComponent(body.dataset.as);
const offline = (off) => { find("[data-offline]").hidden = !off; };
const blank = () => { body.replaceChildren(); document.title = "Hybrid"; location.replace("/table" + location.search.replace(/[?&]as=[^&]*/, "")); };
// showing gives a picture its room, and the others one line less each where they have none.
const showing = () => {
  find("main").classList.toggle("showing", !!find("[data-part=story] img"));
  const list = find(".others ul");
  if (list) { list.classList.remove("tight"); list.classList.toggle("tight", list.scrollHeight > list.clientHeight); }
  fitting();
};
const apply = (m) => {
  if (m.title) document.title = m.title;
  for (const name in m.parts) { const part = find("[data-part=" + name + "]"); if (part) part.innerHTML = m.parts[name]; }
  showing();
};
// fitting has a text that is read aloud, or the recap, as large as there is room for all of it.
const fitting = () => {
  const story = find(".story"), text = story.querySelector(".scene, .recap");
  if (!text) return;
  text.style.fontSize = "";
  const least = 0.75 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  for (let size = parseFloat(getComputedStyle(text).fontSize); story.scrollHeight > story.clientHeight + 1 && size > least; text.style.fontSize = size + "px") size *= 0.95;
};
showing();
addEventListener("resize", showing);
follow(as, body.dataset.at, {show: apply, offline, gone: blank});
})();
