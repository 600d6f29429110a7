"""Toys of the lessons' figures: a step begins in the state that it needs, whatever was done."""

from __future__ import annotations

import json
import math

import pytest

INDEX = ["pages/learn/figures/index.js", "pages/learn/models/toy.js", "pages/learn/stage.js"]
#: Plays acts one after the other and tells which events each made happen.
PLAY = """({ kind, options, acts, state }) => {
  const { toy } = FIGURES[kind];
  const now = toyState(toy, options, state);
  const events = acts.map(([act, ...given]) => toy.acts[act](now, options, ...given));
  return { state: now, events: events.flat() };
}"""


@pytest.fixture(scope="module")
def course():
    from capsviz.ui.lessons import loader

    return loader.load().to_plain(lambda place: "/")


@pytest.fixture
def play(script):
    def played(kind, options, acts, state=None):
        given = {"kind": kind, "options": options, "acts": acts, "state": state}
        return script(INDEX[:2], PLAY, given)

    return played


def vote(degrees, length):
    return [length * math.cos(math.radians(degrees)), length * math.sin(math.radians(degrees))]


#: Acts of a learner who does not read the task, by figure.
CLUMSY = {
    "pool": [["put", 7, 7], ["put", -3, 40]],
    "face": [["scramble"], ["movePart", 0, 999, 999], ["moveAll", 0, 0], ["movePart", 3, 20, 20]],
    "seven": [["turn", 2.5], ["fade", 0.0], ["point", 0.001, 0.0], ["turn", -9.0]],
    "squash": [["put", [9, 9]], ["flip", True], ["choose", 2], ["put", [0.001, 0]]],
    "boat": [["turnAll", 2.0], ["place", 0, {"x": 999, "y": -5, "angle": 2}],
             ["place", 1, {"x": -9, "y": 999, "angle": -1}]],
    "route": [["moveVote", 0, 0, [9, 9]], ["moveVote", 2, 1, [-9, 4]], ["moveVote", 4, 1, [1, 1]],
              *[["step"]] * 60, ["iterate", 9], ["negate"], ["compete", False], ["flip", True],
              ["next"]],
    "margin": [["drag", k, 0.5] for k in range(10)] + [["mark", 3], ["mark", 1], ["flip", True]],
    "transforming": [["move", 9, -9], ["choose", 99], ["choose", -3], ["move", 0.4, 1.6]],
    "blur": [["flip", True]],
    "dims": [["choose", 7], ["slide", [9.0] * 16, 3], ["slide", [9.0] * 16, -1]],
    "mask": [["flip", True]],
    "effects": [["flip", True]],
    "grouping": [["choose", 99_999], ["flip", True]],
    "count": [["flip", True]],
    "decided": [["choose", 99], ["choose", -3], ["choose", 4]],
    "pair": [["choose", 99], ["choose", -3], ["choose", 1]],
    "followed": [["choose", -3], ["choose", 99], ["iterate", -3], ["iterate", 99]],
    "learning": [["go", 99, 20], ["go", -3, 20], ["go", 7, 20]],
    "em": [["moveVote", 0, 0, [9, 9]], ["moveVote", 4, 1, [-9, 4]], *[["step"]] * 40],
    "ways": [["moveVote", 0, 0, [9, 9]], ["moveVote", 4, 1, [-9, 4]], ["take", "agreement"],
             ["take", "attention"]],
    "em_beside": [["moveVote", 0, 0, [9, 9]], ["moveVote", 4, 1, [-9, 4]]],
    "measured": [],
    "promises": [],
    "strokes": [["turnAll", 2.0], ["place", 0, {"x": 999, "y": -5, "angle": 2}],
                ["place", 1, {"x": -9, "y": 999, "angle": -1}], ["remove", True],
                ["ignore", True]],
}  # fmt: skip
GOOD = [["drag", k, 0.05] for k in (0, 1, 2, 4, 5, 6, 7, 9)] + [["drag", 3, 0.95]]
HOUSE = [["place", 0, {"x": 230, "y": 130, "angle": 0}],
         ["place", 1, {"x": 230, "y": 190, "angle": 0}]]  # fmt: skip
