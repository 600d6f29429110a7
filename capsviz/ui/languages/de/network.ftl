title = Netz
purpose = <b>Das ganze Netz</b>, von Ihrem Bild bis zu dem Bild, das es malt. Zeichnen Sie, und folgen Sie ihm.
pass =
    .aria-label = ein Durchgang, langsam
pass-step = Schritt
    .title = einen Block weiter
in-space = Im Raum
restore = alles zurücksetzen
copy-link = Link kopieren
link-text =
    .aria-label = Link zu dieser Ansicht
blocks =
    .aria-label = die Blöcke des Netzes
your-picture =
    .aria-label = Ihr Bild
drawing-canvas =
    .aria-label = Zeichenfläche
    .aria-description = Pfeiltasten bewegen den Stift, mit der Umschalttaste in feineren Schritten. Die Leertaste senkt und hebt ihn. Escape hebt ihn.
    .aria-roledescription = Zeichenfläche
you-draw = Sie zeichnen
clear = leeren
walk-view =
    .aria-label = das Netz im Raum
stop-back = zurück
stop-next = weiter
stop-inside = hineinschauen
walk-stops =
    .aria-label = Stationen des Rundgangs
your-own-walk = eigener Rundgang
second-choice = darunter
second-blocks =
    .aria-label = das andere Netz
inside-close =
    .title = zurück zum ganzen Netz (Esc)
    .aria-label = zurück zum ganzen Netz

## Namen und Kosten der Blöcke

block-classes = Klassen
size-bytes = { $size }{ "\u00A0" }B
size-kilobytes = { $size }{ "\u00A0" }kB
size-megabytes-short = { $size }{ "\u00A0" }MB
size-gigabytes = { $size }{ "\u00A0" }GB
count-thousands = { $count }{ "\u00A0" }Tsd.
count-millions = { $count }{ "\u00A0" }Mio.
count-billions = { $count }{ "\u00A0" }Mrd.
cost = { $weights } Gewichte ({ $bytes }), { $products } Multiplikationen mit Addition, ergibt { $output }
cost-weightless = keine Gewichte, { $products } Multiplikationen mit Addition, ergibt { $output }
# Untereinander unter einem Block.
cost-products = { $count } Produkte
cost-time = { $percent }{ "\u00A0" }% der Zeit
total = { $weights } Gewichte ({ $bytes }), { $products } Multiplikationen mit Addition
total-time = { $weights } Gewichte ({ $bytes }), { $products } Multiplikationen mit Addition, hier { $time }{ "\u00A0" }ms
mark-off = { $count } aus
mark-inputs = Softmax über Eingänge
mark-squash-bare = Squash ohne ε
mark-squash-none = kein Squash
shape-then = { $first }, dann { $next }
inside-shape = { $shape }; { $cost }

## Ein Satz für jeden Block

measure =
    { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    }
say-nan = Ohne sein ε teilt Squash einen Vektor aus Nullen durch seine Länge: 0 / 0 ist keine Zahl (NaN), und von hier an ist es nichts mehr.
say-no-nan = Es ist keine Tinte da, und doch ist wegen der Bias-Werte kein Vektor genau null: Squash ohne ε ist noch nicht 0 / 0. Schalten Sie einen Typ aus, dann ist es so weit.
say-empty = Noch ist keine Tinte da, der man folgen könnte.
say-input = Die Eingabe hat { $side } × { $side } Pixel, von 0 für Papier bis 1 für Tinte.
say-input-channels = Die Eingabe hat { $side } × { $side } Pixel. { $channels }
say-features = { $name } sucht nach { $maps } Mustern an { $rows } × { $columns } Orten; gezeigt sind die { $shown }, die auf unsere Beispiele am stärksten antworten.
say-capsules =
    { $count } Kapseln aus je { $size } Zahlen{ $some ->
        [weights] { "" }
        [no] : keine gibt { $name } mehr als das Doppelte eines gleichen Anteils ihrer Stimme
       *[yes] : { $giving }, farbig, geben { $name } mehr als das Doppelte eines gleichen Anteils ihrer Stimme
    }.
say-votes = Jede von { $capsules } Kapseln sagt für jede von { $classes } Klassen, wie deren { $numbers } Zahlen sein müssten: { $votes } Stimmen.
say-routing-once =
    Ein Durchgang gibt die Stimmen weiter: { $name } erhält { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }.
say-routing =
    Routing, Iteration { $iteration } von { $rounds }: { $name } hat { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }{ $next ->
        [no] { "" }
       *[yes] ; Kapseln, die übereinstimmen, zählen als Nächstes mehr
    }.
