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

## Um eine veröffentlichte Seite herum

site-progress =
    .aria-label = das Netz wird geladen
site-foot = Netze rechnen in diesem Browser; nichts, was Sie zeichnen, verlässt ihn.
site-missing =
    { $titles } { $count ->
        [one] braucht
       *[other] brauchen
    } die App.
site-scripts = capsviz klassifiziert Zeichnungen durch Skripte dieser Seite: Erlauben Sie sie, und laden Sie die Seite noch einmal.
site-walk = durch das Netz gehen
site-gone-heading = Diese Seite gibt es nicht
site-gone = Die Adresse ist vielleicht falsch geschrieben, oder die Seite gibt es nicht mehr. Hier sind diese Seiten:
site-sandboxed = Dieser Rahmen ist abgeschottet (sandbox), und darin lässt sich kein Netz ausführen: Er braucht allow-same-origin.
site-sandboxed-way = Die Seite in einem Tab öffnen.
site-file = Diese Seite wurde als Datei geöffnet, und darin lässt sich kein Netz ausführen. Starten Sie im Ordner der Website python -m http.server, und öffnen Sie dann
site-file-way = http://localhost:8000.
site-broken = Eine Datei dieser Website fehlt, ist beschädigt oder nicht erreichbar. Hilft erneutes Laden nicht, sagen Sie es denen, die sie veröffentlicht haben.
site-broken-way = Die Seite noch einmal laden.
