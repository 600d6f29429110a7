title = Überlappung
purpose = <b>Legen Sie zwei Ziffern übereinander</b>: Welche Kapseln finden sie, und wem gehört welches Pixel?
lay-heading = beide Ziffern lassen sich ziehen
lay-help =
    .aria-label = Was ist das?
lay-explained = Ziehen Sie eine Ziffer. Mit der Tastatur: Setzen Sie den Fokus auf die Zeichenfläche, bewegen Sie mit den Pfeiltasten und wechseln Sie mit der Leertaste zur anderen Ziffer. Jede Ziffer wird zuerst auf die Größe von MNIST gebracht und dann auf 36 × 36 Pixel gelegt; wo Tinte auf Tinte liegt, zählt sie einmal. Das Netz bekommt nur das graue Bild, nie die Farben.
pair-canvas =
    .aria-label = zwei Ziffern auf einer Zeichenfläche
    .aria-description = Pfeiltasten bewegen eine Ziffer um ein Pixel. Die Leertaste wechselt zur anderen Ziffer.
    .aria-roledescription = Zeichenfläche
whole-canvas =
    .aria-label = Zeichenfläche für beide Ziffern
    .aria-description = Pfeiltasten bewegen den Stift, mit der Umschalttaste in feineren Schritten. Die Leertaste senkt und hebt ihn. Escape hebt ihn.
    .aria-roledescription = Zeichenfläche
network-input-picture =
    .aria-label = Eingabe des Netzes
network-input = Eingabe des Netzes
show-group =
    .aria-label = zeigen
pair-random = zufälliges Testpaar
    .data-lack = Paare von Testziffern gibt es nur in der App.
pair-wrong = ein Paar, bei dem es irrt
pair-samples = zwei andere Beispiele
swap = Plätze tauschen
one-canvas = beide auf eine Fläche zeichnen
whole-undo = zurück
whole-clear = leeren
draw-yourself = selbst zeichnen
lengths-heading = Kapselausgaben
lengths-help =
    .aria-label = Was bedeuten die Längen?
lengths-explained = Die Länge jeder Kapsel ist die Schätzung des Netzes, dass ihre Ziffer da ist, gleich wie lang die anderen sind: Zwei können also zugleich lang sein. Die hinreichend langen, höchstens zwei, sind seine Antwort. Klicken Sie auf zwei Balken, um andere Kapseln anzusehen, ob da oder nicht. Der dünne untere Balken ist die Wahrscheinlichkeit eines einfachen CNN: Diese teilen 1 unter allen Ziffern auf.
lengths =
    .aria-label = Kapsellängen
force =
    .aria-label = Kapseln zum Ansehen
force-look = ansehen:
force-first = erste Kapsel
force-and = und
force-second = zweite Kapsel
force-reset = die Sieger
alone-heading = je Kapsel rekonstruiert
alone-help =
    .aria-label = Was sind diese Bilder?
alone-explained = Ein Decoder malt jede Kapsel aus ihren 16 Zahlen, alle anderen Kapseln auf null gesetzt; in zwei Farben übereinandergelegt wie in Abbildung 5 des Artikels zeigen sie, wie die Tinte aufgeteilt wurde. Darunter die Ziffern, wie sie gelegt wurden. Der Fehler ist die Summe der quadrierten Differenzen; IoU ist die Tinte, die beide Bilder gemeinsam haben, geteilt durch die, die eines von beiden hat. Beide gelten für die gezeigten Kapseln, die Sieger, wenn Sie keine anderen gewählt haben; welche Ziffern es wirklich sind, entscheidet nur, welche Kapsel gegen welche gehalten wird.
shares-heading = wem gehört welches Pixel?
shares-help =
    .aria-label = Was zeigt das?
shares-explained = Jedes Pixel hat die Farbe der beiden im Verhältnis dazu, wie viel Tinte ihre Rekonstruktionen dorthin bringen. Graue Tinte beansprucht keine; eine blasse Farbe ist ein Anspruch, wo keine Tinte ist. Der Balken summiert die Tinte, die jede malt, und den Rest. Zeigen Sie auf ein Pixel, oder setzen Sie den Fokus auf das Bild und benutzen Sie die Pfeiltasten.
shares =
    .aria-label = jedes Pixel in der Farbe der Kapsel, die es beansprucht
    .aria-description = Pfeiltasten gehen von Pixel zu Pixel.
