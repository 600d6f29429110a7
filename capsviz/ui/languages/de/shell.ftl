### Meldungen der Kopfzeile und dessen, was eine Seite umgibt.

language = Sprache
pages =
    .aria-label = Seiten
part-name =
    { $part ->
        [input] Eingabe
        [features] Merkmale
        [capsules] Kapseln
        [votes] Stimmen
        [routing] Routing
        [classes] Antwort
        [decoder] Decoder
       *[picture] Bild
    }
about-whole = Diese Seite handelt vom ganzen Netz
about-parts = Diese Seite handelt von: { $parts }
about-link = { $title }. Im ganzen Netz ansehen
