"""Lesson files: what they say must exist, and what a teacher gets wrong must be told."""

from __future__ import annotations

import importlib
import re
import shutil
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2] / "capsviz/ui"
ENGLISH = HERE / "languages/en/lessons"


@pytest.fixture
def loader():
    from capsviz.ui.lessons import loader

    loader._load.cache_clear()
    yield loader
    loader._load.cache_clear()


@pytest.fixture
def places():
    from capsviz.ui.lessons import course

    return course


@pytest.fixture
def course(loader):
    return loader.load()


@pytest.fixture
def copy(tmp_path):
    """A teacher's own copy of the lessons, to be spoiled."""
    shutil.copytree(ENGLISH.parent, tmp_path / "en")
    return tmp_path


def spoil(root: Path, name: str, before: str, after: str) -> None:
    path = root / "en/lessons" / name
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")


# --- the course as it is


def test_the_lessons_are_there_in_order(course):
    names = [lesson.name for lesson in course.lessons]
    assert names == [
        "pooling", "vector", "votes", "squash", "routing", "overlap", "loss", "dimensions",
        "learning", "contested", "verdict", "em", "ways", "parts",
    ]  # fmt: skip
    assert [lesson.name for lesson in course.lessons if lesson.elective] == names[-3:]
    assert all(5 <= lesson.minutes <= 8 for lesson in course.lessons)


def test_texts_name_lessons_by_their_counted_numbers(course):
    assert course.labels["pooling"] == "lesson 1"
    assert course.labels["em"] == "EM routing and matrix capsules"
    for path in ENGLISH.glob("*.toml"):
        assert not re.search(r"[Ll]esson \d", path.read_text("utf-8")), path.name
    html = course.html("See [](lesson:votes).")
    assert f'data-lesson="votes" href="?lesson=votes">{course.labels["votes"]}</a>' in html


def test_each_lesson_has_something_to_touch_to_guess_and_to_open(course):
    for lesson in course.lessons:
        assert any(step.until for step in lesson.steps), lesson.name
        assert any(step.question and not step.keep for step in lesson.steps[:-2]), lesson.name
        assert lesson.steps[-1].open is not None, lesson.name


def test_each_lesson_closes_with_a_sentence_a_question_to_recall_and_one_for_the_live_page(course):
    for lesson in course.lessons:
        recall, live = lesson.steps[-2:]
        assert recall.keep.count(".") == 1, f"{lesson.name}: one sentence"
        assert recall.question
        assert live.later == "page"
        assert live.open


def test_the_last_lesson_solves_the_puzzle_of_the_first(course):
    main = [lesson for lesson in course.lessons if not lesson.elective]
    (puzzle,) = (step for step in main[0].steps if step.later not in ("", "page"))
    assert puzzle.later == main[-1].name
    (solved,) = (step for step in main[-1].steps if step.question == puzzle.question)
    assert (solved.answers, solved.right) == (puzzle.answers, puzzle.right)
    assert not solved.later


def test_every_formula_names_a_function_that_exists(course):
    for name, formula in course.formulas.items():
        module, *rest = formula.function, []
        # The longest importable beginning is the module, what follows are attributes.
        parts = formula.function.split(".")
        for length in range(len(parts), 0, -1):
            try:
                found = importlib.import_module(".".join(parts[:length]))
            except ModuleNotFoundError:
                continue
            rest = parts[length:]
            break
        assert rest, f"{name} names a module, not a function"
        for attribute in rest:
            found = getattr(found, attribute)
        assert callable(found), name
        assert module


def test_every_formula_is_used_and_every_used_symbol_has_words(course):
    used = {name for lesson in (*course.lessons, course.mistakes) for step in lesson.steps
            for name in step.formulas}  # fmt: skip
    assert used == set(course.formulas)
    assert all(symbol.say and symbol.means for symbol in course.symbols.values())


def test_formulas_become_marked_mathml_and_nothing_else(course, loader):
    plain = course.to_plain(lambda place: None)
    for name, formula in plain["formulas"].items():
        assert formula["html"].startswith("<math"), name
        marked = set(re.findall(r'data-symbol="(\w+)"', formula["html"]))
        assert marked == set(formula["symbols"]), name
        assert "\ue000" not in formula["html"]


