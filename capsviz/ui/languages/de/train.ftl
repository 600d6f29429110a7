title = Training
purpose = <b>Sehen Sie ihm beim Lernen zu.</b> Ein Kapselnetz vom Rauschen zum Verstehen: Alles Gezeigte folgt derselben Zeit. <span data-part="alone"></span>
run-controls =
    .aria-label = der Lauf
    .data-lack = Trainiert werden Netze in der App; hier ist eines, das trainiert wurde.
run = Lauf
beside = daneben
new-training = neues Training
this-run = dieser Lauf
run-name = Name
run-rename = umbenennen
run-keep = als Netz behalten
run-delete = löschen
strange-run = in einem anderen Browser begonnen: Dort lässt er sich steuern, zurückspulen, umbenennen und löschen
kept-networks = behaltene Netze
film-save = Film als Datei
copy-link = Link kopieren
moment-link =
    .aria-label = Link zu diesem Zeitpunkt
time =
    .aria-label = Zeit
moment-back =
    .title = einen Zeitpunkt zurück
    .aria-label = einen Zeitpunkt zurück
moment-slider =
    .aria-label = Zeitpunkt des Laufs
moment-on =
    .title = einen Zeitpunkt weiter
    .aria-label = einen Zeitpunkt weiter
speed = Tempo
training-controls =
    .aria-label = das Training selbst
training-pause = Training anhalten
training-step = ein Schritt
training-rewind = zurückspulen
training-fork = hier abzweigen
rate = Lernrate
slow = langsam: ein Schritt je Sekunde
guess =
    .aria-label = erst raten
guess-first = Erst raten.
curves-heading = wie gut es ist
accuracy-of = zurückgehaltener Bilder richtig klassifiziert
curve-accuracy =
    .aria-label = Genauigkeit über den Schritten
curve-loss =
    .aria-label = Verluste über den Schritten
curve-r2 =
    .aria-label = was eine lineare Abbildung aus einer Pose abliest
pinned-heading = ein Bild, verfolgt
picture-input =
    .aria-label = das Bild
caption-input = das Bild
picture-decoded =
    .aria-label = aus seiner längsten Kapsel decodiert
caption-decoded = aus <b data-part="winner"></b> decodiert
picture-couplings =
    .aria-label = Kopplungen an diese Kapsel
caption-couplings = Kopplungen<span data-part="coupling-range"></span>
pin = meine Zeichnung verfolgen
unpin = das übliche Bild
lengths =
    .aria-label = Längen seiner Kapseln
votes-heading = Stimmen für diese Kapsel
votes-help =
    .aria-label = Was ist hier zu sehen?
votes-explained = Jeder Punkt ist die Stimme einer Eingangskapsel. Nach rechts: längs der Kapsel; nach oben und unten: die Richtung quer dazu, in der sich die Stimmen am stärksten unterscheiden. Übereinstimmende Stimmen liegen beisammen, weit rechts. Große Punkte sind stark gekoppelt. Der Ring ist die Kapsel selbst.
votes =
    .aria-label = Stimmen längs und quer zur Kapsel
ten-heading = zehn Bilder, decodiert
sweeps-heading = jede Dimension um <span>±</span>0,25 bewegt
confusion-heading = Konfusionsmatrix
confusion =
    .aria-label = Konfusionsmatrix
confusion-explained = ↓ wahr, → vorhergesagt
mistakes-heading = schlimmste Fehler
mistakes-in-words = in Worten: Die Bilder des Datensatzes werden mit diesem Film nicht weitergegeben
templates-heading = Schablonen seiner Teile
templates-explained = unter jeder: ihre mittlere Präsenz in zurückgehaltenen Bildern
explained-heading = wie gut Teile und Objekte erklären
error-of = summierter quadratischer Fehler eines zurückgehaltenen Bildes
curve-error =
    .aria-label = Fehler über den Schritten
curve-objects =
    .aria-label = Genauigkeit durch Zuordnung und Entropien über den Schritten
checks-fold = <span data-part="checks-line" data-answer>Prüfungen</span>; dieser Schritt mit seinen Zahlen
checks-heading = Prüfungen zu diesem Zeitpunkt
step-heading = dieser Schritt, mit seinen Zahlen
layers =
    .aria-label = Schichten

## Der Lauf und seine Zeit

