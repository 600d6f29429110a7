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
site-sandboxed-way = Open the page in a tab.
site-file = This page was opened as a file, and no network runs in it. Run python -m http.server in the folder of the site, then
site-file-way = open http://localhost:8000.
site-broken = A file of this site is missing, damaged or out of reach. If loading the page again does not help, tell whoever published it.
site-broken-way = Load the page again.