maps-heading = welche Primärkapseln wohin gingen
maps-help =
    .aria-label = Was zeigen die Karten?
maps-votes = <b>Primärkapseln</b> sind die Eingangskapseln: kurze Vektoren, die kleine Teile des Bildes beschreiben, an jedem Ort eine von jedem <b>Typ</b>. Jede <b>stimmt</b>: Sie sagt die Kapsel jeder Ziffer durch eine gelernte Matrix vorher. <b>Routing</b> gibt mehr von einer Stimme an die Ziffern, mit deren Kapseln sie <b>übereinstimmt</b>, in deren Richtung sie also zeigt.
maps-explained = Ein Quadrat für jeden Ort, in der Mitte des rezeptiven Felds seiner Kapseln (das ein gutes Stück größer ist als das Quadrat), mit den Umrissen der Ziffern. <b>Kopplung</b>: der mittlere Anteil ihrer Stimmen, der an diese Ziffer geht; ein Zehntel ist keine Bevorzugung. Beitrag: der Teil dieser Stimmen, der die Kapsel der Ziffer länger macht.
map-show = zeigen
map-couplings = Kopplung
map-feeds = Beitrag
map-iteration = Iteration
map-0 =
    .aria-label = Karte der ersten Kapsel
map-1 =
    .aria-label = Karte der zweiten Kapsel
map-2 =
    .aria-label = welche der beiden Kapseln mehr hat
rounds-heading = hilft Iterieren?
rounds-help =
    .aria-label = Was kann ich hier versuchen?
rounds-explained = Wählen Sie, nach wie vielen Iterationen des Routings die Antwort genommen wird: Alles auf dieser Seite folgt. Darunter genau dieses Paar nach jeder Zahl von Iterationen: Richtig sind zwei Ziffern, die die zwei längsten sind, wie lang auch immer, so wie der Artikel zählt. Das Netz wurde mit der markierten Zahl trainiert, das ist also kein gerechter Vergleich mit Netzen, die mit weniger trainiert wurden: Die hätten andere Gewichte.
rounds =
    .aria-label = Iterationen des Routings
rounds-caption = dieses Paar nach jeder Zahl von Iterationen
rounds-two = die zwei längsten
rounds-lengths = Längen
rounds-third = drittlängste
rounds-counted = Testpaare richtig
count = 64 zufällige Testpaare klassifizieren
contested-heading = umstrittene Thesen
contested-away = Routing erklärt die Tinte weg: Was eine Kapsel nimmt, braucht keine andere zu beanspruchen
contested-improve = Iterationen des Routings verbessern die Antwort
contested-more = Mehr Iterationen sind besser
measured-heading = gemessen an Testpaaren
contested-away-sources = <b>Dafür</b> Sabour, Frosst und Hinton 2017, deren Ziel ein solcher Parsebaum war und deren Abbildung 5 zwei getrennte Ziffern zeigt. <b>Dagegen</b> Mitterreiter, Koch, Giesen und Laue 2023: Es entsteht kein Parsebaum, und mit der Tiefe verhungern Kapseln. <button type="button" class="cv-link" data-testid="try-absent">Versuchen Sie es: Erzwingen Sie eine Ziffer, die nicht da ist</button>, und sehen Sie, wie viel Tinte sie dennoch beansprucht.
contested-improve-sources = <b>Dafür</b> Sabour, Frosst und Hinton 2017: Drei schlagen eine, wenn Ziffern auch rekonstruiert werden. <b>Dagegen</b> Paik, Kwak und Kim 2019: Fünf Arten von Routing sind oft nicht besser als gleichverteilte oder zufällige Kopplungen, sie treiben sie meist an die Extreme; Gu und Tresp 2019 kommen ohne Routing aus. <button type="button" class="cv-link" data-testid="try-one">Versuchen Sie es: eine Iteration</button>, dann mehr, und zählen Sie oben an Testpaaren.
contested-more-sources = <b>Dagegen</b> der Anhang des Artikels selbst: Die Logits (die Zahlen, aus denen die Kopplungen entstehen) ändern sich nach fünf kaum, und mehr führen zu Überanpassung. <button type="button" class="cv-link" data-testid="try-ten">Versuchen Sie es: zehn Iterationen</button>.
pad =
    .aria-description = Pfeiltasten bewegen den Stift, mit der Umschalttaste in feineren Schritten. Die Leertaste senkt und hebt ihn. Escape hebt ihn.
    .aria-roledescription = Zeichenfläche