BOAT = [["place", 0, {"x": 230, "y": 200, "angle": math.pi}],
        ["place", 1, {"x": 230, "y": 140, "angle": 0}]]  # fmt: skip
#: Acts that complete each task, by figure and event.
DEEDS = {
    ("pool", "same"): [["put", 2, 5]],
    ("pool", "changed"): [["put", 2, 6]],
    ("face", "scrambled"): [["scramble"]],
    ("face", "moved"): [["restore"], ["moveAll", 216, 190]],
    ("seven", "turned"): [["turn", -math.pi / 2 + math.radians(5)]],
    ("seven", "faded"): [["fade", 0.19]],
    ("seven", "vector"): [["point", 0.3, 0.2]],
    ("transforming", "moved"): [["move", 2, 0]],
    ("squash", "long"): [["put", [3.1, 0]]],
    ("squash", "short"): [["put", [0.2, 0.1]]],
    ("squash", "nan"): [["put", [0, 0]], ["flip", True]],
    ("squash", "switched"): [["flip", True]],
    ("squash", "variants"): [["choose", k] for k in range(5)],
    ("boat", "house"): HOUSE,
    ("boat", "dragged"): HOUSE[:1],
    ("boat", "boat"): BOAT,
    ("boat", "turned"): [["turnAll", math.pi / 12]] * 6,
    ("route", "dragged"): [["moveVote", 1, 0, [1, 1]]],
    ("route", "c"): [["step"]] * 2,
    ("route", "v"): [["step"]] * 3,
    ("route", "a"): [["step"]] * 3,
    ("route", "third"): [["step"]] * 15,
    ("route", "b-wins"): [["use", "mirror"], *[["step"]] * 13],
    ("route", "overtaken"): [["iterate", 3]],
    ("route", "ghost-gone"): [["iterate", 4]],
    ("route", "no-competition"): [["compete", False]],
    ("route", "competition"): [["compete", True]],
    ("route", "negated"): [["negate"]],
    ("route", "many"): [["iterate", 10]],
    ("route", "switched"): [["flip", True]],
    ("route", "next"): [["flip", True], ["next"]],
    ("margin", "zero"): [*GOOD, ["drag", 8, 0.05]],
    ("margin", "both"): [*GOOD, ["mark", 8], ["drag", 8, 0.95]],
    ("margin", "switched"): [["flip", True]],
    ("blur", "switched"): [["flip", True]],
    ("dims", "moved"): [["slide", [0.1] * 16, 3]],
    ("dims", "several"): [["slide", [0.1] * 16, d] for d in range(4)],
    ("dims", "other"): [["choose", 5], ["slide", [0.1] * 16, 3]],
    ("mask", "switched"): [["flip", True]],
    ("effects", "switched"): [["flip", True]],
    ("grouping", "chosen"): [["flip", True], ["choose", 41]],
    ("count", "switched"): [["flip", True]],
    ("decided", "chosen"): [["choose", 3]],
    ("pair", "last"): [["choose", 2]],
    ("followed", "last"): [["iterate", 3]],
    ("learning", "moved"): [["go", 1, 20]],
    ("learning", "end"): [["go", 20, 20]],
    ("em", "switched"): [["flip", True]],
    ("em", "dragged"): [["moveVote", 1, 0, [1, 1]]],
    ("em", "m"): [["step"]],
    ("em", "a"): [["step"]],
    ("em", "third"): [["step"]] * 8,
    ("em_beside", "dragged"): [["moveVote", 1, 0, [1, 1]]],
    ("em_beside", "differ"): [["use", "mirror"], ["use", "short"]],
    ("ways", "others"): [["moveVote", 2, 0, [1, 1]]],
    ("ways", "dragged"): [["moveVote", 0, 0, [1, 1]]],
    ("ways", "attention"): [["take", "attention"]],
    ("ways", "agreement"): [["take", "agreement"]],
    ("strokes", "painted"): [["place", 0, {"x": 230, "y": 115, "angle": 0.05}],
                             ["place", 1, {"x": 248, "y": 188, "angle": 2}]],
    ("strokes", "absent"): [["remove", True]],
    ("strokes", "tee"): [["place", 0, {"x": 230, "y": 110, "angle": 0}],
                         ["place", 1, {"x": 230, "y": 190, "angle": math.pi / 2}]],
    ("strokes", "ignored"): [["ignore", True]],
    ("strokes", "turned"): [["turnAll", math.pi / 12]] * 6,
}  # fmt: skip


