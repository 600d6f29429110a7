"""Tips for teachers: a page for each lesson, one link that opens it as set."""

from __future__ import annotations

import html
import re

import pytest

from capsviz.errors import CapsvizError


def test_each_lesson_has_tips_with_a_link_that_learn_understands():
    from urllib.parse import parse_qs, urlsplit

    from capsviz.ui.catalogue import navigation
    from capsviz.ui.lessons import loader
    from capsviz.ui.lessons.course import locate_step
    from capsviz.ui.lessons.tips import page, tips

    course, learn = loader.load(), navigation.entry("learn")
    regions, locks = ({each.name for each in kind} for kind in (learn.regions, learn.locks))
    for lesson in course.lessons:
        made = page(lesson.name, "../../learn")
        (link,) = re.findall(r'class="open" href="([^"]+)"', made)
        query = {
            key: value[0] for key, value in parse_qs(urlsplit(html.unescape(link)).query).items()
        }
        assert locate_step(course, query["lesson"], None).lesson == lesson.name
        assert query["embed"] == "1"
        assert set(query["show"].split(",")) <= regions
        assert set(query["lock"].split(",")) <= locks
        assert "{{" not in made
        for poll in re.findall(r'data-poll="([^"]+)"', made):
            name, _, step = poll.partition(" ")
            assert name == lesson.name
            assert lesson.steps[int(step)].question
        assert tips()[lesson.name].minutes >= lesson.minutes


def test_wrong_tips_are_refused_with_their_place(tmp_path):
    import shutil

    from capsviz.ui.languages import FOLDER
    from capsviz.ui.lessons.tips import tips

    shutil.copytree(FOLDER / "en", tmp_path / "en")
    path = tmp_path / "en/lessons/tips.toml"
    good = path.read_text("utf-8")
    for old, new, said in (
        ('lock = ["lesson"]', 'lock = ["door"]', "'door'"),
        ('show = ["title"', 'show = ["hat"', "'hat'"),
        ('ask = "Before you look"', 'ask = "Never asked"', "'Never asked'"),
        ("[pooling]", "[polling]", "each lesson"),
        ("minutes = 8", 'minutes = "8"', "minutes"),
    ):
        path.write_text(good.replace(old, new, 1), "utf-8")
        tips.cache_clear()
        with pytest.raises(CapsvizError, match=re.escape(said)):
            tips("en", tmp_path)
    tips.cache_clear()


def test_wrong_share_counts_a_class_s_wrong_answers(script):
    rows = [["?", "a", "right", 7], ["?", "b", "wrong", 4], ["?", "c", "wrong", 1]]
    found = script(["lessons/tips/share.js"], "(rows) => [wrongShare(rows), wrongShare([])]", rows)
    assert found == [{"wrong": 5, "all": 12}, None]


def test_the_server_has_a_page_for_each_lesson_and_404_for_others(clients):
    from capsviz.ui.lessons.routes import routes

    client = clients(routes())
    answer = client.get("/capsviz/tips/routing")
    assert answer.status_code == 200
    assert 'data-poll="routing' in answer.text
    assert re.search(r'<script type="module" src="[^"]+"', answer.text)
    assert client.get("/capsviz/tips/none").status_code == 404
