"""All sessions of this server: started with a key, joined with a code."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass

from capsviz.errors import CapsvizError
from capsviz.ui.classroom import reading
from capsviz.ui.classroom.session import Session
from capsviz.ui.server.limits import PerAddress
from capsviz.ui.server.secret import is_secret, new_secret

#: Sessions at a time, of all and of one address; a school may share one.
MOST_ROOMS, MOST_OF_ADDRESS = 50, 12
#: Visitors of all sessions together.
MOST_VISITORS = 1500
#: Seconds that a session without its lecturer lasts, and one that nobody is in.
WITHOUT_LECTURER, EMPTY = 2 * 3600.0, 600.0
#: A code: no letter in it looks like another, and it can spell nothing.
ALPHABET, LENGTH = "23456789BCDFGHJKMNPQRSTVWXYZ", 7

#: Sessions started by one address; joins, where a whole class shares it; wrong codes.
_STARTS, _JOINS, _WRONG = (8, 1 / 30), (400, 4.0), (120, 1.0)


@dataclass(slots=True)
class _Entry:
    room: Session
    proof: bytes
    owner: str
    left: float


def code_of(key: str) -> str:
    """The code that belongs to a key: a server that was restarted finds it again."""
    number = int.from_bytes(hashlib.sha256(b"capsviz class " + key.encode()).digest())
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


class Sessions:
    """The sessions of a server, in its memory alone.

    Parameters
    ----------
    clock : seconds, for tests.
    read : has a drawing of a class read.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        read: reading.Reader = reading.read,
    ) -> None:
        self._clock = clock
        self._read = read
        self._kept: dict[str, _Entry] = {}
        self._starts, self._joins = PerAddress(*_STARTS, clock), PerAddress(*_JOINS, clock)
        self._wrong = PerAddress(*_WRONG, clock)

    def start(self, key: object, who: str) -> tuple[Session, str]:
        """A lecturer's session: the one of their key, or a new one; raises `CapsvizError`.

        Parameters
        ----------
        key : None for a new session.
        who : address that asks.

        Returns
        -------
        The session and its key.
        """
        self._forget()
        if key is not None and not is_secret(key):
            raise CapsvizError("this is no key of a session: start a new one")
        known = key if isinstance(key, str) else self._new_key()
        session = self._kept.get(code_of(known))
        if session:
            if not hmac.compare_digest(session.proof, _proof(known)):
                raise CapsvizError("another session has this code: start a new one")
            return session.room, known
        if not self._starts.of(who).take():
            raise CapsvizError("too many sessions were started here: wait a minute")
        if (
            len(self._kept) >= MOST_ROOMS
            or sum(kept.owner == who for kept in self._kept.values()) >= MOST_OF_ADDRESS
        ):
            raise CapsvizError("too many sessions are open: end one, or try again later")
        room = Session(code_of(known), self._read, self._clock)
        self._kept[room.code] = _Entry(room, _proof(known), who, self._clock())
        return room, known

    def join(self, code: object, visitor: object, who: str) -> Session:
        """The session of a code; raises `CapsvizError`.

        Parameters
        ----------
        visitor : the secret of someone who may have been there before.
        who : address that asks.
        """
        self._forget()
        if self._wrong.of(who).empty():
            raise CapsvizError("too many wrong codes came from your network: wait a minute")
        session = self._kept.get(code) if isinstance(code, str) else None
        if session is None:
            self._wrong.of(who).take()
            raise CapsvizError("there is no session with this code: look at the projector again")
        if is_secret(visitor) and visitor in session.room.visitors:
            return session.room
        if sum(len(other.room.visitors) for other in self._kept.values()) >= MOST_VISITORS:
            raise CapsvizError("this server is full: try again later")
        if not self._joins.of(who).take():
            raise CapsvizError("too many join from your network at once: try again in a minute")
        return session.room

    def leave(self, room: Session) -> None:
        """Somebody left a session: its time begins to run where nobody steers it."""
        if room.code in self._kept:
            self._kept[room.code].left = self._clock()

    def end(self, room: Session) -> None:
        """End a session; its votes and drawings are gone."""
        if self._kept.pop(room.code, None):
            room.end()

    def _forget(self) -> None:
        """End sessions that were left."""
        now = self._clock()
        for session in list(self._kept.values()):
            if session.room.lecturers or session.room.presenters:
                continue
            empty = not any(one.lines for one in session.room.visitors.values())
            if now - session.left > (EMPTY if empty else WITHOUT_LECTURER):
                self.end(session.room)

    def _new_key(self) -> str:
        while code_of(key := new_secret()) in self._kept:
            pass
        return key


def _proof(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()