def test_each_claim_of_the_reference_is_listed_with_both_sides(course):
    assert len(course.claims) == 7
    assert all(claim.pro and claim.con and claim.trial for claim in course.claims)


def test_each_mistake_of_the_reference_is_in_the_gallery(course):
    steps = course.mistakes.steps
    assert len(steps) == 22  # eighteen of the first paper's network, four of EM routing
    titles = " ".join(step.title for step in steps)
    for reported in (
        "over the capsules",
        "over the batch",
        "unit normal",
        "over the lengths",
        "winner's mask",
    ):
        assert reported in titles
    assert all(step.telltale and step.until for step in steps)


def test_links_open_pages_in_the_state_that_the_lesson_speaks_of(course, tiny_checkpoint):
    from urllib.parse import parse_qs, urlsplit

    from capsviz.data.samples import samples
    from capsviz.ui.lessons import links
    from capsviz.ui.session import permalink

    for lesson in course.lessons:
        place = lesson.steps[-1].open
        address = urlsplit(links.address(place, "dynamic"))
        link = permalink.decode(parse_qs(address.query)["v"][0])
        assert link.page in place.page
        assert address.path == ("/" if link.page == "draw" else f"/{link.page}")
        assert link.settings.iterations == place.iterations
        assert link.settings.center == place.center
        assert place.digit is None or link.drawing in [
            s.drawing for s in samples() if s.digit == place.digit
        ]


def test_the_pages_accept_the_selections_that_lessons_link_to(course, tiny_checkpoint):
    from urllib.parse import parse_qs, urlsplit

    from capsviz.ui.lessons import links
    from capsviz.ui.pages.overlap import view as overlap
    from capsviz.ui.pages.viewpoint import view as viewpoint
    from capsviz.ui.session import permalink

    readers = {"overlap": overlap.View.from_plain, "viewpoint": viewpoint.View.from_plain}
    places = [claim.open for claim in course.claims]
    places += [lesson.steps[-1].open for lesson in course.lessons]
    seen = set()
    for place in places:
        assert set(place.views) <= set(place.page)
        token = parse_qs(urlsplit(links.address(place, "dynamic")).query)["v"][0]
        link = permalink.decode(token)
        seen.add(link.page)
        if link.page in readers:
            plain = readers[link.page](link.view).to_plain()
            assert plain == {**plain, **link.view}
    assert set(readers) <= seen, "every page of ours has its place in a lesson"


def test_a_page_that_does_not_exist_gives_no_link(places, loader, tiny_checkpoint):
    from capsviz.ui.lessons import links

    assert links.address(places.Open("nowhere", ("no-such-page",)), "dynamic") is None


def test_the_navigation_s_pages_are_known():
    from capsviz.ui.lessons import links

    pages = {path.parent.name for path in (HERE / "pages").glob("*/data.py")}
    assert links.page_names() <= pages
    assert {"draw", "routing", "dimensions", "compare", "learn"} <= links.page_names()


def test_a_page_that_is_not_registered_gives_way(places, loader, tiny_checkpoint, monkeypatch):
    from capsviz.ui.lessons import links

    place = places.Open("Turn a digit", ("viewpoint", "draw"), digit=6)
    monkeypatch.setattr(links, "page_names", lambda: frozenset({"draw", "viewpoint"}))
    assert links.address(place, "dynamic").startswith("/viewpoint?")
    monkeypatch.setattr(links, "page_names", lambda: frozenset({"draw"}))
    assert links.address(place, "dynamic").startswith("/?")