say-classes =
    Die größte { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } ist die Antwort: { $name }, { $value }.
say-pair =
    Die zwei größten { $measure ->
        [length] Längen
        [probability] Wahrscheinlichkeiten
       *[activation] Aktivierungen
    } sind die Antwort: { $pair }.
pair = { $first } ({ $value }) und { $second } ({ $other })
say-decoder = Alle Kapseln bis auf { $name } werden auf null gesetzt; deren { $size } Zahlen treiben { $units } verborgene Einheiten an.
units-of = { $active } von { $count }
units-then = { $first }, dann { $next }
say-picture = Der Decoder malt daraus { $side } × { $side } Pixel.
second-differs = Umrahmt: was anders ist, { $blocks }.
second-alike = Es ist gleich gebaut.
second-answer = { $answer } { $built }
second-none = kein anderes Netz
caption-input = was das Netz sieht
caption-strokes = { $count } Filter für je einen Strich
caption-parts = Kapseln über Teilen des Bildes
caption-patterns = { $count } Filter für größere Muster
caption-capsules = ein Pfeil für jede Kapsel
caption-votes = Vermutungen für { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    }
caption-routing =
    { $way ->
        [once] die Stimmen gehen einmal weiter
        [agreement] übereinstimmende Stimmen zählen mehr
        [weights] die Stimmen werden neu gewichtet
       *[other] die Stimmen werden neu verteilt
    }
caption-classes =
    { $measure ->
        [length] die längste gewinnt
       *[other] die größte gewinnt
    }
caption-pair =
    { $measure ->
        [length] die zwei längsten gewinnen
       *[other] die zwei größten gewinnen
    }
caption-decoder = malt aus { $count } Zahlen
caption-picture = was der Sieger behält
spotlight-hint = Zeigen Sie auf Kapseln, Stimmen oder Verbindungen, um ihnen zu folgen; wählen Sie einen Block, um ihn zu öffnen.
spotlight =
    Typ { $type }, Zeile { $row }, Spalte { $column }: sieht { $sees ->
        [part] die umrahmten { $field } × { $field } Pixel
       *[edge] die umrahmten Pixel
    }; Präsenz { $presence }.
spotlight-weight =
    Typ { $type }, Zeile { $row }, Spalte { $column }: sieht { $sees ->
        [part] die umrahmten { $field } × { $field } Pixel
       *[edge] die umrahmten Pixel
    }; Präsenz { $presence }; die größte Kopplung, { $coupling }, hat sie{ $round ->
        [last] { "" }
       *[other] { " " }in Iteration { $round }
    } an { $name }.
spotlight-vote =
    Typ { $type }, Zeile { $row }, Spalte { $column }: sieht { $sees ->
        [part] die umrahmten { $field } × { $field } Pixel
       *[edge] die umrahmten Pixel
    }; Präsenz { $presence }; gibt{ $round ->
        [last] { "" }
       *[other] { " " }in Iteration { $round }
    } { $name } { $percent } % ihrer Stimme.
thread-ribbon = Typ { $type } an { $name }: { $percent } % der gekoppelten Stimmen, die { $name } in Iteration { $round } erreichen.
thread-class = { $name }: Typ { $type } gibt am meisten, { $percent } % der gekoppelten Stimmen, die in Iteration { $round } ankommen.
thread-type = Typ { $type }: gibt { $name } am meisten, { $percent } % der eigenen gekoppelten Stimmen in Iteration { $round }.
thread-band =
    { $part ->
        [input] Band { $band } von { $count }, von oben: { $percent } % der Tinte des Bildes.
        [features] Zeile { $band } dieser Karten: { $percent } % ihrer Aktivität.
        [capsules] Zeile { $band } der Orte: { $percent } % der Präsenz aller Kapseln.
        [decoder] Band { $band } von { $count }, von oben: { $percent } % der Aktivität dieser Einheiten.
       *[picture] Band { $band } von { $count }, von oben: { $percent } % der gemalten Tinte.
    }
thing-class =
    { $name }: { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }{ $round ->
        [last] { "" }
       *[other] { " " }in Iteration { $round }
    }.
thing-class-sum =
    { $name }: Die gekoppelten Stimmen ergeben ‖s‖ = { $sum }; die { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } ist{ $round ->
        [last] { "" }
       *[other] { " " }in Iteration { $round }
    } { $value }.
