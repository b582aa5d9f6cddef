// Reads what the worker kept: cards by name with their timelines, rulings by words.
"use strict";
(async () => {
  const place = document.getElementById("found"), field = document.getElementById("find");
  const english = document.documentElement.lang.startsWith("en");
  const words = {}, verdicts = {};
  for (const item of document.querySelectorAll("#legend li")) { words[item.dataset.letter] = item.textContent; verdicts[item.dataset.letter] = item.dataset.verdict; }
  let kept;
  try {
    kept = await (await fetch(place.dataset.url)).json();
  } catch {
    document.getElementById("nothing").hidden = false;
    return;
  }
  const element = (name, text, kind) => { const made = document.createElement(name); made.textContent = text || ""; if (kind) made.className = kind; return made; };
  const fold = (text) => text.normalize("NFKC").toLowerCase().replace(/[\s·・\-=&,.'"「」]/g, "");
  const strip = (label, letters) => {
    const made = document.getElementById("strip").content.cloneNode(true);
    made.querySelector(".side").textContent = label;
    for (const cell of made.querySelectorAll(".cell")) {
      const letter = letters[kept.windows.indexOf(cell.dataset.window)];
      cell.classList.add(verdicts[letter]);
      cell.querySelector(".word").textContent = words[letter];
    }
    return made;
  };
  const { cards, rulings } = kept;
  const all = (column) => [...column.keys()];
  const ruling = (n) => { const made = element("p", rulings.says[n], "ruling"); made.append(" ", element("small", [rulings.doc[n], rulings.date[n]].filter(Boolean).join(" · "))); return made; };
  const names = (n) => (english ? [cards.en, cards.zh] : [cards.zh, cards.en]).map((column) => column[n]);
  const card = (n) => {
    const made = element("details", "", "effect");
    made.append(element("summary", [...new Set(names(n))].filter(Boolean).join(" · ")));
    made.addEventListener("toggle", () => {
      if (!made.open || made.children.length > 1) return;
      for (const at of all(cards.effects[n])) {
        const [own, other] = cards.lines[n][at];
        made.append(element("h2", cards.effects[n][at] + " " + cards.summaries[n][at]));
        if (own === other) made.append(strip(place.dataset.either, own));
        else made.append(strip(place.dataset.own, own), strip(place.dataset.opponent, other));
      }
      const about = all(rulings.says).filter((r) => rulings.about[r].includes(n));
      if (about.length) made.append(element("h2", place.dataset.rulings), ...about.map(ruling));
    });
    return made;
  };
  const show = () => {
    const wanted = fold(field.value);
    const cardsFound = all(cards.zh).filter((n) => !wanted || names(n).some((name) => fold(name).includes(wanted)));
    const rulingsFound = wanted ? all(rulings.says).filter((r) => fold(rulings.says[r]).includes(wanted)) : [];
    place.replaceChildren(...cardsFound.slice(0, 40).map(card), ...rulingsFound.slice(0, 40).map(ruling));
  };
  field.addEventListener("input", show);
  show();
})();
