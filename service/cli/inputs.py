"""Files and standard input, as every verb that takes a FILE reads them."""

import sys
from pathlib import Path

from knowledge.problems import BadInput


def text_of(file: str, most_characters: int) -> str:
    """The text of a file, or of standard input for "-"; one character more than allowed is enough to refuse it."""
    most_bytes = most_characters * 4 + 4
    try:
        if file == "-":
            raw = sys.stdin.buffer.read(most_bytes)
        else:
            with Path(file).open("rb") as opened:
                raw = opened.read(most_bytes)
        return raw.decode("utf-8-sig", errors="strict" if len(raw) < most_bytes else "ignore")
    except OSError as wrong:
        reason = wrong.strerror or "?"
        raise BadInput(
            f"不能读取文件 {file}：{reason}。", f"Cannot read the file {file}: {reason}.", field="file"
        ) from None
    except ValueError:
        raise BadInput(f"文件 {file} 不是 UTF-8 文本。", f"The file {file} is not UTF-8 text.", field="file") from None