def test_numbers_of_the_verdict_lesson_equal_the_record(course):
    import json
    import math

    from capsviz.training import checkpoint
    from capsviz.ui.lessons.figure_data import load_record

    said, contested = (
        " ".join(f"{step.text} {step.reveal}" for step in lesson.steps)
        for name in ("verdict", "contested")
        for lesson in course.lessons
        if lesson.name == name
    )
    path = HERE.parents[1] / "checkpoints/expanded.json"
    strongest: dict[str, list[float]] = {}
    for row in json.loads(path.read_text())["results"]:
        name, _, number = row["checkpoint"].rpartition("_")
        if number.isdigit():  # trained three times alike
            assert row["strengths"][-1] == 1
            strongest.setdefault(name, []).append(100 * row["accuracy"][-1])
    for name in ("expanded", "expanded_cnn"):
        assert len(strongest[name]) == 3
        assert f"{sum(strongest[name]) / 3:.1f} %" in said
    record = load_record("decided")["digits"]
    mended, spoilt = len(record["mended"]), len(record["spoilt"])
    assert f"{mended + spoilt} of 10,000 digits: {mended} are mended, {spoilt} are spoilt" in said
    assert f"{mended} are mended, {spoilt} are spoilt" in contested
    offers = checkpoint.singles(capsules=False).values()
    readers = [offer for offer in offers if offer.subject.digits]
    assert f"none of the {math.comb(len(readers), 2)} pairs" in said


def test_the_overlap_lesson_s_absent_digits_match_the_record(course):
    from capsviz.training import checkpoint
    from capsviz.ui.lessons.figure_data import load_record

    record = load_record("pair")
    assert record["sha256"] == checkpoint.digest("overlap")
    assert record["rounds"] == [1, 3, 5]
    (lesson,) = (one for one in course.lessons if one.name == "overlap")
    (step,) = (one for one in lesson.steps if one.figure == "pair")
    for name in ("absent", "longest"):
        assert "{:.3f}, {:.3f} and {:.3f}".format(*record[name]) in step.text
    longest = sorted(range(10), key=record["lengths"][1].__getitem__)[-2:]
    assert sorted(longest) == sorted(record["digits"])


@pytest.fixture
def read_parts():
    """Belief in any object that the shipped parts make of our sample of a digit, and swapped."""
    import torch

    from capsviz.analysis.parts_references import belief
    from capsviz.data.drawing import render, to_bytes
    from capsviz.data.normalisation import normalise
    from capsviz.data.pictures import Pictures
    from capsviz.data.samples import samples
    from capsviz.training import checkpoint

    def read(digit):
        drawing = next(sample.drawing for sample in samples() if sample.digit == digit)
        image = torch.from_numpy(to_bytes(normalise(render(drawing))))[None]
        model = checkpoint.load_parts().model
        return belief(model, Pictures(image, torch.tensor([digit]))).values()

    return read


def test_the_parts_lesson_has_the_numbers_of_its_card_and_its_claim(course, read_parts):
    from capsviz.analysis import claims

    lesson = next(one for one in course.lessons if one.name == "parts")
    said = " ".join(step.text for step in lesson.steps)
    card = (HERE.parents[1] / "checkpoints/parts.md").read_text("utf-8")
    assert "96.38 %" in said
    assert "96.38%" in card
    measured = claims.load().measures["parts_poses"]
    presences, both, whole, swapped = (
        f"{100 * measured.row(series, at).value:.1f} %"
        for series, at in (
            ("learnt of presences alone", "read rightly"),
            ("poses and presences", "read rightly"),
            ("poses and presences", "belief in any object, whole"),
            ("poses and presences", "belief in any object, swapped"),
        )
    )
    assert f"{presences} of the validation digits correctly, those with poses {both}" in said
    assert f"from {whole} to {swapped}" in said
    whole, swapped = read_parts(7)
    assert whole > 0.995
    assert swapped < 0.005


# --- words of the figures


def used_words(script: Path) -> set[str]:
    """Word keys in a figure's script and in those of its folder that it extends."""
    text = script.read_text("utf-8")
    found = set(re.findall(r'this\.t\("([\w-]+)"', text))
    bases = r'import \{ (?:Decoder|Fetched|Lesson|Placed|Votes)Figure \} from "\./(\w+\.js)"'
    for base in re.findall(bases, text):
        found |= used_words(script.with_name(base))
    return found


