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