samples = Beispiele
test-digit = Testziffer
undo =
    .title = rückgängig
clear =
    .title = leeren
label-is = es ist eine

## Die beiden Ziffern

digit =
    { $which ->
        [first] erste Ziffer
       *[second] zweite Ziffer
    }
digit-whose =
    { $which ->
        [first] erste Ziffer:
       *[second] zweite Ziffer:
    }
digit-canvas =
    Zeichenfläche, { $which ->
        [first] erste Ziffer
       *[second] zweite Ziffer
    }
digit-samples =
    Beispiele für die { $which ->
        [first] erste Ziffer
       *[second] zweite Ziffer
    }
digit-undo =
    { $which ->
        [first] erste Ziffer
       *[second] zweite Ziffer
    }: rückgängig
digit-moves =
    .data-moves = bewegt sich
digit-clear =
    { $which ->
        [first] erste Ziffer
       *[second] zweite Ziffer
    }: leeren
move-none = in der Mitte
move-vertical =
    { $vertical ->
        [up] { $rows } nach oben
       *[down] { $rows } nach unten
    }
move-horizontal =
    { $horizontal ->
        [left] { $columns } nach links
       *[right] { $columns } nach rechts
    }
move-both =
    { $vertical ->
        [up] { $rows } nach oben
       *[down] { $rows } nach unten
    } und { $horizontal ->
        [left] { $columns } nach links
       *[right] { $columns } nach rechts
    }
place = Erste Ziffer { $first }, zweite { $second } (Pixel von der Mitte).
place-far = Mehr als { $shift } Pixel von der Mitte: Das wurde dem Netz nie gezeigt.
place-whole = Zeichnen Sie hier zwei Ziffern, jede etwa halb so hoch wie die Fläche: Nichts wird skaliert. Das Paar, das hier lag, kommt zurück, wenn Sie zurückschalten.

## Was das Netz sagt

verdict-empty = keine Ziffer: Die Zeichenfläche ist leer.
verdict-none = keine Ziffer: Jede Kapsel ist kurz, am längsten ist { $first } mit { $one }.
verdict-one = nur { $first }: Länge { $one }; die nächste ist { $second } mit { $other }.
verdict-one-judged =
    nur { $first }: Länge { $one }; die nächste ist { $second } mit { $other }: { $right ->
        [1] { $first } ist richtig
       *[0] { $first } ist falsch
    }{ $missed ->
        [none] { "" }
       *[other] , { $missed } verfehlt
    }.
verdict-two = { $first } und { $second }: Längen { $one } und { $other }.
verdict-two-judged =
    { $first } und { $second }: Längen { $one } und { $other }: { $right ->
        [0] beide falsch
        [1] eine davon richtig
       *[2] beide richtig
    }.
rank-first = 1.
rank-second = 2.
rank-there = { $rank }, da
there = da
legend-there = „da“: Die Ziffer wurde gelegt.
legend-plain = Dünner Balken: Wahrscheinlichkeit eines einfachen CNN.
capsule-length = Länge der Kapsel { $capsule }
capsule-claims = ansehen, was Kapsel { $capsule } beansprucht
capsule-look = Kapsel { $capsule } ansehen

## Jede Kapsel für sich

plate-alone-0 = erste Kapsel, für sich rekonstruiert
plate-alone-1 = zweite Kapsel, für sich rekonstruiert
plate-overlaid = beide Rekonstruktionen in zwei Farben übereinander
plate-true-0 = erste Ziffer, wie sie gelegt wurde
plate-true-1 = zweite Ziffer, wie sie gelegt wurde
plate-true-both = beide Ziffern, wie sie gelegt wurden, in zwei Farben
capsule-alone = nur Kapsel { $capsule }
capsule-score = Fehler { $error }, IoU { $iou }
overlaid = übereinander
laid = wie gelegt
truth = wirklich eine { $digit }
truth-one-drawing = Beide Ziffern stammen aus einer Zeichnung: Niemand weiß, welche Tinte zu welcher gehört, also gibt es keine Wahrheit zum Vergleich. Orange ist die längere Kapsel.
truth-unknown = Die Klassen der Ziffern sind unbekannt: Jede Kapsel steht für die Ziffer, zu der ihre Rekonstruktion besser passt.
truth-absent = Eine { $capsule } gibt es hier nicht: Was sie beansprucht, gehört anderen.
truth-absent-both = Weder eine { $first } noch eine { $second } gibt es hier: Was sie beanspruchen, gehört anderen.
truth-winners = Dies sind die Rekonstruktionen der zwei längsten, { $first } und { $second }; die gelegten Ziffern sagen nur, welche gegen welche gehalten wird.