def test_every_word_of_a_figure_is_in_the_words_file(course):
    folder = HERE / "pages/learn"
    index = (folder / "figures/index.js").read_text()
    modules = dict(re.findall(r'^import \{ (\w+Figure) \} from "\./(\w+\.js)";$', index, re.M))
    figures = dict(re.findall(r"^  (\w+): (\w+Figure),$", index, re.M))
    assert {"face", "route", "learning"} <= set(figures)
    for figure, name in figures.items():
        script = folder / "figures" / modules[name]
        used = used_words(script)
        if "resetButton(" not in script.read_text("utf-8"):
            used.discard("reset")  # nothing can be changed in it
        missing = used - set(course.words[figure])
        assert not missing, f"{figure}: {missing}"
    used = set()
    for path in folder.glob("*.js"):
        used |= set(re.findall(r'\bword\(\s*"([\w-]+)"', path.read_text("utf-8")))
    assert len(used) > 20
    assert used <= set(course.words["page"])


def test_every_word_of_the_tools_is_in_the_words_file(course):
    folder = HERE / "shell"
    script = (folder / "index.js").read_text("utf-8")
    used = set(re.findall(r'this\.words(?:\.(\w+)|\["([\w-]+)"\])', script))
    names = {a or b for a, b in used} - {"tour"}
    assert names <= set(course.words["tools"])
    tour = set(re.findall(r"this\.words\.(\w+)", (folder / "tour.js").read_text("utf-8")))
    assert tour <= set(course.words["tour"])


# --- what the lessons say of the live pages


@pytest.fixture(scope="module")
def read():
    """The bundled network's result for the sample of a digit."""
    import functools

    import capsviz
    from capsviz.data.drawing import render
    from capsviz.data.normalisation import normalise
    from capsviz.data.samples import samples

    network = functools.cache(capsviz.load)

    def read(digit, name="dynamic", left=0):
        import numpy as np

        drawing = next(sample.drawing for sample in samples() if sample.digit == digit)
        image = np.roll(normalise(render(drawing)), -left, 1)
        return capsviz.trace(network(name), image[None], 3)

    return read


def told(course, name):
    """The live page's question: the right answer and what is said with it."""
    step = next(lesson for lesson in course.lessons if lesson.name == name).steps[-1]
    return step.answers[step.right], step.question + " " + step.reveal


def test_the_pooling_lesson_s_lengths_match_the_network(course, read):
    lengths = [read(4, left=left).lengths[0, -1, 4] for left in (0, 4, 8)]
    _, said = told(course, "pooling")
    assert all(f"{length:.2f}" in said for length in lengths)


def test_the_lessons_counts_of_agreeing_votes_match_the_network(course, read):
    from capsviz.data.samples import sample_of
    from capsviz.ui.lessons.worksheets import figures

    seven, three = (figures._routing(sample_of(digit)) for digit in (7, 3))
    along = seven.votes[:, 7] @ seven.capsules[2, 7]
    answer, said = told(course, "votes")
    assert answer == "Fewer than half."
    assert f"{(along > 0).mean():.0%}".replace("%", " %") in said
    assert f"{seven.summary.lengths[2, 7]:.2f}" in said
    answer, said = told(course, "routing")
    assert answer == f"{three.couplings[2, :, 3].mean():.3f}"
    grown = three.summary.lengths[:3, 3]
    assert f"from {grown[0]:.2f} to {grown[2]:.2f}" in said


def test_the_overlap_lesson_s_reconstructions_match_the_network(course):
    import numpy as np

    from capsviz.analysis import overlap
    from capsviz.data.drawing import render
    from capsviz.data.normalisation import normalise
    from capsviz.data.samples import sample_of
    from capsviz.ui.lessons.worksheets import figures

    digits = [normalise(render(sample_of(digit).drawing)) for digit in (5, 3)]
    split = figures._split(digits)
    side = split.image.shape[0]
    parts = [overlap.place(d, m, side) for d, m in zip(digits, figures._MOVES, strict=True)]
    _, said = told(course, "overlap")
    own = [np.square(split.decoded[k] - part).sum() for k, part in zip((5, 3), parts, strict=True)]
    whole = [np.square(split.decoded[k] - split.image).sum() for k in (5, 3)]
    for pair in (own, whole):
        assert " and ".join(f"{error:.0f}" for error in pair) in said


