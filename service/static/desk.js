// Names while typing: a listbox below the field, by keyboard and touch. Everything works without it.
"use strict";
for (const field of document.querySelectorAll("input[data-suggest]")) {
  const list = document.createElement("ul");
  list.id = field.id + "-list";
  list.className = "suggestions";
  list.setAttribute("role", "listbox");
  list.hidden = true;
  field.after(list);
  field.parentElement.classList.add("has-list");
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-expanded", "false");
  let active = -1, asked = 0, timer = 0;

  const close = () => { list.hidden = true; active = -1; field.setAttribute("aria-expanded", "false"); field.removeAttribute("aria-activedescendant"); };
  const choose = (item) => { field.value = item.dataset.name; close(); field.focus(); field.dispatchEvent(new Event("change")); };
  const move = (step) => {
    const items = [...list.children];
    if (!items.length) return;
    active = (active + step + items.length) % items.length;
    items.forEach((item, n) => item.setAttribute("aria-selected", n === active));
    field.setAttribute("aria-activedescendant", items[active].id);
    items[active].scrollIntoView({ block: "nearest" });
  };
  const show = (hits) => {
    list.replaceChildren(...hits.map((hit, n) => {
      const item = document.createElement("li");
      const names = Object.values(hit.names);
      const wanted = document.documentElement.lang.startsWith("en") ? hit.names.en || hit.names.zh : hit.names.zh;
      item.id = list.id + n;
      item.setAttribute("role", "option");
      item.dataset.name = wanted;
      const strong = document.createElement("strong");
      strong.textContent = wanted;
      const rest = document.createElement("span");
      rest.textContent = names.filter((name) => name !== wanted).join(" · ");
      item.append(strong, " ", rest);
      item.addEventListener("pointerdown", (event) => { event.preventDefault(); choose(item); });
      return item;
    }));
    list.hidden = !hits.length;
    active = -1;
    field.setAttribute("aria-expanded", String(!list.hidden));
  };
  field.addEventListener("input", () => {
    clearTimeout(timer);
    const query = field.value.trim();
    if (!query) return close();
    timer = setTimeout(async () => {
      const turn = ++asked;
      try {
        const reply = await fetch(field.dataset.suggest + "?q=" + encodeURIComponent(query));
        if (reply.ok && turn === asked) show(await reply.json());
      } catch { close(); }
    }, 120);
  });
  field.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    if (event.key === "ArrowDown") { event.preventDefault(); move(1); }
    else if (event.key === "ArrowUp") { event.preventDefault(); move(-1); }
    else if (event.key === "Enter" && active >= 0) { event.preventDefault(); choose(list.children[active]); }
    else if (event.key === "Escape") close();
  });
  field.addEventListener("blur", () => setTimeout(close, 150));
}

// Enter asks a question in plain words; Shift and Enter begin a line, and an input method keeps its own Enter.
for (const field of document.querySelectorAll("form.free textarea")) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    field.form.requestSubmit();
  });
}

// The effects of a card, as soon as it is chosen.
for (const field of document.querySelectorAll("input[data-effects]")) {
  const place = document.getElementById("effects-offered");
  let shown = field.value;
  field.addEventListener("change", async () => {
    if (field.value === shown) return;
    shown = field.value;
    try {
      const reply = await fetch(field.dataset.effects + "?card=" + encodeURIComponent(shown));
      const part = new DOMParser().parseFromString(await reply.text(), "text/html");
      if (reply.ok && shown === field.value) place.replaceChildren(...part.body.childNodes);
    } catch { place.replaceChildren(); }
  });
}

// An empty field says nothing: it stays out of the address.
for (const form of document.querySelectorAll("form.ask")) {
  form.addEventListener("submit", () => {
    for (const row of form.querySelectorAll(".row")) {
      const [name, side] = row.querySelectorAll("input, select");
      if (!name.value.trim()) name.disabled = side.disabled = true;
    }
    for (const field of form.querySelectorAll("input:not([type=radio])")) if (!field.value.trim()) field.disabled = true;
    for (const field of form.querySelectorAll("input[type=radio]:checked")) if (!field.value) field.disabled = true;
  });
}
addEventListener("pageshow", (event) => { if (event.persisted) for (const field of document.querySelectorAll("form.ask [disabled]")) field.disabled = false; });

// Copying and printing.
for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = !navigator.clipboard;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(await (await fetch(button.dataset.copy)).text());
    button.textContent = button.dataset.done;
  });
}
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// Questions asked on this device, kept on this device.
const ROOT = new URL("..", document.currentScript.src).pathname; // behind a proxy the desk may stand below a prefix
const LANGUAGE = document.documentElement.lang.slice(0, 2);
const RECENT = "recent questions";
const remembered = () => { try { return JSON.parse(localStorage.getItem(RECENT)) || []; } catch { return []; } };
for (const verdict of document.querySelectorAll("[data-remember]")) {
  const entry = { to: verdict.dataset.remember, zh: verdict.dataset.zh, en: verdict.dataset.en };
  const kept = [entry, ...remembered().filter((other) => other.to !== entry.to)].slice(0, 6);
  try { localStorage.setItem(RECENT, JSON.stringify(kept)); } catch { /* private browsing */ }
}
for (const place of document.querySelectorAll("[data-recent]")) {
  const list = place.querySelector("ul");
  for (const entry of remembered()) {
    if (typeof entry.to !== "string" || !entry.to.startsWith(ROOT + "ask?")) continue;
    const link = document.createElement("a");
    link.href = entry.to;
    link.textContent = entry[LANGUAGE] || entry.says || entry.zh;
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  place.hidden = !list.children.length;
}

// The worker, and in a quiet moment after the page is there, what it needs to be read without a network, in this language.
const keepForLater = async () => {
  if (navigator.connection && navigator.connection.saveData) return;
  const worker = await navigator.serviceWorker.ready;
  const cache = await caches.open("desk-" + new URL(worker.active.scriptURL).searchParams.get("v"));
  const page = ROOT + "offline?lang=" + LANGUAGE, data = ROOT + "offline/" + LANGUAGE + ".json";
  for (const path of [page, data]) if (!(await cache.match(path))) await cache.add(new Request(path, { credentials: "omit" }));
  await cache.put(ROOT + "offline", (await cache.match(page)).clone()); // the language read last is the one shown offline
};
if ("serviceWorker" in navigator) {
  const version = new URL(document.currentScript.src).searchParams.get("v");
  navigator.serviceWorker.register(ROOT + "worker.js?v=" + version).catch(() => {});
  addEventListener("load", () => (window.requestIdleCallback || setTimeout)(() => keepForLater().catch(() => {}), { timeout: 4000 }));
}
