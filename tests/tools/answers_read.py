"""Ask every question of `docs/answers-read.md` again and write down the first two lines of its answer.

What was judged of an answer stands in the last column and is kept; the questions on imported cards need a database.
"""

import json
import re
from pathlib import Path
from typing import Any

from service.presentation.plain_text import few_lines
from service.web.app import create_app

PAGE = Path(__file__).resolve().parents[2] / "docs" / "answers-read.md"
ROW = re.compile(r"^\| (\d+) \| (\w+) \| (.+?) \| .* \| ([^|]*) \|$")


def two_lines(client: Any, book: Any, lang: str, question: str) -> str:
    """What a chat would read first."""
    if question.startswith("{"):
        answer = client.post("/api/v1/can", json=json.loads(question)).get_json()
    else:
        answer = client.get("/api/v1/ask", query_string={"q": question}).get_json()
    if "verdict" not in answer:
        return str(answer["detail"])
    lines = [line for line in few_lines(book, answer, lang)[:2] if "https://" not in line]
    return "<br>".join(lines).replace("|", "\\|")


def main() -> None:
    """Rewrite the rows of the page."""
    app = create_app({"POSTS_PER_MINUTE": 0})
    client, book = app.test_client(), app.extensions["desk"].book
    client.get("/api/v1/ask", query_string={"q": "灰流丽"})  # the first question loads the names
    written = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if row := ROW.match(line):
            number, lang, question, judged = row.groups()
            said = two_lines(client, book, lang, question)
            line = f"| {number} | {lang} | {question} | {said} | {judged} |"
        written.append(line)
    PAGE.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
