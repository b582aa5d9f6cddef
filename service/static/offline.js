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
  const ruling = (r) => { const made = element("p", r[english ? 2 : 1], "ruling"); made.append(" ", element("small", [r[3], r[4]].filter(Boolean).join(" · "))); return made; };
  const card = (c, n) => {
    const made = element("details", "", "effect");
    made.append(element("summary", [...new Set(english ? [c[1], c[0], c[2]] : [c[0], c[1], c[2]])].filter(Boolean).join(" · ")));
    made.addEventListener("toggle", () => {
      if (!made.open || made.children.length > 1) return;
      for (const [number, zh, en, own, other] of c[3]) {
        made.append(element("h2", number + " " + (english ? en : zh)));
        if (own === other) made.append(strip(place.dataset.either, own));
        else made.append(strip(place.dataset.own, own), strip(place.dataset.opponent, other));
      }
      const about = kept.rulings.filter((r) => r[5].includes(n));
      if (about.length) made.append(element("h2", place.dataset.rulings), ...about.map(ruling));
    });
    return made;
  };
  const show = () => {
    const wanted = fold(field.value);
    const cards = kept.cards.map((c, n) => [c, n]).filter(([c]) => !wanted || c.slice(0, 3).some((name) => fold(name).includes(wanted)));
    const rulings = wanted ? kept.rulings.filter((r) => fold(r[1] + r[2] + r[0]).includes(wanted)) : [];
    place.replaceChildren(...cards.slice(0, 40).map(([c, n]) => card(c, n)), ...rulings.slice(0, 40).map(ruling));
  };
  field.addEventListener("input", show);
  show();
})();
