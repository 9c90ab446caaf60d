// follow goes along with the stream of a page, on from the state at: show gets what has changed, offline whether nothing
// comes, beside gets what waits at other characters of this device, and gone is called when the seat is no longer this device's. It connects again by itself, for ever. renew is called
// where the program has another page by now, with what loads that.
const follow = (as, at, {show, offline, gone, beside, renew = (load) => load()}) => {
  const sent = {}; // the parts, as the stream has told them
  let source, heard = Date.now(), retry;
  const alive = () => { heard = Date.now(); offline(false); };
  const apply = (event) => {
    alive();
    at = event.lastEventId;
    const m = JSON.parse(event.data);
    m.parts ||= {};
    for (const name in m.edits) { const {from, to, text} = m.edits[name], had = sent[name]; m.parts[name] = had.slice(0, from) + text + had.slice(had.length - to); }
    Object.assign(sent, m.parts);
    show(m, at);
  };
  const connect = () => {
    clearTimeout(retry);
    source && source.close();
    source = new EventSource("/seat/events?as=" + as + "&at=" + at + "&of=" + encodeURIComponent(document.body.dataset.of));
    source.onopen = () => { heard = Date.now(); }; // what is shown may be old until the first message or beat
    source.onmessage = apply;
    source.addEventListener("beat", alive);
    source.addEventListener("beside", (event) => beside && beside(JSON.parse(event.data)));
    source.addEventListener("renew", () => renew(() => location.reload()));
    source.addEventListener("gone", () => { source.close(); gone(); });
    source.onerror = async () => {
      offline(true);
      if (source.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(connect, 2000);
      try { if ((await (await fetch("/joined?as=" + as)).json()).state === "no") { clearTimeout(retry); gone(); } } catch { /* it is tried again */ }
    };
  };
  const again = () => { heard = Date.now(); offline(true); connect(); };
  addEventListener("offline", () => offline(true));
  addEventListener("online", connect);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && Date.now() - heard > 16000) again(); });
  setInterval(() => { if (Date.now() - heard > 20000) again(); }, 1000);
  connect();
  // The screen stays on where a browser allows that: on pages that were loaded over TLS, or from the same machine.
  const stay = () => navigator.wakeLock && !document.hidden && navigator.wakeLock.request("screen").catch(() => {});
  document.addEventListener("visibilitychange", stay);
  stay();
};
