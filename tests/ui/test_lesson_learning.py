"""The numbers of the lesson on learning are those of the record."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="module")
def record():
    from capsviz.ui.lessons.figure_data import load_record

    return load_record("learning")


@pytest.fixture(scope="module")
def told():
    from capsviz.ui.lessons import loader

    (lesson,) = (each for each in loader.load().lessons if each.name == "learning")
    return {step.title: f"{step.text} {step.reveal}" for step in lesson.steps}


def first(record, name, share):
    return next(each["step"] for each in record["moments"] if each[name] >= share)


def test_the_lesson_s_steps_and_accuracies_match_the_record(record, told):
    said, last = told["Before you look"], record["moments"][-1]
    steps = {name: first(record, name, 0.9) for name in ("plain", "accuracy")}
    assert f"after {steps['plain']} steps of {record['batch']} pictures" in said
    assert f"The capsules need {steps['accuracy']}." in said
    for name in ("accuracy", "plain"):
        assert f"{100 * last[name]:.1f} %" in said


def test_the_place_is_known_before_the_shapes_and_the_turn_last(record, told):
    (early,) = (each for each in record["moments"] if each["step"] == 10)
    begin, last = record["moments"][0]["r2"], record["moments"][-1]["r2"]
    said = told["Information in the poses"]
    assert f"after ten steps the poses explain {early['r2']['x']:.2f}" in said
    assert f"random weights explain {begin['x']:.2f}" in said
    assert 0.18 < early["accuracy"] < 0.22  # four of five are misclassified
    assert max(last["size"], last["rotation"]) < 0.3 < 0.6 < min(last["x"], last["y"])


def test_the_parameters_are_those_of_both_networks(record, told):
    for count in record["parameters"].values():
        assert f"{count / 1e6:.1f} million" in told["Limits of this example"]


def test_the_lessons_numbers_are_those_of_the_film_on_train():
    from capsviz.ui.lessons import loader
    from capsviz.ui.live import messages
    from capsviz.ui.pages.train.films import film

    (lesson,) = (each for each in loader.load().lessons if each.name == "learning")
    step = lesson.steps[-1]
    _, arrays = messages.unpack_arrays(film(step.open.views["train"]["run"], -1, -1))
    first, last = (float(arrays["capsule"][at][0]) for at in (0, -1))
    assert f"from {first:.2f} to {last:.2f}" in step.reveal


def test_the_lessons_r2_are_those_of_the_shipped_network(told):
    import json

    from capsviz.training import checkpoint

    known = json.loads(checkpoint.sidecar("sprites.factors.json").read_text("utf-8"))
    means = [sum(row[n] for row in known["linear"]) / len(known["linear"]) for n in range(5)]
    mean = dict(zip(known["factors"], means, strict=True))
    said = "{x:.2f} for the place, {size:.2f} for the size, {rotation:.2f} for the turn"
    assert said.format(**mean) in told["The poses improve"]
