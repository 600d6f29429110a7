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
site-foot = Networks read in this browser; nothing that you draw leaves it.
site-missing =
    { $titles } { $count ->
        [one] needs
       *[other] need
    } the app.
site-scripts = capsviz reads drawings by scripts of this page: allow them, and load it again.
site-walk = walk through the network
