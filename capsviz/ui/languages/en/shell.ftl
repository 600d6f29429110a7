### Messages of the header, and of what surrounds a page.

language = language
pages =
    .aria-label = pages
part-name =
    { $part ->
        [input] input
        [features] features
        [capsules] capsules
        [votes] votes
        [routing] routing
        [classes] answer
        [decoder] decoder
       *[picture] picture
    }
about-whole = This page is about: the whole network
about-parts = This page is about: { $parts }
about-link = { $title }. See it in the whole network

## Around a published page

site-progress =
    .aria-label = loading the network
site-foot = Networks run in this browser; nothing that you draw leaves it.
site-missing =
    { $titles } { $count ->
        [one] needs
       *[other] need
    } the app.
site-scripts = capsviz classifies drawings by scripts of this page: allow them, and load it again.
site-walk = walk through the network
site-gone-heading = There is no such page
site-gone = The address may be mistyped, or its page has gone. These pages are here:
site-sandboxed = This frame is sandboxed, and a network cannot run in it: its sandbox needs allow-same-origin.
site-sandboxed-tab = Open the page in a tab.