alone = Der Film des Laufs { $run }.
go-on = fortsetzen
start = starten
run-film = { $run } (Film)
run-training = { $run } (trainiert)
run-none = noch keiner
beside-nothing = nichts
run-size = { $megabytes } MB auf der Festplatte
run-state =
    { $state ->
        [waiting] wartet, bis er an der Reihe ist
        [starting] beginnt, sobald der Prozessor Zeit hat
        [running] trainiert
        [paused] steht still
        [finished] ist fertig
        [interrupted] wurde unterbrochen und lässt sich fortsetzen
        [failed] wurde abgebrochen
       *[other] { $state }
    }{ $ahead ->
        [0] { "" }
       *[other] , { $ahead } vor ihm
    }{ $fork ->
        [0] { "" }
       *[1] , abgezweigt von { $run } bei Schritt { $step }
    }{ $report ->
        [none] { "" }
       *[other] : { $report }
    }
run-elsewhere = wurde unterbrochen; capsviz train setzt ihn mit --resume fort
moment =
    Schritt { $step }, { $pictures } Bilder{ $seconds ->
        [unknown] { "" }
       *[other] , { $seconds } s
    }
moment-parts =
    Schritt { $step }, { $beginning ->
        [0] Teile
       *[other] Objekte, Anfang { $beginning } von { $restarts }
    }{ $seconds ->
        [unknown] { "" }
       *[other] , { $seconds } s
    }
moment-step = Schritt { $step }
run-delete-question = Diesen Lauf und alles, was daraus entstand, löschen?
run-kept =
    Behalten als „{ $name }“: { $parts ->
        [1] Die Seite Teile bietet es an
       *[0] Jede Seite bietet es an
    }.
network-draw = damit zeichnen
network-remove = entfernen
network-remove-name = { $name } entfernen
network-remove-question = Das Netz { $name } entfernen? Der Lauf, aus dem es stammt, bleibt.
network-of = { $name }, aus { $run }
network-strange = in einem anderen Browser behalten: Dort lässt es sich entfernen

## Die Formulare eines neuen Trainings und einer Abzweigung

setting-network = lernt
setting-data_set = Bilder
setting-routing = Routing
setting-shapes = Formen der Sprites
setting-iterations = Iterationen des Routings
setting-reconstruction_weight = Gewicht der Rekonstruktion
setting-peak_rate = Lernrate
setting-batch = Batch
setting-share = Anteil der Daten
setting-clip = Gradienten begrenzen auf (0: nie)
setting-seed = Startwert
setting-parts = Teile
setting-objects = Objekte
setting-epochs = Epochen der Teile
setting-object_epochs = Epochen der Objekte
setting-restarts = Neuanfänge der Objekte
setting-digit_dim = Zahlen einer Kapsel
setting-present_margin = Rand für Vorhandenes, m⁺
setting-absent_margin = Rand für Fehlendes, m⁻
setting-down_weight = Gewicht fehlender Klassen, λ
setting-weight_decay = Weight Decay
setting-dropout = Dropout der Primärkapseln
setting-adversarial = angegriffen um so viel (0: gar nicht)
network-classes = Klassen, aus Labels
network-parts = Teile und Objekte, ohne Labels
setting-plain = ein einfaches CNN daneben, an denselben Batches; ein Schritt dauert dann länger
setting-all_gradients = Gradienten durch jede Iteration, wie im Code der Autoren
settings-rare = Verlust, Größe und Regularisierung
settings-mistakes = Fehler, absichtlich gemacht
mistake-mean = Mittelwert statt Summe im Rekonstruktionsfehler
mistake-axis = Softmax über die Eingangskapseln
mistake-rate = eine 100-mal zu große Lernrate
train = trainieren
unchanged = unverändert
fork-changes =
    { $kind ->
        [routing] mit { $routing }
        [weight] mit Gewicht { $weight }
       *[both] mit { $routing }, Gewicht { $weight }
    }

## Zahlen eines Zeitpunkts

share = { $percent } %
accuracy-plain = ein einfaches CNN: { $accuracy }
loss = Verlust { $loss } = Margin { $margin } + Rekonstruktion { $reconstruction }
loss-none = noch ist kein Schritt getan
step-none = Vor dem ersten Schritt sind alle Gewichte so, wie sie gezogen wurden.
step =
    Schritt { $step }: { $batch } Bilder liefen vorwärts. Verlust { $loss } = Margin { $margin } + Rekonstruktion { $reconstruction } ({ $weight } × { $error } summierte Pixelquadrate). Zurück kam ein Gradient der Länge { $norm }; Adam bewegte die Gewichte mit der Lernrate { $rate }.