thing-map = Karte { $map } von { $name }: antwortet am stärksten, { $largest }, in Zeile { $row }, Spalte { $column }, deren Pixel umrahmt sind; Mittelwert { $mean }.
thing-pixel = Pixel in Zeile { $row }, Spalte { $column }: gezeichnet { $drawn }.
thing-pixel-painted = Pixel in Zeile { $row }, Spalte { $column }: gezeichnet { $drawn }, gemalt { $painted }.
inside-features = Eine Merkmalskarte ist die Antwort eines Kernels an allen Orten: Zeigen Sie auf eine, oder benutzen Sie die Pfeiltasten, um sie groß zu sehen; schalten Sie sie aus, und beobachten Sie, was sich rechts ändert.
inside-capsules = Eine Kapsel ist ein paar Zahlen, die eine Sache beschreiben: wohin sie sieht, ihre Zahlen vor und nach Squash, welche Karten darunter sie am meisten speisen.
inside-votes = Eine Stimme û = W u ist, was eine Kapsel von einer Klasse erwartet: ihre Zahlen, multipliziert mit ihrer Matrix.
inside-routing = Routing: Logits b gehen ein, Kopplungen c entstehen daraus, und die damit gewichteten Stimmen ergeben s.
inside-decoder = Die verborgenen Einheiten des Decoders: Wählen Sie eine, um zu sehen, was sie zum Bild beiträgt. Die Kapseln darüber sind maskiert, alle bis auf den Sieger.
map-keys = Pfeiltasten wählen eine Kapsel, deren Weg hervorgehoben wird.
thread-keys = Pfeiltasten heben Typen hervor, auf und ab, und Klassen, links und rechts.
canvas-full = Die Zeichenfläche ist voll: Leeren Sie sie, um weiterzumachen.

## In einem Block

class-winner = der Sieger
class-choice = Klasse
pane-places = Orte
pane-place = Zeile { $row }, Spalte { $column }
pane-type = ein Typ an allen Orten
pane-type-choice = Typ
pane-capsule = eine Kapsel
pane-what-if = was wäre, wenn
pane-squash = Squash
squash-trained = wie trainiert
squash-bare = ohne sein ε
squash-none = weggelassen
capsule-told = Typ { $type }, Zeile { $row }, Spalte { $column }: Sie sieht { $field } × { $field } Pixel ab Zeile { $top }, Spalte { $left }; Präsenz { $presence }.
before-squash = vor Squash
fed-by = Am meisten gespeist von den Karten { $maps } darunter.
switch-type =
    Typ { $type } { $now ->
        [off] einschalten
       *[on] ausschalten
    }
switch-place =
    Ort { $row }, { $column } { $now ->
        [off] einschalten
       *[on] ausschalten
    }
switch-unit =
    Einheit { $unit } { $now ->
        [off] einschalten
       *[on] ausschalten
    }
switch-map =
    Karte { $map } { $now ->
        [off] einschalten
       *[on] ausschalten
    }
pane-masked = Kapseln nach der Maske
masked-picture = die Zahlen der Ausgangskapseln, alle bis auf die des Siegers maskiert
turn-numbers = auf der Seite Dimensionen an den Zahlen drehen
pane-hidden = verborgene Einheiten
pane-unit = eine Einheit
unit-picture = was die Einheit zum Bild beiträgt
unit-told = verborgene Schicht { $layer }, Einheit { $unit }: { $value }. Rot ist, wo mehr davon Tinte hinzufügt, Blau, wo es Tinte wegnimmt.
hidden-layer = verborgene Schicht { $layer }
unit-number = Einheit { $unit }
pane-maps = alle Karten
maps-label = Merkmalskarten
maps-sorted = geordnet
vote-numbers = { $name }: ‖û‖ { $size }, { $share }, { $degrees }°
sum-and-pose = { $name }: ‖s‖ { $sum } → ‖v‖ { $pose }
maps-strength = nach Stärke
maps-number = nach Nummer
map-number = Karte { $map }
pane-map = eine Karte
map-picture = die gewählte Karte
map-told = Karte { $map }: Mittelwert { $mean }, größter Wert { $largest }
pane-sum = die Summe selbst
sum-told = Zeile { $row }, Spalte { $column }: Die Summe von Ausschnitt × Kernel ist { $sum }, mit dem Bias { $bias } ist sie { $total }; die ReLU lässt { $output }.
axis-outputs-words = Die Kopplungen jeder Kapsel ergeben über die Klassen zusammen 1: Sie entscheidet, wohin ihre Stimme geht.
axis-inputs-words = Die Kopplungen jeder Klasse ergeben über die Kapseln zusammen 1: s ist ein Mittelwert ihrer Stimmen, jede Länge fällt, und keine Kapsel muss sich entscheiden. Programme mit diesem Fehler lernen trotzdem.
axis-choice = Softmax über
axis-outputs = die Klassen, wie trainiert
axis-inputs = die Eingangskapseln, der Fehler
follow-routing = auf der Seite Routing verfolgen
iteration-less = eine Iteration weniger
iteration-more = eine Iteration mehr
iterations = Iterationen r
pane-loop = eine Kapsel, Iteration für Iteration
pane-all = alle davon
pane-all-words = Jede Kopplung, die Stimmen als Wolke, die Formeln mit Zahlen:
matrix-picture = die Matrix W
pane-matrix = die Matrix
pane-vote = die Stimme
vote-told = Kapsel { $capsule } für { $name }: ‖û‖ = { $length }.

