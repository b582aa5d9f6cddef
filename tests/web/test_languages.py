"""Every kind of page speaks the language that was chosen: the other one stands only where it is marked."""

import json
import re
from html.parser import HTMLParser
from urllib.parse import unquote_plus

import pytest
from kinds_of_pages import PAGES

from knowledge.data.yaml_files import rulings_folder
from knowledge.names.named_cards import all_nicknames

CHINESE = re.compile(r"[぀-ヿ一-鿿][^ -~]*")
ENGLISH = re.compile(r"[A-Za-z][a-z’']+(?: [a-z][a-z’']+){2,}")  # three words in a row are a phrase
QUOTED = re.compile(r"“[^”]*”")  # a name of a card or archetype that has no English one here
SILENT = {"script", "style", "template"}
EMPTY = {"meta", "link", "br", "input", "img", "path", "rect", "hr"}
SPOKEN_ATTRIBUTES = ("aria-label", "title", "alt", "placeholder", "data-done", "data-own", "data-opponent")


class Heard(HTMLParser):
    """What a page says in its own language; parts marked as another language are passed over."""

    def __init__(self, lang):
        super().__init__()
        self.lang, self.open, self.said = lang, [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        foreign = "lang" in given and not given["lang"].startswith(self.lang)
        if not foreign and not any(self.open):
            self.said += [given[name] for name in SPOKEN_ATTRIBUTES if given.get(name)]
        if tag not in EMPTY:
            self.open.append(foreign or tag in SILENT)

    def handle_endtag(self, tag):
        if tag not in EMPTY and self.open:
            self.open.pop()

    def handle_data(self, data):
        if not any(self.open) and data.strip():
            self.said.append(" ".join(data.split()))


@pytest.fixture(scope="module")
def names(desk):
    """Names of cards, archetypes and terms belong to both languages; the longest are taken out first."""
    found = set()
    for other in desk.book.library.other_cards.values():
        found |= {other.names.zh, other.names.en, other.names.ja}
    for card in desk.book.library.cards.values():
        found |= {card.names.zh, card.names.en, card.names.ja, *card.aliases, *card.groups}
    for term in desk.book.library.terms.values():
        found |= {term.names.zh, term.names.en, term.names.ja, *term.aliases}
    for nickname in all_nicknames(rulings_folder()):
        found |= set(nickname.name if isinstance(nickname.name, tuple) else (nickname.name,))
    return sorted({" ".join(name.split()) for name in found if name}, key=len, reverse=True)


def heard(client, path, lang):
    reader = Heard(lang)
    reader.feed(client.get(path + ("&" if "?" in path else "?") + f"lang={lang}").text)
    return reader.said


def foreign(said, lang, names, asked):
    wrong = CHINESE if lang == "en" else ENGLISH
    found = []
    for text in said:
        if not wrong.search(text):
            continue
        for name in names:
            if name in text:
                text = text.replace(name, " ")
        text = QUOTED.sub(" ", text)
        found += [word for word in wrong.findall(text) if word.rstrip("”」") not in asked]  # their own words come back
    return found


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_speaks_one_language(client, names, page, lang):
    path = PAGES[page]
    assert foreign(heard(client, path, lang), lang, names, path) == []


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_rulings_rules_cards_answers_and_scenarios_speak_one_language(client, desk, names, lang):
    paths = [f"/rulings/{name}" for name in list(desk.book.library.rulings)[::9]]
    paths += [f"/rules/{name}" for name in list(desk.book.rules)[::9]]
    paths += [f"/cards/{name}" for name in list(desk.book.library.cards)[::23]]
    cards = list(desk.book.library.cards)[7::17]
    paths += [f"/ask?card={card}&at={desk.book.windows[n % 15]}" for n, card in enumerate(cards)]
    paths += re.findall(r'href="(/battle\?q=[^"]+)"', client.get("/battle").text)
    found = {
        path: wrong for path in paths if (wrong := foreign(heard(client, path, lang), lang, names, unquote_plus(path)))
    }
    assert json.dumps(found, ensure_ascii=False, indent=1) == "{}"
