"""The pages' modules in a browser tab, without a server."""

from __future__ import annotations

from typing import Any

HOST = "http://modules.test"
LOAD = """async ([host, places, texts]) => {
  (await import(`${host}/browser/text.js`)).adoptTexts(texts);
  for (const place of places) Object.assign(globalThis, await import(`${host}/${place}`));
}"""


def expose(tab: Any, *places: str) -> None:
    """Load modules into a tab, with English messages; their exports become global there.

    Parameters
    ----------
    places : below `capsviz.ui`, such as "browser/raster.js".
    """
    from capsviz.ui.catalogue import assets
    from capsviz.ui.languages import messages

    def answer(route: Any) -> None:
        body = assets.scripts()[route.request.url.removeprefix(f"{HOST}/")]
        route.fulfill(
            body=body,
            content_type="text/javascript",
            # The empty page of a test has another origin.
            headers={"Access-Control-Allow-Origin": "*"},
        )

    tab.route(f"{HOST}/**", answer)
    tab.evaluate(LOAD, [HOST, places, messages.texts("en", *messages.files())])