## Wem das Pixel gehört

ink-paints = { $capsule } malt
ink-neither = keine
ink-share = { $percent } % der Tinte
pixel-unasked = Zeigen Sie auf ein Pixel, um zu sehen, wer es beansprucht.
pixel = Zeile { $row }, Spalte { $column }: Tinte { $ink }; { $first }, { $second }.
pixel-paints = { $capsule } malt { $ink }
pixel-paints-share = { $capsule } malt { $ink } ({ $percent } %)

## Wohin die Stimmen gingen

map-coupling-to = Kopplung an { $capsule }
map-added-to = Beitrag zu { $capsule }
map-more-to = mehr an { $first } oder an { $second }
map-iteration-of = { $iteration } von { $count }
map-note-feeds = Zusammen machen die Orte das s von { $first } so lang wie { $one }, das von { $second } so lang wie { $other }. Blaue Quadrate stimmen dagegen.
map-note-first = In der ersten Iteration ist jede Kopplung ein Zehntel: Noch ist nichts geroutet.
map-note-couplings = Mittelwerte über die Typen an jedem Ort: { $firstLow } bis { $firstHigh } an die { $first }, { $secondLow } bis { $secondHigh } an die { $second }. Grün ist über einem Zehntel (am stärksten bei einem Viertel), Violett darunter.

## Nach jeder Zahl von Iterationen

round-trained = { $count } (trainiert)
round-iterations =
    { $count ->
        [one] { $count } Iteration
       *[other] { $count } Iterationen
    }
round-iterations-trained =
    { $count ->
        [one] { $count } Iteration (so trainiert)
       *[other] { $count } Iterationen (so trainiert)
    }
round-two = { $one }, { $other }
round-marked =
    { $right ->
        [yes] { $one }, { $other } ✓
       *[no] { $one }, { $other } ✗
    }
count-more = 64 weitere lesen
counted = { $count } Paare gelesen, mit 95-%-Intervallen
count-share = { $percent } % ({ $low } bis { $high })

## Gemessen an Testpaaren

results-table = Tabelle der Ergebnisse
result-network = Netz
result-right = beide richtig
result-interval = 95-%-Intervall
result-error-true = Fehler, wahre Ziffern
result-error-winners = Fehler, Sieger
result-iou-true = IoU, wahre Ziffern
result-iou-winners = IoU, Sieger
result-parameters = Parameter
result-capsules = Kapseln
result-cnn = einfaches CNN
result-paper-capsules = CapsNet des Artikels
result-paper-cnn = Vergleichsnetz des Artikels
result-other-weights = { $network } (andere Gewichte als hier)
result-percent = { $percent } %
result-bounds = { $low } bis { $high }
result-pairs = { $count } feste Paare von MNIST-Testziffern, keines im Training gesehen.
result-note = „Wahre Ziffern“ decodiert die Kapseln der Ziffern, die laut ihren Labels da sind, ob sie gewonnen haben oder nicht; „Sieger“ decodiert die zwei längsten, wie man sie hier sieht, jede gegen die Ziffer gehalten, für die sie steht, oder gegen die übrige. Die Zahlen des Artikels sind die des Artikels (Sabour, Frosst und Hinton 2017). Unterschiede hier: viel weniger Trainingspaare, kleine Faltungen statt zwei von 9 × 9, und selbst gewählte Paare.

## Dateien

file-lengths = die Längen
file-alone = die Rekonstruktionen
file-shares = die Anteile
file-maps = die Karten
file-length = Länge jeder Kapsel
file-paints = { $capsule } malt { $percent } % der Tinte
file-neither = keine { $percent } %
column-laid = Ziffer wurde gelegt
column-probability = Wahrscheinlichkeit des CNN
column-length = Länge nach { $iteration }
column-painted = gemalt von { $capsule }
column-share = Anteil von { $capsule }
column-first = erste Ziffer
column-second = zweite Ziffer
column-coupling = mittlere Kopplung
column-feed = Beitrag zu s