## Der Rundgang im Raum

stop-whole = Das ganze Netz
stop-input = Ihr Bild
stop-units = Einheiten
stop-strokes = Striche
stop-patterns = Größere Muster
stop-parts = Kapseln für Teile
stop-answer = Die Antwort
stop-decoder = Nur der Sieger geht weiter
stop-picture = Woran er sich erinnert
stop-round = Routing, Iteration { $iteration }
stop-once = Die Stimmen gehen weiter
stop-capsules = Kapseln
stop-capsule = Eine Kapsel
stop-own-votes = Stimmen einer Kapsel
stop-votes = Stimmen
stop-place = { $number } von { $count }: { $title }
walk-whole =
    { $paints ->
        [yes] Ihre Zeichnung tritt links ein und rechts neu gemalt wieder aus.
       *[no] Ihre Zeichnung tritt links ein; die Antwort steht rechts.
    } { $capsules ->
        [agree] Dazwischen stimmen Kapseln und stimmen überein.
        [vote] Dazwischen stimmen Kapseln.
       *[no] Dazwischen stimmt nichts: Dieses Netz hat keine Kapseln.
    }
walk-input = Das Netz sieht { $side } × { $side } Pixel, jedes eine Zahl von 0 bis 1. Zeichnen Sie, und alles Folgende ändert sich.
walk-input-channels = Das Netz sieht { $side } × { $side } Pixel, jedes { $channels } Zahlen von 0 bis 1. Zeichnen Sie, und alles Folgende ändert sich.
walk-units = Eine Schicht aus { $count } Einheiten, jede gespeist von allen darunter.
walk-parts = Kapseln über Teilen des Bildes, die für die der nächsten Schicht stimmen.
walk-patterns = { $count } Filter suchen nach größeren Mustern in dem, was die Schicht davor fand.
walk-strokes = { $count } Filter suchen nach je einem Strich, an { $rows } × { $columns } Orten. Jede Kachel ist die Karte eines Filters.
walk-answer =
    Die größte { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } ist die Antwort: { $name } mit { $value }.
stop-decoder-pair = Jede Ziffer geht allein weiter
walk-decoder-pair = Jede der beiden Ziffern wird allein gemalt, hier { $name }: Alle anderen Klassen werden auf null gesetzt. Ihre { $size } Zahlen treiben { $units } verborgene Einheiten an.
walk-decoder = Alle Klassen bis auf { $name } werden auf null gesetzt. Deren { $size } Zahlen treiben { $units } verborgene Einheiten an.
walk-painting = Der Decoder malt allein aus diesen { $count } Zahlen. Daneben steht, was Sie gezeichnet haben.
walk-capsules =
    { $count } Kapseln, { $places ->
        [1] jede von eigenem Typ
       *[other] { $types } Typen an jedem Ort
    }. { $alike ->
        [yes] Alle Pfeile sind etwa gleich lang: Hier sagt eine Länge wenig darüber, ob ein Teil da ist. Die Richtung kommt aus der Pose.
       *[no] Je länger ein Pfeil, desto sicherer ist die Kapsel, dass ihr Teil da ist; seine Richtung kommt aus ihrer Pose.
    }
walk-capsule = Eine Kapsel sieht die { $field } × { $field } Pixel zwischen den Linien und hat { $size } Zahlen. Drücken Sie darauf, um eine Stimme als Produkt zu sehen, oder auf eine andere, um ihr zu folgen.
walk-capsule-everywhere = Eine Kapsel sieht die Pixel zwischen den Linien und hat { $size } Zahlen. Drücken Sie darauf, um eine Stimme als Produkt zu sehen, oder auf eine andere, um ihr zu folgen.
walk-own-votes = Die Kapsel sagt durch û = W u für { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    }, wie die zugehörigen { $numbers } Zahlen sein müssten; jede Stimme hat eine Kopplung c.
walk-votes = Jede Kapsel sagt durch û = W u für { $thing ->
        [digit] jede Ziffer
        [shape] jede Form
        [garment] jedes Kleidungsstück
        [solid] jeden Körper
       *[class] jede Klasse
    }, wie die zugehörigen { $numbers } Zahlen sein müssten: { $votes } Stimmen.