def steps(course):
    for lesson in course["lessons"]:
        kind, options = "", {}
        for number, step in enumerate(lesson["steps"]):
            if step["figure"]:
                kind, options = step["figure"], step["options"]
            yield lesson, number, step, kind, options


def test_every_wait_of_a_lesson_is_an_event_of_its_toy(course, script):
    events = script(INDEX[0], "() => Object.fromEntries(Object.entries(FIGURES).map(([k, v]) => "
                    "[k, v.toy.events]))")  # fmt: skip
    for lesson, number, step, kind, _ in steps(course):
        where = f"{lesson['name']}, step {number + 1}"
        assert kind in events, where
        if step["until"]:
            assert step["until"] in events[kind], where


def test_a_step_s_figure_is_its_own_or_the_last_one_s(course, script):
    for lesson, number, _, kind, options in steps(course):
        found = script(INDEX[2], "({ lesson, step }) => figureAt(lesson, step)",
                       {"lesson": {"steps": lesson["steps"]}, "step": number})  # fmt: skip
        assert found == {"kind": kind, "options": options}


def test_every_task_can_be_done_from_where_its_step_begins(course, play):
    """Nothing done before a step, nor in it before a reset, is in the way: state begins anew."""
    for lesson, number, step, kind, options in steps(course):
        if not step["until"]:
            continue
        where = f"{lesson['name']}, step {number + 1}: {step['until']}"
        assert step["until"] in play(kind, options, DEEDS[kind, step["until"]])["events"], where


def test_no_task_is_done_before_anything_is(course, play):
    for lesson, number, step, kind, options in steps(course):
        deeds = DEEDS.get((kind, step["until"]), [])
        where = f"{lesson['name']}, step {number + 1}: {step['until']}"
        if len(deeds) == 1:
            start = play(kind, options, [])["state"]
            assert play(kind, options, deeds)["state"] != start, where


def test_clumsy_hands_keep_every_toy_within_its_limits(course, play):
    """So that a link brings back what was done, however odd, and not the step's beginning."""
    for lesson, number, _, kind, options in steps(course):
        acts = [act for act in CLUMSY[kind] if act[0] != "next" or options.get("next")]
        done = play(kind, options, acts)["state"]
        again = play(kind, options, [], json.loads(json.dumps(done)))["state"]
        assert again == done, f"{lesson['name']}, step {number + 1}"
        if acts and not options.get("mistaken"):
            assert again != play(kind, options, [])["state"]


def test_a_vote_dragged_in_an_earlier_step_is_not_there_when_the_ghost_must_go(course, play):
    overlap = next(one for one in course["lessons"] if one["name"] == "overlap")["steps"]
    drag = [["moveVote", part, 2, [1.5, 1.5]] for part in range(6)]
    spoiled = play("route", overlap[0]["options"], drag)
    later = play("route", overlap[2]["options"], [["iterate", 10]], spoiled["state"])
    assert "ghost-gone" not in later["events"], "this is what the visitor was left with"
    assert "ghost-gone" in play("route", overlap[2]["options"], [["iterate", 4]])["events"]


def test_the_first_look_is_wrong_and_the_third_is_right(script):
    """The toy is set so: one iteration says B, two say A, and three say it clearly."""
    found = script(["pages/learn/models/maths.js", "pages/learn/models/presets.js"], """() =>
      routeVotes(presetVotes("misled"), 3).map(({ v }) => v.map(vectorLength))""")  # fmt: skip
    (a, b), _, (late_a, late_b) = found
    assert b > a + 0.1
    assert late_a > late_b + 0.2