objects-none = Zuerst lernen die Teile; die Objekte beginnen, sobald diese festgehalten werden.
objects = Bei bester Zuordnung sind die Objekte für { $accuracy } der zurückgehaltenen Bilder die Klassen; Entropie zwischen Bildern { $between }, innerhalb eines Bildes { $within } der größten.
own-from-start = Ihre Zeichnung, vom Anfang an verfolgt.
own-from-step = Ihre Zeichnung, verfolgt ab Schritt { $step }.
own-from-next = Ihre Zeichnung wird ab dem nächsten Zeitpunkt verfolgt.
own-not-here = Zu diesem Zeitpunkt sind keine Gewichte aufbewahrt, mit denen sich Ihre Zeichnung lesen ließe. Zurückspulen verfolgt sie vom Anfang an.
template = Schablone { $number }, mittlere Präsenz { $presence }
picture = Bild { $number }
picture-decoded-name = Bild { $number }, decodiert
dimension-up = Dimension { $number }, nach oben bewegt
dimension-down = Dimension { $number }, nach unten bewegt
mistake = Fehler { $number }
mistake-read = { $true }, gelesen als { $predicted }
mistake-listed = { $true }, gelesen als { $predicted }
mistakes-none = keine zu diesem Zeitpunkt
coupling-range = : { $low } (blass) bis { $high }; gleich: { $even }

## Kurven

axis-step = Schritt { $step }
dashed = gestrichelt: daneben
curve-held-out = zurückgehalten
curve-learnt = zum Lernen benutzt
curve-chance = durch Zufall
curve-cnn = einfaches CNN
curve-margin = Margin
curve-reconstruction = Rekonstruktion
curve-x = x
curve-y = y
curve-rotation = Drehung
curve-size = Größe
curve-form = Form
curve-sse = Fehler
curve-matching = Zuordnung
curve-between = Entropie zwischen
curve-within = innerhalb
r2 = R² der wahren Faktoren, von einer linearen Abbildung aus der Pose abgelesen

## Dateien

file-curves = die Kurven
file-votes = die Stimmen
file-pictures = die Bilder
file-moment = die Zahlen dieses Zeitpunkts
file-axis-step = Schritt
file-axis-losses = oben Genauigkeit, unten Verlust
file-axis-along = längs der Kapsel
file-axis-across = quer dazu
file-run = Lauf { $run }
file-run-step = Lauf { $run }, Schritt { $step }

## Erst raten

guess-invitation = Wie gut wird es nach 10 Schritten klassifizieren? Was lernt es zuerst?
guess-begin = fragen, von Anfang an
guess-accuracy = Wie viele von 100 neuen Bildern erkennt es nach { $steps } Schritten ({ $pictures } Bildern)?
guess-fewer = unter { $limit }
guess-between = { $low } bis { $high }
guess-more = über { $limit }
guess-first-of-both = Was kommt zuerst: neun von zehn richtig klassifizieren, oder mit halbem Fehler rekonstruieren?
guess-classifying = klassifizieren
guess-reconstructing = rekonstruieren
classifying-first = Klassifizieren kam zuerst
reconstructing-first = Rekonstruieren kam zuerst
guess-right = Schritt { $step }: { $truth }; wie Sie vermutet haben.
guess-wrong = Schritt { $step }: { $truth }; Ihre Vermutung war: { $answer }.
guess-votes = { $answer }: { $votes }
guess-next = nächste Frage
guess-close = schließen

## Prüfungen

verdict-fine = gut
verdict-warn = Vorsicht
verdict-bad = schlecht
checks-none = Prüfungen: noch keine
checks =
    Prüfungen: { $kinds }
checks-counted = { $count } { $verdict }
checks-named = { $count } { $verdict } ({ $names })
layer = Schicht
layer-gradient = Gradient
layer-update = Änderung
layer-weights = Gewichte
layer-update-of-weights = Änderung je Gewicht
check-finite = endlich
check-finite-measured =
    { $finite ->
        [1] endlich
       *[0] NaN
    } (Grenze: alles endlich)