arrow-type = Ein Pfeil fasst zusammen, was ein Typ von Kapsel zur Ebene einer Klasse schickt: Seine Fläche ist die Summe von c ‖û‖.
ribbon-sample = Bewegt sich die Kamera, sind die blassesten Bänder eine Auswahl.
arrow-own = Ein Pfeil auf einem Band ist eine Stimme dieser Kapsel, so lang wie ‖û‖ und geneigt um den Winkel zwischen û und dem v der Klasse: Ein waagrechter zeigt in die Richtung von v.
walk-once =
    Ein Durchgang gibt die Stimmen weiter; { $name } erhält { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }.
walk-round-even =
    Zuerst verteilt jede Kapsel ihre Stimme gleichmäßig. Mit diesen Anteilen hat { $name } { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }.
walk-round-first =
    { $over ->
        [outputs] Die Stimmen werden zum ersten Mal verteilt.
       *[other] Die Stimmen werden zum ersten Mal gewichtet.
    } { $name } hat { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }.
walk-round-last =
    Bänder sind so breit wie die Stimmen mal ihre Kopplungen, c ‖û‖. { $name } endet mit { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }.
walk-round-agreement =
    Kapseln, deren Stimme mit einer Klasse übereinstimmte, geben ihr nun mehr. { $name } hat { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }.
walk-round =
    { $over ->
        [outputs] Die Stimmen werden neu verteilt.
       *[other] Die Stimmen werden neu gewichtet.
    } { $name } hat { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }.
act-other = Zeichnen Sie, oder nehmen Sie eine andere Zeichnung, und sehen Sie ihr beim Durchgang zu.
act-other-button = andere Zeichnung
act-clear-button = leeren
act-turn = Drehen Sie Ihr Bild: Alles dahinter folgt.
act-turn-slider = Drehung des Bildes in Grad
act-map = Schalten Sie die Karte aus, die am stärksten antwortet: Was ändert sich dahinter?
act-map-unit = Schalten Sie die Einheit aus, die am stärksten antwortet: Was ändert sich dahinter?
act-maps-on = alle Karten einschalten
act-units-on = alle Einheiten einschalten
act-type = Schalten Sie den Typ von Kapsel aus, der dem Sieger am meisten gibt: Hält die Antwort?
act-types-on = alle Typen einschalten
act-capsule = Wählen Sie eine andere Kapsel: Ihre Pixel, Karten und Stimmen werden hervorgehoben.
act-capsule-button = andere Kapsel
act-class = Wählen Sie eine Klasse: Nur die Stimmen für sie bleiben, und ihre Zahlen stehen daneben.
act-class-number = Wählen Sie eine Klasse, um ihre Zahl zu lesen.
act-class-choice = Klasse
act-class-all = alle
act-iterations = Lassen Sie die Stimmen öfter oder seltener routen: Wohin gehen die Bänder?
act-unit = Schalten Sie die aktivste verborgene Einheit aus: Das gemalte Bild ändert sich.
act-clear = Leeren Sie die Zeichenfläche und zeichnen Sie: Das Gemalte folgt jedem Strich.
own-sentence = Ihr eigener Satz an dieser Station
show-stops = alle Stationen zeigen
scene = die Szene
film-impossible = Dieser Browser kann keinen Film aufnehmen: Speichern Sie stattdessen das Bild.
film-stop = Film anhalten
space-impossible = Dieser Browser kann die Szene im Raum nicht zeichnen: Hier ist die flache Karte.
space-memory = Dieses Gerät hat wenig Speicher: hier ist die flache Karte. Der Knopf „Im Raum“ zeigt die Szene.
space-hint = Zeigen Sie auf eine Kapsel, eine Klasse oder ein Pixel, um ihnen zu folgen; drücken Sie darauf, um hineinzugehen.
space-still = Dieses Gerät wünscht weniger Bewegung: Hier ist die flache Karte. Der Knopf „Im Raum“ zeigt die Szene, ohne Flüge.
walk-unreadable = Der eigene Rundgang des Links fehlt, weil er beschädigt ist: Er darf an jeder Station einen Satz von höchstens { $letters } Buchstaben haben, und Stationen, die fehlen.
scene-drawn = gezeichnet
space-explained = Ein Bild. Der Knopf „Im Raum“ führt zu denselben Schichten als Liste.
second-pairs = { $title }, zwei Ziffern