def test_lengths_and_the_painted_edges_are_as_the_lessons_say(course, read):
    import numpy as np

    lengths = read(1).lengths[0, -1]
    assert told(course, "squash")[0] == f"{lengths.max():.2f} and {lengths.min():.3f}"
    grown = read(9).lengths[0, :, 9]
    assert ", ".join(f"{length:.2f}" for length in grown) in told(course, "contested")[1]
    assert (read(9).lengths[0].argmax(1) == 9).all()

    import capsviz

    seen = read(2)
    image = seen.images[0].reshape(28, 28)
    pose = seen.capsules[0, -1, 2]
    import torch

    with torch.inference_mode():
        decoded = capsviz.load().decoder(torch.tensor(pose)[None], torch.tensor([2]))[0]
    error = np.square(decoded.numpy().reshape(28, 28) - image)
    near = [np.roll(image > 0.5, (a, b), (0, 1)) for a in (-1, 0, 1) for b in (-1, 0, 1)]
    edges = np.any(near, 0) & ~np.all(near, 0)
    assert f"{error[edges].sum() / error.sum():.0%}".replace("%", " %") in told(course, "loss")[1]


def test_named_dimensions_and_parameters_are_counted_as_the_lessons_say(course):
    import json

    import capsviz
    from capsviz.model.plan import plan
    from capsviz.ui.networks import cache

    labels = json.loads(cache.slider_poses("dynamic")[1])["labels"][2]
    assert told(course, "dimensions")[0] == str(sum(one["kind"] == "clear" for one in labels))
    whole = plan(capsviz.load())
    count = {layer.name: layer.parameters for layer in whole.layers}
    decoder = sum(n for name, n in count.items() if name.startswith("decoder"))
    said = told(course, "verdict")[1]
    assert f"{count['primary'] / 1e6:.1f} of {whole.total('parameters') / 1e6:.1f} million" in said
    assert f"have {count['votes'] / 1e6:.1f} million, the decoder {decoder / 1e6:.1f}" in said
    assert count["routing"] == 0


def test_the_networks_of_compare_answer_as_the_electives_say(course, read):
    from capsviz.training import checkpoint

    names = [n for n, offer in checkpoint.singles().items() if offer.subject.digits]
    assert len(names) == 7
    em, length = (read(4, name).lengths[0, -1, 4] for name in ("em", "dynamic"))
    answer, said = told(course, "em")
    assert answer == f"{em:.2f}"
    assert f"{length:.2f} long" in said
    nines = [read(9, name).lengths[0, -1] for name in names]
    assert all(lengths.argmax() == 9 for lengths in nines)
    longest = [float(lengths.max()) for lengths in nines]
    answer, said = told(course, "ways")
    assert answer == "None"
    assert f"from {min(longest):.2f} to {max(longest):.2f}" in said


# --- what a teacher gets wrong


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        ("4-squash.toml", 'formulas = ["squash"]', 'formulas = ["sqash"]', r"step 1 .*'sqash'"),
        ("4-squash.toml", "(symbol:vec_s)", "(symbol:vec_x)", r"squash, step 1: .*'vec_x'"),
        ("1-pooling.toml", "(term:invariance)", "(term:invar)", r"pooling, step 3: .*'invar'"),
        ("1-pooling.toml", "(term:invariance)", "(http://x.y)", r"pooling, step 3: .*'http"),
        ("1-pooling.toml", "(lesson:verdict)", "(lesson:end)", r"pooling, step \d+: .*'end'"),
        ("1-pooling.toml", 'later = "verdict"', 'later = "end"', r"no lesson 'end'"),
        ("4-squash.toml", "right = 1", "right = 3", r"step 3: a question needs"),
        ("4-squash.toml", "right = 1", "right = true", r"step 3: right cannot be True"),
        ("4-squash.toml", 'page = "draw"', 'page = "paint"', r"opens a page 'paint'"),
        ("4-squash.toml", "digit = 1", "digit = 11", r"digit must lie"),
        (
            "4-squash.toml",
            '"capsules"',
            '"capsule"',
            r"squash.toml names .*'capsule': choose",
        ),
        ("glossary.toml", 'block = "votes"', 'block = "vote"', r"vote names .* 'vote': choose"),
        ("4-squash.toml", 'until = "long"', 'untill = "long"', r"'untill' that is not known"),
        ("4-squash.toml", "minutes = 5", "minutes = 'long'", r"minutes cannot be 'long'"),
        ("4-squash.toml", 'title = "Squash"', 'title = "Squash', r"not valid TOML"),
        ("formulas.toml", r"\frac{@{norm_s}^2}", r"\frac{@{norm_q}^2}", r"no symbol 'norm_q'"),
        ("glossary.toml", 'say = "u i"', 'sai = "u i"', r"'sai' that is not known"),
        ("claims.toml", "digit = 8", "digit = 80", r"digit must lie"),
    ],
)
def test_an_error_in_a_lesson_names_its_place(loader, copy, name, before, after, said):
    from capsviz.errors import CapsvizError

    spoil(copy, name, before, after)
    with pytest.raises(CapsvizError, match=said):
        loader.load("en", copy)