check-finite-fine = Verluste und Gradienten sind Zahlen.
check-finite-bad = Der Verlust ist keine Zahl: Zweigen Sie an einem früheren Schritt mit kleinerer Lernrate ab.
check-couplings = Kopplungen
check-couplings-measured = Abweichung { $off } (Grenze: 0,001)
check-couplings-fine = Die Kopplungen jeder Eingangskapsel ergeben über die Klassen zusammen 1.
check-couplings-bad = Die Kopplungen der Eingangskapseln ergeben über die Klassen nicht je 1: Nehmen Sie die Softmax über die Ausgangskapseln.
check-lengths = Längen
check-lengths-measured = höchstens { $longest } (Grenze: unter 1)
check-lengths-fine = Keine Kapsel ist länger als 1.
check-lengths-bad = Eine Kapsel ist länger als 1, also fehlte Squash: Wenden Sie Squash zuletzt auf s an.
check-gradients = Gradienten
check-gradients-measured = Norm höchstens { $norm }, kleinste { $ratio } der Gewichte (Grenze: Norm 30, kleinste 0,000001)
check-gradients-fine = Jede Schicht bekommt einen brauchbaren Gradienten.
check-gradients-exploded = Die Gradienten explodieren: Begrenzen Sie sie auf 1, oder senken Sie die Lernrate.
check-gradients-spike = Der Gradient eines Schritts war viel länger als die anderen: Begrenzen Sie auf 1.
check-gradients-vanished = Zu { $layer } gelangt fast kein Gradient: Erhöhen Sie die Anfangsgewichte, oder senken Sie die Lernrate, denn auf Länge 0 oder 1 gedrückte Kapseln leiten keinen weiter.
check-gradients-weak = Zu { $layer } gelangt wenig Gradient: Behalten Sie die Schicht im Auge.
check-routing = Routing
check-routing-measured = { $share } an eine Klasse, Entropie { $entropy } (Grenze: { $limit } an eine Klasse, oder Entropie 0,8)
check-routing-fine = Eingangskapseln dienen in verschiedenen Bildern verschiedenen Klassen.
check-routing-bad = Fast alle Eingangskapseln dienen einer Klasse, gleich bei welchem Bild: Senken Sie die Lernrate oder die Iterationen, und beginnen Sie mit kleinerem W.
check-dead = tot
check-dead-measured = { $types } der Typen, { $classes } Klassen (Grenze: 25 % der Typen, keine Klasse)
check-dead-fine = Alle Typen von Eingangskapseln und alle Klassen nehmen teil.
check-dead-bad = Typen von Eingangskapseln sind bei jedem Bild gleich, oder Klassen werden nie gefunden: Senken Sie die Lernrate, oder erhöhen Sie die Anfangsgewichte der Primärkapseln.
check-answers = Antworten
check-answers-measured = Längen streuen um { $spread } (Grenze: 0,001)
check-answers-fine = Verschiedene Bilder bekommen verschiedene Längen.
check-answers-bad = Jedes Bild bekommt dieselben Längen, davon erholt sich kein Training: Beginnen Sie neu mit kleinerer Lernrate.
check-reconstruction = Rekonstruktion
check-reconstruction-measured = { $share } des Verlusts (Grenze: 0,5 %)
check-reconstruction-fine = Die Rekonstruktion wirkt auf die Kapseln.
check-reconstruction-bad = Die Rekonstruktion zählt kaum: Summieren Sie die quadrierten Fehler über die Pixel (ein Mittelwert ist { $pixels }-mal kleiner), oder erhöhen Sie ihr Gewicht.
check-accuracy = Genauigkeit
check-accuracy-measured = { $share } (Grenze: { $limit }, Zufall bei { $pictures } Bildern)
check-accuracy-fine = Die Genauigkeit liegt über dem Zufall.
check-accuracy-early = Es ist zu früh, die Genauigkeit mit dem Zufall zu vergleichen.
check-accuracy-bad = Die Genauigkeit ist nicht besser als der Zufall: Sehen Sie auf die anderen Prüfungen, senken Sie die Lernrate, oder geben Sie mehr Schritte.
check-loss = Verlust
check-loss-measured = { $last }, kleinster { $best } bei Schritt { $step } (Grenze: doppelt so viel wie der kleinste)
check-loss-fine = Der Verlust liegt nahe an seinem bisher kleinsten Wert.
check-loss-lost = Der Verlust ist wieder bei seinem Anfangswert: Zweigen Sie am Schritt des Minimums mit kleinerer Lernrate ab.
check-loss-warn = Der Verlust hat sich seit seinem Minimum verdoppelt: Senken Sie die Lernrate.
check-overfitting = Überanpassung
check-overfitting-measured = { $gap } Punkte (Grenze: { $limit } Punkte)
check-overfitting-fine = Die Genauigkeit an Validierungsbildern ist etwa gleich.
check-overfitting-bad = Die Genauigkeit ist an Trainingsbildern höher: Nehmen Sie mehr Daten, mehr Augmentierung oder ein größeres Gewicht der Rekonstruktion, oder hören Sie früher auf.
check-rate = Lernrate
check-rate-measured = { $ratio } von { $layer } je Schritt (Grenze: 0,3)
check-rate-fine = Die Schritte sind klein gegen die Gewichte.
check-rate-bad = Ein Schritt ändert Gewichte um mehr als ihre Norm: Teilen Sie die Lernrate durch 10.
check-rate-risen = Der Verlust steigt über seinen Anfangswert: Teilen Sie die Lernrate durch 10.
check-rate-warn = Die Schritte ändern { $layer } um ein Drittel seiner selbst: Senken Sie die Lernrate.
check-rate-slow = Die Schritte ändern die Gewichte kaum: Erhöhen Sie die Lernrate.