def test_overtaking_is_reported_only_when_it_happens(play):
    misled = {"preset": "misled", "finished": True, "iterations": 1}
    assert "overtaken" not in play("route", misled, [["iterate", 2]])["events"]
    cluster = {"preset": "cluster", "finished": True, "iterations": 1}
    assert "overtaken" not in play("route", cluster, [["iterate", 4]])["events"]


def test_a_tight_cluster_is_active_and_the_scattered_one_is_not(script):
    found = script(["pages/learn/models/clusters.js", "pages/learn/models/presets.js"], """() =>
      emVotes(presetVotes("cluster"), 3, EM_TOY).map(({ a }) => a)""")  # fmt: skip
    assert found[0][0] > found[0][1]
    assert found[2][0] > 0.5 > found[2][1]


def test_objects_tell_strokes_by_their_poses_wherever_the_whole_lies(script):
    scripts = ["pages/learn/models/strokes.js", "pages/learn/models/toy.js"]
    call = """(acts) => {
      const state = toyState(STROKES, { scene: "tee", objects: true });
      for (const [act, ...given] of acts) STROKES.acts[act](state, { objects: true }, ...given);
      return strokeNumbers(state);
    }"""
    upright, turned, ignored, wrong, lone = (
        script(scripts, call, acts)
        for acts in ([], [["turnAll", 2.5]], [["ignore", True]],
                     [["place", 1, {"x": 300, "y": 300, "angle": 0.8}]], [["remove", True]])
    )  # fmt: skip
    assert upright["beliefs"][1] > 0.99
    assert turned["beliefs"] == pytest.approx(upright["beliefs"])
    assert ignored["beliefs"][:3] == pytest.approx([ignored["beliefs"][0]] * 3), "presences alone"
    assert wrong["beliefs"][3] > 0.9, "none of them"
    assert lone["beliefs"][:3] == pytest.approx([lone["beliefs"][0]] * 3), "one part is of any"
    assert all(fit > 0 for fit in upright["agreement"][1])


@pytest.mark.parametrize(
    ("step", "right", "mistaken"),
    [
        ({"preset": "across", "mistake": "amount"}, 0.0, 0.2631),
        ({"preset": "cluster", "iterations": 3, "mistake": "field"}, 1.0, 2.0),
        ({"preset": "across", "iterations": 4, "mistake": "floor"}, 0.2236, 0.0),
        ({"preset": "cluster", "mistake": "sure"}, 0.2479, 0.0),
    ],
)
def test_each_mistake_of_em_is_given_away_by_its_number(script, step, right, mistaken):
    tells = script(["pages/learn/models/em.js", "pages/learn/models/toy.js"], """(options) =>
      [0, 1].map((mistaken) => emTell({ ...toyState(EM, options), mistaken }, options))""",
      step)  # fmt: skip
    assert [tell["bad"] for tell in tells] == [False, True]
    assert [tell["value"] for tell in tells] == pytest.approx([right, mistaken], abs=1e-3)


def test_a_variance_floor_keeps_a_cluster_of_one_vote_uncertain(script):
    options = {"preset": "across", "iterations": 4, "mistake": "floor"}
    scripts = ["pages/learn/models/em.js", "pages/learn/models/toy.js"]
    sound, unsound = script(scripts, """(options) =>
      [0, 1].map((mistaken) => emSteps({ ...toyState(EM, options), mistaken }, options)[3].a[1])""",
      options)  # fmt: skip
    assert sound < 0.2
    assert unsound > 0.99


def test_self_routing_ignores_other_votes_and_attention_uses_all(script):
    given = [[[1.0, 0.2], [0.1, 1.0]], [[0.9, 0.3], [-0.4, 0.2]], [[0.8, 0.1], [0.3, -0.9]]]
    moved = [given[0], [[-1.0, 0.5], [0.9, 0.9]], given[2]]
    call = "(votes) => [selfShares(votes, [[1, 0.5], [-1, 1]])[0], attentionShares(votes)[0]]"
    before, after = (script("pages/learn/models/clusters.js", call, votes) for votes in
                     (given, moved))  # fmt: skip
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_a_turn_of_any_angle_completes_the_task(play):
    assert play("seven", {}, [["turn", -math.pi / 2 + math.radians(40)]])["events"] == ["turned"]