def test_a_missing_file_or_language_is_refused(loader, copy):
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="language 'fr'"):
        loader.load("fr", copy)
    with pytest.raises(CapsvizError, match="language"):
        loader.load("../en", copy)
    (copy / "en/lessons/words.toml").unlink()
    with pytest.raises(CapsvizError, match=r"words\.toml cannot be read"):
        loader.load("en", copy)


def test_html_in_a_lesson_is_shown_as_text(course):
    shown = course.html("<img src=x onerror=alert(1)> <b>bold</b> **strong**")
    assert "<img" not in shown
    assert "<b>" not in shown
    assert "<strong>strong</strong>" in shown


# --- addresses


def test_a_place_is_read_from_an_address(places, loader, course):
    assert places.locate_step(course, None, None) == places.StepPlace()
    assert places.locate_step(course, "squash", "3") == places.StepPlace("squash", 2)
    # It had eight steps when links to them were made.
    assert places.locate_step(course, "squash", "8") == places.StepPlace("squash", 4)
    assert places.locate_step(course, "mistakes", None) == places.StepPlace("mistakes", 0)
    for name in ("glossary", "quiz"):
        assert places.locate_step(course, name, "9") == places.StepPlace(name)


@pytest.mark.parametrize(
    ("lesson", "step"),
    [("sqash", None), ("squash", "0"), ("squash", "99"), ("squash", "x"), ("squash", "\u0661"),
     ("squash", "9" * 5000)],
)  # fmt: skip
def test_a_broken_lesson_position_is_refused(places, loader, course, lesson, step):
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="lesson"):
        places.locate_step(course, lesson, step)


# --- what the course claims, checked


def routed(votes):
    """Lengths, capsules and couplings of dynamic routing of [parts, parents, dim] votes."""
    import torch

    from capsviz.model.routing.dynamic import dynamic_routing

    *_, last = dynamic_routing(torch.tensor(votes, dtype=torch.float64)[None], 3)
    return last.activations[0], last.v[0], last.c[0]


def test_turned_votes_turn_the_capsules_and_leave_their_lengths():
    """Vectors that dynamic routing cannot distinguish from their negatives differ in direction."""
    import numpy as np

    votes = np.random.default_rng(0).normal(size=(6, 3, 4))
    (lengths, v, c), (other_lengths, other_v, other_c) = routed(votes), routed(-votes)
    assert lengths.equal(other_lengths)
    assert v.equal(-other_v)
    assert c.equal(other_c)


def test_a_share_can_fall_though_the_vote_agrees():
    """Routing: what counts is the agreement with one parent beside those with the others."""
    agrees_less = [[[0.3, 0.0], [2.0, 0.0]]] * 4
    _, v, c = routed(agrees_less)
    assert (v[0] @ v.new_tensor(agrees_less[0][0])) > 0
    assert (c[:, 0] < 0.5).all()


