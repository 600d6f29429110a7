title = Vergleich
purpose = <b>Vergleichen Sie:</b> ein Bild, klassifiziert von jedem Netz hier.
image =
    .aria-label = das Bild, das verglichen wird
drawing-mine = meine Zeichnung
compare = vergleichen
to-disputed = strittige Ziffern ↓
fetch = laden
networks =
    .aria-label = Netze, eines je Zeile
networks-table =
    .aria-label = was jedes Netz aus dem Bild macht
sort =
    .data-before = sortieren nach
head-network = Netz
head-answer = Antwort
head-outputs = Ausgaben
head-couplings = Kopplungen <span class="cv-sym" data-sym="c">c</span> an die Antwort
enlarge = drücken vergrößert
head-reconstruction = Rekonstruktion
    .title = mit der Summe der quadrierten Fehler
head-accuracy = Genauigkeit
    .title = mit 95-%-Intervallen

## Das Bild

picture =
    { $kind ->
        [drawing] Ihre Zeichnung
        [empty] eine leere Zeichnung
       *[example] ein Beispiel
    }
picture-test = { $name } { $index }
picture-label =
    { $kind ->
        [digit] Ziffer { $label }
       *[other] { $label }
    }
index-missing = Da steht keine Zahl: Geben Sie eine ganze Zahl von 0 bis { $last } ein.
index-wrong = { $name } { $typed } gibt es nicht: Geben Sie eine ganze Zahl von 0 bis { $last } ein.
picture-still = { $trouble } Gezeigt wie zuvor: { $picture }.
loading =
    { $count ->
        [one] Ein Netz wird
       *[other] { $count } Netze werden
    } geladen, das dauert beim ersten Mal einige Sekunden: Dann kommen die Zeilen.
more-coming =
    { $count ->
        [one] Ein weiteres Netz kommt
       *[other] { $count } weitere Netze kommen
    } noch ({ $size }).
more-offered =
    { $count ->
        [one] Ein weiteres Netz kann
       *[other] { $count } weitere Netze können
    } es auch lesen: { $size } zu laden.
apart = Nicht verglichen, denn sie unterscheiden andere Klassen: { $networks }.
apart-more = Nicht verglichen, denn sie unterscheiden andere Klassen: { $networks }, { $more } weitere.
apart-alone = Kein anderes Netz hier unterscheidet diese Klassen: Ein weiteres, das aus denselben Bildern lernt oder Klassen mit denselben Namen hat, steht dann daneben.

## Die Antworten der Netze

verdict-all = Alle { $count } Netze sagen { $answer } vorher.
verdict-most = { $times } von { $count } Netzen sagen { $answer } vorher; { $others }.
verdict-other = { $networks } { $answer }
differs = anders als die meisten: { $answer }
score =
    { $measure ->
        [length] Länge
        [activation] Aktivierung
        [posterior] A-posteriori
       *[probability] Wahrscheinlichkeit
    } { $value }
score-unsure =
    unsicher: { $measure ->
        [length] Länge
        [activation] Aktivierung
        [posterior] A-posteriori
       *[probability] Wahrscheinlichkeit
    } { $value }
score-none = unsicher: keines seiner Objekte { $value }
parts-title = Teile und { $objects } Objekte
couplings = { $count } Kopplungen an { $name }
couplings-no-capsules = keine Kapseln: Nichts wird geroutet
couplings-no-labels = ohne Labels gelernt: Nichts wird geroutet
coupling = Typ { $type }, Zeile { $row }, Spalte { $column }: c = { $value }
coupling-value = c = { $value }
reconstruction = Rekonstruktion von { $name } durch { $network }
reconstruction-error = Fehler
decoder-none = kein Decoder
accuracy-of =
    der { $pictures ->
        [test] MNIST-Testziffern
       *[validation] Validierungsbilder
    }
accuracy-pictures =
    { $pictures ->
        [test] MNIST-Testziffern
       *[validation] Validierungsbilder
    }
unmeasured = für diese Gewichte nicht gemessen

## Angaben zu einem Netz

fact-iterations = Iterationen
fact-settled = entschieden ab { $iteration }
fact-one-pass = keine: ein Durchgang
fact-none = keine
fact-time = Zeit hier und jetzt
fact-milliseconds = { $time } ms
fact-parameters = Parameter
fact-learnt = gelernt
fact-without-labels = ohne Labels
fact-named-by = seine Objekte benannt durch
fact-labels = je { $labels } Labels
fact-affine = affin verändert
fact-affine-interval = Intervall dazu

## Strittige Ziffern

disputed-networks = Netze
disputed-digits = strittige Testziffern
disputed-digit = Testziffer { $index }
disputed-names = { $answer }: { $networks }
disputed-many = { $answer }: { $count } Netze
