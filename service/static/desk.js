// Names while typing: a listbox below the field, by keyboard and touch. Everything works without it.
"use strict";
for (const field of document.querySelectorAll("input[data-suggest]")) {
  const list = document.createElement("ul");
  list.id = field.id + "-list";
  list.className = "suggestions";
  list.setAttribute("role", "listbox");
  list.hidden = true;
  field.after(list);
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-expanded", "false");
  let active = -1, asked = 0, timer = 0;

  const close = () => { list.hidden = true; active = -1; field.setAttribute("aria-expanded", "false"); field.removeAttribute("aria-activedescendant"); };
  const choose = (item) => { field.value = item.dataset.name; close(); field.focus(); };
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
