"""Templates by language: plain words stand in them, each page speaks its own, and parts made once fit where they go."""

import pytest

from service.presentation.page_words import words
from service.web.language_templates import in_language

ASKED = "/ask?card=灰流丽&at=damage-step"


def test_plain_words_stand_in_the_template_and_others_are_left():
    source = "{{ w('reasons') }} {{ w('reasons.more', n=3) }} {{ w('phase.' + phase) }} {{ 1 if lang == 'zh' else 2 }}"
    told = in_language(source, "en")
    assert words()["reasons"]["en"] in told
    assert "w('reasons')" not in told
    assert "w('reasons.more', n=3)" in told
    assert "w('phase.' + phase)" in told
    assert "1 if false else 2" in told


def test_a_word_that_nobody_wrote_down_is_left_to_fail_where_it_is_used():
    assert in_language("{{ w('no.such.word') }}", "zh") == "{{ w('no.such.word') }}"


def test_pages_asked_for_in_turns_speak_each_its_own_language(client):
    for _ in range(2):
        for lang, other in (("zh", "en"), ("en", "zh")):
            page = client.get(f"{ASKED}&lang={lang}").text
            assert words()["timeline"][lang] in page
            assert words()["timeline"][other] not in page


def test_parts_made_once_lead_to_where_the_service_stands(client):
    page = client.get(f"{ASKED}&lang=zh").text
    beneath = client.get(f"{ASKED}&lang=zh", environ_overrides={"SCRIPT_NAME": "/desk"}).text
    assert 'href="/rulings/' in page
    assert 'href="/desk/rulings/' in beneath
    assert 'href="/rulings/' not in beneath


@pytest.mark.parametrize("text", ["it's", 'a "word"', "back\\slash", "two\nlines", "<b>"])
def test_any_text_survives_as_a_literal(text, monkeypatch, client):
    monkeypatch.setitem(words(), "reasons", {"zh": text, "en": text})
    app = client.application
    with app.test_request_context("/"):
        said = app.jinja_env.from_string(in_language("{{ w('reasons')|safe }}", "en")).render()
    assert said == text
