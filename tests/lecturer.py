"""A class session beside a running test: a lecturer's socket, and a phone that follows."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from on_page import ALL_DETAILS, PATIENCE, close, no_errors
from touch import PHONE

if TYPE_CHECKING:
    from concurrent.futures import Future

    from playwright.sync_api import Browser, Page


class Lecturer:
    """Steers a session from a thread of its own.

    Parameters
    ----------
    address : address of the app.
    key : key of an existing session, to present it; None begins one.
    """

    def __init__(self, address: str, key: str | None = None) -> None:
        from capsviz.development.bench.class_clients import take_seat

        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        first, answer = ("present", "presenting") if key else ("start", "started")
        self.seat = self._do(take_seat(address, first, key=key))
        self.code: str = self._do(self.seat.wait_for(answer))["code"]

    def start(self, what: Any) -> Future[Any]:
        """Run a coroutine beside the test, in the thread of the lecturer's socket."""
        return asyncio.run_coroutine_threadsafe(what, self._loop)

    def _do(self, what: Any) -> Any:
        return self.start(what).result(60)

    @property
    def heard(self) -> dict[str, dict[str, Any]]:
        return self.seat.heard

    def say(self, kind: str, **values: Any) -> None:
        self._do(self.seat.say(kind, **values))

    def ask(self, name: str, after: float = 0) -> Future[None]:
        """Ask a question, or reopen the current one, after some milliseconds."""
        answers = [f"{name}, answer {n}" for n in range(3)]

        async def ask() -> None:
            await asyncio.sleep(after / 1000)
            await self.seat.say("ask", name=name, text=f"{name}?", answers=answers)

        return self.start(ask())

    def show_question(self, lesson: str, step: int, after: float = 0) -> Future[None]:
        """Show a step of a lesson, from 0, and ask its question, after some milliseconds."""
        view = {"lesson": lesson, "step": step, "answered": None, "figure": None}

        async def show() -> None:
            await asyncio.sleep(after / 1000)
            await self.seat.say("state", page="learn", things={"view.learn": view})
            name, answers = f"{lesson} {step}", ["a", "b", "c"]
            await self.seat.say("ask", name=name, text="Which?", answers=answers)

        return self.start(show())

    def counts(self, name: str) -> list[int]:
        """Return the votes for each answer of a closed question; empty if there are none."""
        return [count for *_, count in self.heard["tally"]["notes"].get(f"poll {name}", [])]

    def close(self) -> None:
        self._do(self.seat.leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@contextmanager
def join(browser: Browser, app: str, lecturer: Lecturer) -> Iterator[Page]:
    """Yield a phone that has joined a session; a script error fails the test."""
    context = browser.new_context(**PHONE)
    context.add_init_script(ALL_DETAILS)
    context.set_default_timeout(PATIENCE)
    opened = context.new_page()
    opened.goto(f"{app}/?join={lecturer.code}")
    opened.get_by_test_id("look-around").wait_for()
    with no_errors(opened):
        yield opened
    close(opened)
    context.close()
