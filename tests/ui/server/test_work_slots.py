"""Slots for work that visitors hold in turn, on the event loop and in threads."""

from __future__ import annotations

import asyncio
import threading
import time


def test_addresses_take_turns_on_the_event_loop() -> None:
    from capsviz.ui.server.work_slots import WorkSlots

    async def scene() -> list[str]:
        slots, order = WorkSlots(1), []

        async def come(who: str) -> None:
            async with slots.hold_async(who):
                order.append(who.partition(" ")[0])
                await asyncio.sleep(0)

        coming = [come(f"192.0.2.1 made-up-{at}") for at in range(50)]
        await asyncio.gather(*coming, come("192.0.2.2 somebody"))
        return order

    assert asyncio.run(scene()).index("192.0.2.2") <= 2


def test_a_cancelled_wait_frees_its_slot() -> None:
    from capsviz.ui.server.work_slots import WorkSlots

    async def scene() -> None:
        slots, held = WorkSlots(1), asyncio.Event()

        async def come() -> str:
            async with slots.hold_async("192.0.2.1 somebody"):
                await held.wait()
            return "done"

        first, gone, last = (asyncio.create_task(come()) for _ in range(3))
        await asyncio.sleep(0)
        gone.cancel()
        held.set()
        await first
        # It has been given the place that it does not want any more, and cannot know yet.
        late = asyncio.create_task(come())
        late.cancel()
        assert await asyncio.wait_for(last, 30) == "done"
        assert await asyncio.wait_for(come(), 30) == "done"

    asyncio.run(scene())


def test_threads_hold_as_many_slots_as_there_are() -> None:
    from capsviz.ui.server.work_slots import WorkSlots

    slots, at_work, most = WorkSlots(3), [], []

    def come(who: str) -> None:
        with slots.hold(who):
            at_work.append(who)
            most.append(len(at_work))
            time.sleep(0.005)
            at_work.remove(who)

    threads = [threading.Thread(target=come, args=(f"192.0.2.1 {at}",)) for at in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(most) == 30
    assert max(most) == 3