def test_squash_without_epsilon_is_nan_at_zero(script):
    found = script("pages/learn/models/squash.js", """() => squashNumbers(
      { s: [0, 0], mistaken: 1, variant: 0 }, { naive: true })""")  # fmt: skip
    assert math.isnan(found["length"])
    assert all(map(math.isnan, found["v"]))


def test_a_mistake_counts_only_once_its_damage_is_to_be_seen(play):
    squash = {"naive": True, "telltale": "length"}
    assert "nan" not in play("squash", squash, [["flip", True]])["events"]
    assert "nan" in play("squash", squash, [["flip", True], ["put", [0, 0]]])["events"]
    assert "chosen" not in play("grouping", {}, [["flip", True]])["events"]
    assert "chosen" not in play("grouping", {}, [["choose", 7]])["events"]
    jacobians = {"jacobian": True, "variants": True}
    tries = [["choose", k] for k in range(5)]
    assert "variants" not in play("squash", jacobians, [["put", [0, 0]], *tries])["events"]
    assert "switched" not in play("route", {"mistake": "softmax"}, [["flip", False]])["events"]


def test_the_terms_of_the_margin_loss_add_up_as_they_are_shown(script):
    modules = ["pages/learn/models/margin.js", "pages/learn/figures/shapes.js"]
    add = """(lengths) => {
      const present = lengths.map((_, k) => Number(k === 3));
      const { terms, total } = marginNumbers({ lengths, present, mistaken: 0 });
      return [terms.map(shortNumber), shortNumber(total)];
    }"""
    shown = script(modules, add, [0.12, 0.3, 0.08, 0.55, 0.05, 0.42, 0.06, 0.05, 0.68, 0.2])
    terms, total = shown
    assert sum(map(float, terms)) == pytest.approx(float(total), abs=1e-12)


def test_a_link_from_when_there_were_fewer_variants_opens_as_it_was(play) -> None:
    """The record of tried variants no longer fits the state; the rest of the figure does."""
    old = {"s": [2.0, 1.0], "mistaken": 0, "variant": 2, "tried": [1, 1, 1, 0]}
    found = play("squash", {"telltale": "jacobian"}, [], old)
    assert found["state"] == {**old, "tried": [0, 0, 0, 0, 0]}
    # All five, and they count: nothing of the old four is taken for one of them.
    found = play("squash", {"telltale": "jacobian"}, [["choose", k] for k in range(5)], old)
    assert "variants" in found["events"]


FACE = ["pages/learn/models/face.js", "pages/learn/models/toy.js"]
#: The capsule of a face begun in a scene, after acts.
CAPSULE = """({ scene, acts }) => {
  const state = toyState(FACE, { scene });
  for (const [act, ...given] of acts) FACE.acts[act](state, {}, ...given);
  return faceCapsule(state);
}"""


@pytest.fixture
def face(script):
    return lambda scene, *acts: script(FACE, CAPSULE, {"scene": scene, "acts": list(acts)})


def test_one_wrong_part_of_four_halves_the_face_s_capsule(face):
    assert face("whole")["length"] == pytest.approx(1)
    assert face("forehead")["length"] == pytest.approx(0.5, abs=0.01)
    for part in range(4):
        assert face("whole", ["movePart", part, 390, 350])["length"] == pytest.approx(0.5, abs=0.01)
    both = face("forehead", ["movePart", 0, 390, 30])
    assert both["length"] == pytest.approx(1 / 6, abs=0.01), "one pair of six agrees"
    assert face("scrambled")["length"] < 0.1


def test_the_face_capsule_shortens_as_a_part_moves_and_stays_as_the_whole_moves(face):
    lengths = [
        face("whole", ["movePart", 3, 210, 256 + far])["length"] for far in range(0, 100, 10)
    ]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[1] > 0.9
    moved = face("whole", ["moveAll", 250, 170])
    assert moved["length"] == pytest.approx(1)
    assert moved["place"] == pytest.approx([250, 170])
    assert face("forehead")["place"] == pytest.approx([210, 190], abs=1), "of the three that agree"
