"""Tools for translators: ``python -m capsviz.development.languages --report LANG``.

``--new LANG`` makes the folder of a language, with each English text as a comment. ``--stamp LANG``
records, for each new or changed translation, the English text that it was made from. ``--report
LANG`` lists missing translations, those whose English text has changed since, and those of texts
that English does not have.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from capsviz.errors import CapsvizError
from capsviz.ui.languages import ENGLISH, FOLDER, messages, overlay, source
from capsviz.ui.languages.tables import read_toml

#: The texts of a language by file and by place in it.
Texts = dict[str, Mapping[str, overlay.Text]]


def collect(language: str, root: Path = FOLDER) -> Texts:
    """Return the texts of a language: in English all, else the translated ones."""
    folder = root / language
    texts: Texts = {
        f"lessons/{path.name}": dict(overlay.texts(path.name, read_toml(path)))
        for path in sorted((folder / "lessons").glob("*.toml"))
    }
    path = folder / overlay.CLAIMS
    if language == ENGLISH:
        texts[path.name] = dict(overlay.texts(path.name, overlay.english_claims()))
    elif path.is_file():
        texts[path.name] = dict(overlay.texts(path.name, read_toml(path)))
    return texts | {path.name: messages.read_file(path) for path in sorted(folder.glob("*.ftl"))}


def stamp(language: str, root: Path = FOLDER) -> int:
    """Record the English that new translations were made from; returns their number."""
    english, translated = collect(ENGLISH, root), collect(language, root)
    before = source.stamps(root / language)
    after: source.Stamps = {}
    count = 0
    for file, texts in translated.items():
        originals = english.get(file, {})
        for key, text in texts.items():
            digest = source.digest(text)
            recorded = before.get(file, {}).get(key)
            if key not in originals:
                continue
            if recorded is None or recorded[1] != digest:
                recorded, count = [source.digest(originals[key]), digest], count + 1
            after.setdefault(file, {})[key] = recorded
    lines = json.dumps(after, indent=0, sort_keys=True, ensure_ascii=False)
    (root / language / "source.json").write_text(f"{lines}\n", "utf-8")
    return count


def report(language: str, root: Path = FOLDER) -> list[str]:
    """One line for each text that is missing, not up to date, or without English."""
    english, translated = collect(ENGLISH, root), collect(language, root)
    stamps = source.stamps(root / language)
    lines = []
    for file, texts in english.items():
        translations, recorded = translated.get(file, {}), stamps.get(file, {})
        for key, text in texts.items():
            if key not in translations:
                lines.append(f"missing: {file} {key}")
            elif key not in recorded:
                lines.append(f"not stamped: {file} {key}")
            elif recorded[key][0] != source.digest(text):
                lines.append(f"changed in English: {file} {key}")
    for file, texts in translated.items():
        lines += [f"unknown: {file} {key}" for key in texts if key not in english.get(file, {})]
    return lines


def begin(language: str, root: Path = FOLDER) -> None:
    """Make the folder of a language, with all English texts as comments.

    Raises `CapsvizError` if it is there already.
    """
    folder = root / language
    if folder.exists():
        raise CapsvizError(f"{folder} is there already")
    (folder / "lessons").mkdir(parents=True)
    (folder / "language.toml").write_text(f'name = "{language}"\ndirection = "ltr"\n', "utf-8")
    for path in sorted((root / ENGLISH / "lessons").glob("*.toml")):
        outline = overlay.outline(path.name, read_toml(path))
        (folder / "lessons" / path.name).write_text(outline, "utf-8")
    claims = overlay.outline(overlay.CLAIMS, overlay.english_claims())
    (folder / overlay.CLAIMS).write_text(claims, "utf-8")
    for path in sorted((root / ENGLISH).glob("*.ftl")):
        lines = path.read_text("utf-8").splitlines()
        commented = [f"# {line}" if line and not line.startswith("#") else line for line in lines]
        (folder / path.name).write_text("\n".join(commented) + "\n", "utf-8")


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    group = parser.add_mutually_exclusive_group(required=True)
    for name in ("new", "stamp", "report"):
        group.add_argument(f"--{name}", metavar="LANG")
    options = parser.parse_args(arguments)
    if options.new:
        begin(options.new)
    elif options.stamp:
        print(f"{stamp(options.stamp)} texts stamped")
    else:
        lines = report(options.report)
        print(*lines, f"{len(lines)} texts to look at", sep="\n")


if __name__ == "__main__":
    main()