@pytest.mark.parametrize(
    ("said", "never"),
    [
        ("the *true* digit", "asks the winning capsule to remember"),
        ("shrink all ten lengths", "There are nine of them"),
        ("which no fixed matrix turns", "times a fixed matrix"),
        ("A decoder trained with masking", "Then the decoder cannot know"),
        ("Which block it was is kept", "But the place is gone."),
        ("Couplings follow the differences", "Its share will shrink"),
        ("only their lengths agree", "An input and its negative are told apart"),
        ("common slips without a source", "Four different Jacobians of squash are in print"),
        ("and from which of the ten it is", "from sixteen numbers alone"),
    ],
)
def test_corrected_statements_stay_corrected(said, never):
    texts = "\n".join(path.read_text("utf-8") for path in sorted(ENGLISH.glob("*.toml")))
    assert said in texts
    assert never not in texts


def test_the_35_million_are_the_mnist_baselines_and_not_affnists():
    root = HERE.parents[1]
    for path in (root / "README.md", HERE / "pages/viewpoint/sections.py"):
        assert "35 million" not in path.read_text("utf-8"), path


def test_every_lesson_of_the_main_line_but_the_training_ends_with_a_paper(course):
    named = {lesson for paper in course.papers for lesson in paper.lessons}
    assert {lesson.name for lesson in course.lessons} - named == {"learning"}
    assert named <= {lesson.name for lesson in course.lessons}
    assert len({paper.url for paper in course.papers}) == len(course.papers)
    years = [paper.year for paper in course.papers]
    assert years == sorted(years)
    for paper in course.papers:
        assert len(paper.note.split()) <= 25


#: Conferences that give their papers no DOI.
WITHOUT_DOI = ("https://openreview.net/forum?id=", "https://proceedings.neurips.cc/paper/")


def test_each_paper_has_a_doi_or_its_conference_s_page(course):
    for paper in course.papers:
        if not paper.url.startswith(WITHOUT_DOI):
            assert re.fullmatch(r"https://doi\.org/10\.\d{4,}/[\w./-]+", paper.url), paper.url
        arxiv = re.search(r"arXiv\.(\d{2})(\d{2})\.\d{4,5}$", paper.url)
        # Conferences print a paper some months after its preprint.
        assert arxiv is None or 0 <= paper.year - (2000 + int(arxiv[1])) <= 1, paper.title


def test_each_paper_that_a_lesson_names_is_listed_with_it(course):
    texts = {
        lesson.name: " ".join(f"{step.text} {step.reveal}" for step in lesson.steps)
        for lesson in (*course.lessons, course.mistakes)
    }
    texts["contested"] += " ".join(f" {claim.pro} {claim.con}" for claim in course.claims)
    found = 0
    for name, text in texts.items():
        # A surname, and a year within the same clause: "Paik, Kwak and Kim found in 2019".
        for named in re.finditer(r"[A-ZÀ-Ý][\wà-ÿ-]+[^.;:!?]{0,60}?\b(20\d\d)\b", text):
            before = text[max(0, named.end() - 80) : named.end() + 40]
            if re.search(rf"network of {named[1]}", before):
                continue
            listed = [
                paper
                for paper in course.papers
                if paper.year == int(named[1])
                and re.split(r"[, ]", paper.authors)[0].removesuffix(",") in before
            ]
            assert listed, f"{name}: {before}"
            if name != "mistakes":
                assert any(name in paper.lessons for paper in listed), f"{name}: {before}"
            found += 1
    assert found > 25


# --- numbers of the claims in lessons


def test_a_text_takes_its_numbers_from_the_claims():
    from capsviz.analysis import claims
    from capsviz.ui.lessons.measurements import fill_numbers

    row = claims.load().measures["expanded"].row("CNN", "100%")
    assert fill_numbers("{expanded|CNN|100%} of them") == f"{100 * row.value:.1f} % of them"
    assert fill_numbers("{cost|cnn|parameters}") == "162,698"
    assert fill_numbers("nothing in {braces}") == "nothing in {braces}"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [("{expandd|CNN|100%}", "expandd"), ("{expanded|CNN|110%}", "no row 'CNN', '110%'")],
)
def test_a_number_that_was_not_measured_is_refused(loader, copy, wrong, said):
    spoil(copy, "promises.toml", "{expanded|CNN|100%}", wrong)
    with pytest.raises(Exception, match=re.escape(said)):
        loader.load(root=copy)


