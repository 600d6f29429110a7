"""All sessions of this server: a key starts one, a code joins one."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass

from capsviz.errors import CapsvizError
from capsviz.ui.classroom import drawing_prediction
from capsviz.ui.classroom.seat_tokens import Seats
from capsviz.ui.classroom.session import Session
from capsviz.ui.server.limits import PerAddress
from capsviz.ui.server.secret import is_secret, new_secret

#: Maximum number of sessions, in total and per address, which a school may share. At the maximum, a
#: session without visitors is ended.
MAX_ROOMS, MAX_PER_ADDRESS = 200, 40
#: Maximum number of visitors of all sessions.
MAX_VISITORS = 6000
#: Seconds until a session ends without its lecturer, and without any visitor.
WITHOUT_LECTURER, EMPTY = 2 * 3600.0, 600.0
#: Letters of a code, without similar ones and vowels, and its length.
ALPHABET, LENGTH = "23456789BCDFGHJKMNPQRSTVWXYZ", 7

#: Rates per address, which a school may share: new sessions, new visitors, wrong codes.
_STARTS, _JOINS, _WRONG = (40, 1 / 5), (400, 8.0), (120, 1.0)


@dataclass(slots=True)
class _Entry:
    session: Session
    proof: bytes
    owner: str
    left: float


def code_of(key: str) -> str:
    """The code of a key, the same after a restart of the server."""
    number = int.from_bytes(hashlib.sha256(b"capsviz class " + key.encode()).digest())
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


class Sessions:
    """The sessions of a server, in memory only; `read` classifies a drawing of a class."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        read: drawing_prediction.Reader = drawing_prediction.read,
    ) -> None:
        self._clock = clock
        self._read = read
        self._entries: dict[str, _Entry] = {}
        self._starts, self._joins = PerAddress(*_STARTS, clock), PerAddress(*_JOINS, clock)
        self._wrong = PerAddress(*_WRONG, clock)

    def start(self, key: object, address: str) -> tuple[Session, str]:
        """The session of a lecturer's key, and the key, new for None; raises `CapsvizError`."""
        self._forget()
        if key is not None and not is_secret(key):
            raise CapsvizError("this is no key of a session: start a new one")
        session_key = key if isinstance(key, str) else self._new_key()
        entry = self._entries.get(code_of(session_key))
        if entry:
            if not hmac.compare_digest(entry.proof, _proof(session_key)):
                raise CapsvizError("another session has this code: start a new one")
            return entry.session, session_key
        if not self._starts.of(address).take():
            raise CapsvizError("too many sessions were started here: wait a minute")
        self._make_room(address)
        new_session = Session(code_of(session_key), self._read, self._clock, Seats(session_key))
        self._entries[new_session.code] = _Entry(
            new_session, _proof(session_key), address, self._clock()
        )
        return new_session, session_key

    def find(self, key: object) -> Session:
        """The running session of a key; raises `CapsvizError`."""
        self._forget()
        entry = self._entries.get(code_of(key)) if is_secret(key) else None
        if entry is None or not hmac.compare_digest(entry.proof, _proof(str(key))):
            raise CapsvizError("this is the lecturer's view: start a session in this browser first")
        return entry.session

    def join(self, code: object, visitor: object, address: str) -> Session:
        """The session of a code; `visitor` may have a seat already. Raises `CapsvizError`.

        Wrong codes from the same address do not block a correct one.
        """
        self._forget()
        entry = self._entries.get(code) if isinstance(code, str) else None
        if entry is None:
            if self._wrong.of(address).take():
                message = "there is no session with this code: look at the projector again"
            else:
                message = "too many wrong codes came from your network: wait a minute"
            raise CapsvizError(message)
        if isinstance(visitor, str) and visitor in entry.session.visitors:
            return entry.session
        if sum(len(entry.session.visitors) for entry in self._entries.values()) >= MAX_VISITORS:
            raise CapsvizError("this server is full: try again later")
        if not self._joins.of(address).take():
            raise CapsvizError("too many join from your network at once: try again in a minute")
        return entry.session

    def leave(self, session: Session) -> None:
        """Start a session's time limit, after a browser has left."""
        if session.code in self._entries:
            self._entries[session.code].left = self._clock()

    def end(self, session: Session) -> None:
        """End a session and delete its votes and drawings."""
        if self._entries.pop(session.code, None):
            session.end()

    def _forget(self) -> None:
        """End abandoned sessions."""
        now = self._clock()
        for entry in list(self._entries.values()):
            if entry.session.lecturers or entry.session.presenters:
                continue
            empty = not any(visitor.lines for visitor in entry.session.visitors.values())
            if now - entry.left > (EMPTY if empty else WITHOUT_LECTURER):
                self.end(entry.session)

    def _make_room(self, address: str) -> None:
        """End a session without visitors, if there are too many; raises `CapsvizError`.

        It is the oldest one, of the address if that has too many, else of all.
        """
        own_entries = [entry for entry in self._entries.values() if entry.owner == address]
        crowded = (
            own_entries if len(own_entries) >= MAX_PER_ADDRESS else list(self._entries.values())
        )
        if len(own_entries) < MAX_PER_ADDRESS and len(crowded) < MAX_ROOMS:
            return
        for entry in crowded:
            if not entry.session.visitors:
                self.end(entry.session)
                return
        raise CapsvizError("too many sessions are open: end one, or try again later")

    def _new_key(self) -> str:
        while code_of(key := new_secret()) in self._entries:
            pass
        return key


def _proof(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