def test_the_table_of_promises_types_no_number(course):
    networks = [promise.network for promise in course.promises]
    assert networks == ["Capsules", "CNN", "Transformer", "Graph network"]
    for promise in course.promises:
        assert promise.hoped
        if promise.unmeasured:
            assert promise.unmeasured.startswith("Not measured here")
    plain = (ENGLISH / "promises.toml").read_text("utf-8")
    typed = re.sub(r"\{[^}]*\}|^#.*$|R²|10 of each class", "", plain, flags=re.M)
    assert not re.search(r"\d", typed)


def test_a_promise_needs_a_measurement_or_a_reason_for_none(loader, copy):
    from capsviz.errors import CapsvizError

    spoil(copy, "promises.toml", 'unmeasured = "Not measured here: no network of this project is a'
          ' transformer."', 'unmeasured = ""')  # fmt: skip
    with pytest.raises(CapsvizError, match="Transformer: give what was measured"):
        loader.load(root=copy)


def test_each_chart_of_a_lesson_shows_rows_of_its_measurement(course):
    from capsviz.ui.lessons.figure_data import load_measures

    measures = load_measures("en")["measures"]
    charts = [s for lesson in course.lessons for s in lesson.steps if s.figure == "measured"]
    assert {step.options["measure"] for step in charts} == set(measures)
    for step in charts:
        options = step.options
        rows = [
            row
            for row in measures[options["measure"]]["rows"]
            if options.get("at") in (None, row["at"])
            and options.get("series") in (None, row["series"])
        ]
        assert len(rows) >= 3
        assert set(options.get("only", ())) <= {row["at"] for row in rows}


# --- the order of ideas


def test_the_hope_comes_first_and_squash_before_it_is_used(course):
    first = course.lessons[0].steps[0]
    assert (first.title, first.figure) == ("The hope", "face")
    assert "inverse graphics" in first.text
    names = [lesson.name for lesson in course.lessons]
    squash = names.index("squash")
    users = [
        lesson.name
        for lesson in course.lessons
        if any({"output", "squash_length"} & set(step.formulas) for step in lesson.steps)
    ]
    assert min(names.index(name) for name in users) == squash


def test_equivariance_is_named_with_the_turning_seven_and_asked_again_later(course):
    def naming(step):
        said = step.text + step.question
        return "equivarian" in said and "invarian" in said.replace("equivarian", "")

    (turned,) = (s for s in lesson_named(course, "vector").steps if naming(s))
    assert turned.figure == "seven"
    later = [s for s in lesson_named(course, "votes").steps if s.question and naming(s)]
    assert later


def lesson_named(course, name):
    return next(lesson for lesson in course.lessons if lesson.name == name)


def test_each_step_of_the_last_lesson_has_a_figure_that_fits(course):
    steps = lesson_named(course, "verdict").steps
    assert all(step.figure for step in steps)
    assert not {"route", "seven"} & {step.figure for step in steps}, "toys of other lessons"


def test_old_step_numbers_of_links_keep_their_questions(course):
    """Question and figure at each step of the lessons that were rearranged, by number from 1."""
    asked = {
        "pooling": {4: "face", 5: "face", 6: "face", 7: "face", 8: "face", 9: "face", 10: "face"},
        "votes": {1: "boat", 6: "boat"},
        "verdict": {1: "face", 3: "decided", 5: "ways", 6: "dims"},
        "em": {1: "em", 5: "em", 7: "em"},
    }
    counts = {"pooling": 10, "vector": 8, "votes": 8, "verdict": 10, "em": 9, "squash": 5}
    for name, count in counts.items():
        assert len(lesson_named(course, name).steps) == count
    for name, figures in asked.items():
        steps = lesson_named(course, name).steps
        for number, figure in figures.items():
            at = [step.figure for step in steps[:number] if step.figure]
            assert at[-1] == figure, (name, number)
