title = Zeichnen
purpose =
    <b>Zeichnen Sie { $thing ->
        [digit] eine Ziffer
        [shape] eine Form
        [garment] ein Kleidungsstück
        [solid] einen Körper
       *[class] ein Bild
    }</b>: Ein Kapselnetz klassifiziert mit.
canvas-heading = Sie zeichnen
canvas-help =
    .aria-label = Was ist das?
pen-explained = Jede Bewegung des Stifts wird als Bild von 112 × 112 Pixeln an das Netz gesendet. Mit der Tastatur: Setzen Sie den Fokus auf die Zeichenfläche, bewegen Sie den Stift mit den Pfeiltasten (feiner mit der Umschalttaste), senken und heben Sie ihn mit der Leertaste.
turning-explained = Ein hochgeladenes oder fotografiertes Bild wird auch gedreht und gespiegelt gelesen; wo das eine viel <span data-part="more">längere</span> Kapsel ergibt, werden Sie darauf hingewiesen. <span data-part="turning-rates"></span>
canvas =
    .aria-label = Zeichenfläche
    .aria-description = Pfeiltasten bewegen den Stift, mit der Umschalttaste in feineren Schritten. Die Leertaste senkt und hebt ihn. Escape hebt ihn. Strg+Z nimmt einen Strich zurück.
    .aria-roledescription = Zeichenfläche
turn-offer = drehen
camera-take = Foto aufnehmen
camera-cancel = Abbrechen
drawing-tools =
    .aria-label = Zeichenwerkzeuge
pen = Stift
eraser = Radierer
undo = zurück
    .title = rückgängig (Strg+Z)
redo = vor
    .title = wiederholen (Strg+Umschalt+Z)
clear = leeren
pen-colour = Stiftfarbe
brush-size = Strichstärke
another-picture = anderes Bild
samples =
    .aria-label = Beispiele
sources =
    .data-lack = Bilder aus Dateien und von der Kamera gibt es nur in der App.
upload = hochladen
    .title = oder ein Bild ablegen oder einfügen
camera = Kamera
test-pictures =
    .data-lack = Testbilder gibt es nur in der App.
test-load = laden
test-random = zufällig
# Unter einem Balken von 0 bis 1: Das erste und das letzte Wort stehen unter 0,1 und 0,9.
lengths-aims = Ziele des Trainings
lengths-heading = Kapselausgaben
lengths-measure = Längen
lengths-help =
    .aria-label = Was bedeuten diese Zahlen?
pose-explained =
    Zu { $thing ->
        [digit] jeder Ziffer
        [shape] jeder Form
        [garment] jedem Kleidungsstück
        [solid] jedem Körper
       *[class] jeder Klasse
    } gibt es eine <b>Kapsel</b>: { $dimensions } Zahlen, ihre <b>Pose</b>, die das Aussehen beschreiben. <span data-part="meaning"></span> <span data-part="aims"></span>
decoded-explained = Die kleinen Bilder sind das, was der Decoder aus der Pose jeder Kapsel macht. <span data-part="losers"></span>
capsule-explained =
    Jeder Balken ist eine <b>Kapsel</b>: eine Gruppe von Neuronen, die nach { $thing ->
        [digit] einer Ziffer
        [shape] einer Form
        [garment] einem Kleidungsstück
        [solid] einem Körper
       *[class] einer Klasse
    } sucht und in { $dimensions } Zahlen festhält, wie gezeichnet wurde.
lengths =
    .aria-label = Kapseln
open-routing = Ansehen, wie die Teile stimmen →
reconstruction-heading = Rekonstruktion
reconstruction-help =
    .aria-label = Wie wird das Bild rekonstruiert?
decoder-explained =
    Ein Decoder malt { $thing ->
        [digit] die Ziffer
        [shape] die Form
        [garment] das Kleidungsstück
        [solid] den Körper
       *[class] das Bild
    } aus der Pose dieser Kapsel, ihren { $dimensions } Zahlen; alle anderen Kapseln sind auf null gesetzt. Bewegen Sie einen Regler, um eine Zahl zu ändern; die dünne Marke ist ihr ursprünglicher Wert. In der Differenz ist Blau Tinte, die der Rekonstruktion fehlt, Rot Tinte, die sie hinzufügt; der Fehler ist die Summe über alle Pixel.
follow-winner = dem Sieger folgen
picture-input =
    .aria-label = die Eingabe
caption-input = Eingabe
picture-reconstruction =
    .aria-label = die Rekonstruktion
picture-difference =
    .aria-label = Rekonstruktion minus Eingabe: Rot ist hinzugefügt, Blau fehlt
caption-difference = Differenz, <span data-testid="misfit">0.0</span>
undecoded = Dieses Netz hat keinen Decoder: Aus einer Kapsel wird kein Bild rekonstruiert.
routing-heading = Routing
routing-help =
    .aria-label = Was ist Routing?
tiles-explained =
    <span data-part="routing-words"></span> Jede Kachel ist ein Typ von Eingangskapseln, zeilenweise nummeriert, jedes ihrer Pixel ein Ort: wie viel { $thing ->
        [digit] die gezeigte Ziffer
        [shape] die gezeigte Form
        [garment] das gezeigte Kleidungsstück
        [solid] der gezeigte Körper
       *[class] die gezeigte Klasse
    } von dort erhält.
routing-iterations =
    .aria-label = Iterationen des Routings
iterations-less =
    .aria-label = eine Iteration weniger
iterations-more =
    .aria-label = eine Iteration mehr
iterations-word = Iterationen
what-if =
    .aria-label = ein anderes Routing
coupling =
    .aria-label = Kopplungskoeffizienten einer Primärkapsel
    .aria-description = Die Pfeiltasten wählen die Kapsel.
routing-strip =
    .aria-label = Routing, Iteration für Iteration
inside =
    .aria-label = Inneres
open-network = Was ist das? Das ganze Netz ansehen
network-input-heading = Eingabe des Netzes
picture-network-input =
    .aria-label = Eingabe des Netzes
network-input-help =
    .aria-label = Was ist die Eingabe des Netzes?
input-as-it-is = Die Eingabe ist die ganze Zeichenfläche, gebracht auf die Größe des Netzes: Wo etwas liegt, wie groß und wie gedreht es ist, kann eine Rolle spielen. <span data-part="channel-words"></span>
input-centred = 28 × 28 Pixel. Die Ziffern von MNIST wurden auf 20 × 20 Pixel skaliert und verschoben, bis ihr Schwerpunkt in der Mitte lag; ein damit trainiertes Netz klassifiziert wenig anderes. Schalten Sie aus, um Ihre Zeichnung so zu klassifizieren, wie sie ist.
centre = zentrieren und skalieren wie MNIST

## Was das Netz sagt

answer =
    Klassifiziert als { $name }{ $sure ->
        [almost-certainly] , fast sicher
        [very-likely] , sehr wahrscheinlich
        [probably] , wahrscheinlich
        [perhaps] , vielleicht
       *[unknown] { "" }
    }. Danach: { $next }.
certainty =
    { $measure ->
        [length] Länge
       *[other] Aktivierung
    } { $value }
certainty-right =
    { $measure ->
        [length] Länge
       *[other] Aktivierung
    } { $value }: richtig in { $right } von { $of }
capsule-length =
    { $measure ->
        [length] Länge
       *[other] Aktivierung
    } der Kapsel { $name }
capsule-reconstruction = Rekonstruktion durch Kapsel { $name }
capsule-choose = Kapsel { $name } zeigen
capsule-choose-picture = Rekonstruktion von Kapsel { $name } zeigen
rank-first = 1.
rank-second = 2.
capsule-shown =
    { $why ->
        [chosen] Kapsel { $name }
        [winner] Kapsel { $name }, der Sieger
        [length] Kapsel { $name }, die längste
       *[activation] Kapsel { $name }, die aktivste
    }
network-measure =
    { $measure ->
        [length] Längen
       *[other] Aktivierungen
    }
turned-longer =
    { $measure ->
        [length] längere
       *[other] aktivere
    }
network-meaning =
    { $routing ->
        [own] { $meaning }
        [em] Eine Aktivierung von 0 bis 1 ist die Präsenz einer Klasse: hoch, wenn viele Stimmen einen engen Cluster bilden. Sie wird getrennt vom Vektor der Kapsel berechnet, dessen Länge hier keine Bedeutung hat.
        [matrix] Eine Aktivierung von 0 bis 1 ist die Präsenz einer Klasse: hoch, wenn viele Stimmen einen engen Cluster bilden, verglichen mit dem Mittel aller Trainingsbilder. Sie wird getrennt von der 4 × 4-Matrix der Kapsel berechnet, deren Größe hier keine Bedeutung hat.
        [self_routing] Eine Aktivierung ist der Anteil einer Klasse an den Aktivierungen der Eingangskapseln. Alle zusammen ergeben 1, zwei davon können also höchstens je etwa die Hälfte haben. Die Länge des Vektors der Kapsel hat hier keine Bedeutung.
        [attention] Die Länge des Vektors einer Kapsel ist die Präsenz ihrer Klasse, von 0 bis 1. Die Squash-Funktion dieses Netzes verkürzt den Vektor auf 1 − exp(−‖s‖), immer unter 1.
       *[other] Die Länge des Vektors einer Kapsel ist die Präsenz ihrer Klasse, von 0 bis 1. Squash verkürzt den Vektor auf ‖s‖² / (1 + ‖s‖²), immer unter 1.
    }
aims =
    { $routing ->
        [own] Die Ziele für die Längen im Training kennt, wem das Netz gehört. Die beiden dünnen Linien stehen bei 0,9 und 0,1.
        [matrix] Das Training strebt einen Abstand zu allen anderen an, der mit der Zeit wächst. Die beiden dünnen Linien stehen bei 0,9 und 0,1.
       *[other] Das Training strebt 0,9 oder mehr an, wo sie da ist, und 0,1 oder weniger, wo nicht: die beiden dünnen Linien.
    }
losers =
    { $routing ->
        [own] Was die Bilder der unterlegenen Kapseln bedeuten, hängt vom Training ab.
       *[other]
            Bilder unterlegener Kapseln bedeuten nichts, ob grauer Fleck oder klare Striche: Der Decoder wurde nur mit der Kapsel { $thing ->
                [digit] der wahren Ziffer
                [shape] der wahren Form
                [garment] des wahren Kleidungsstücks
                [solid] des wahren Körpers
               *[class] der wahren Klasse
            } trainiert.
    }
precision-short = in { $precision }
precision-exact = Die Zahlen hier sind in float32 berechnet, wie alle berichteten Zahlen.
precision-rounded =
    Die Zahlen hier sind in float32 aus Gewichten berechnet, die auf je ein Byte gerundet sind. An den Beispielen weichen { $measure ->
        [length] Längen
       *[other] Aktivierungen
    } um höchstens { $most } von denen in float32 ab, in denen alle berichteten Zahlen berechnet sind.
precision-differs =
    Was dem Stift folgt, wird in { $precision } berechnet, das ist schneller; { $measure ->
        [length] Längen
       *[other] Aktivierungen
    } weichen an { $pictures } Bildern im Mittel um { $mean } und höchstens um { $most } von denen in float32 ab, in denen alle berichteten Zahlen berechnet sind.
precision-unmeasured =
    Was dem Stift folgt, wird in { $precision } berechnet, das ist schneller; wie weit { $measure ->
        [length] Längen
       *[other] Aktivierungen
    } von denen in float32 abweichen, in denen alle berichteten Zahlen berechnet sind, wurde für dieses Netz nicht gemessen.

## Routing

iterations-count =
    { $iterations ->
        [one] Iteration
       *[other] Iterationen
    }
iterations-none = Iterationen: Dieses Netz routet in einem Durchgang
iterations-lacking = keine
iteration-number = Iteration { $iteration }
iteration-only = ein Durchgang
iteration-longest =
    Iteration { $iteration }: { $measure ->
        [length] am längsten
       *[other] am aktivsten
    } ist { $name }, { $value }
coupling-then = { $before }, dann { $next }
coupling-values = Primärkapsel vom Typ { $type }, Zeile { $row }, Spalte { $column }: c an { $name } ist { $values }.
routing-explained =
    Jede Eingangskapsel teilt ihre Stimme unter den { $count ->
        [10] zehn
       *[other] { $count }
    } { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    } auf, { $routing ->
        [dynamic] zuerst gleichmäßig; wo ihre Stimme mit einer Kapsel übereinstimmt, also gut zu ihr passt, wächst deren Anteil in der nächsten Iteration.
        [em] zuerst gleichmäßig; eine Kapsel, um die viele Stimmen dicht beisammenliegen, ihre eigene darunter, erhält in der nächsten Iteration einen größeren Anteil.
        [matrix] zuerst gleichmäßig; eine Kapsel, um die viele Stimmen dicht beisammenliegen, ihre eigene darunter, erhält in der nächsten Iteration einen größeren Anteil.
        [self_routing] in einem Durchgang: Die Anteile werden aus ihrer eigenen Pose berechnet, unabhängig von den Stimmen.
        [attention] in einem Durchgang: Eine Kapsel, bei der ihre Stimme zur Summe aller Stimmen passt, erhält einen größeren Anteil, und eine gelernte Vorgabe wird addiert.
        [uniform] gleichmäßig, ohne Rücksicht auf ihre Stimmen: Es gibt kein Routing, zur Kontrolle.
       *[other] nach der eigenen Regel dieses Netzes, die in seinem Code steht.
    } Ein solcher Anteil heißt Kopplung.
routing-weights =
    { $thing ->
        [digit] Jede Ziffer
        [shape] Jede Form
        [garment] Jedes Kleidungsstück
        [solid] Jeder Körper
       *[class] Jede Klasse
    } gewichtet die Stimmen aller Eingangskapseln nach der eigenen Regel dieses Netzes, die in seinem Code steht. Ein solches Gewicht heißt Kopplung.
routing-instead =
    Jede Eingangskapsel teilt ihre Stimme unter den { $count ->
        [10] zehn
       *[other] { $count }
    } { $thing ->
        [digit] Ziffern
        [shape] Formen
        [garment] Kleidungsstücken
        [solid] Körpern
       *[class] Klassen
    } auf, nach einer anderen Regel als der, mit der sie gelernt hat, { $instead }: Die Seite Routing zeigt sie Schritt für Schritt. Ein solcher Anteil heißt Kopplung.

## Die Zeichenfläche

here-draw = Hier zeichnen.
here-upload = Von diesen Klassen gibt es hier kein Beispiel. Zeichnen oder ein Bild hochladen.
here-example = Ein Beispiel: Zeichnen ersetzt es.
turning-unmeasured = Wie oft das stimmt, wurde für dieses Netz nicht gemessen.
turning-rates = Von { $digits } Validierungsziffern hat dieses Netz { $side } % der auf die Seite gelegten richtig erkannt, { $over } % der auf den Kopf gestellten und { $mirrored } % der gespiegelten. Fälschlich gemeldet hat es das bei { $wrongly } % der aufrechten.
turn-unclear =
    { $thing ->
        [digit] Keine Ziffer
        [shape] Keine Form
        [garment] Kein Kleidungsstück
        [solid] Kein Körper
       *[class] Keine Klasse
    } wird klar erkannt. Wenn das Bild gedreht wirkt:
turn-better =
    Dieses Bild wird besser erkannt { $way ->
        [right] um 90° nach rechts gedreht
        [left] um 90° nach links gedreht
        [over] auf den Kopf gestellt
       *[mirrored] gespiegelt
    }: { $name }, { $measure ->
        [length] Länge
       *[other] Aktivierung
    } { $value }, bisher { $before }.
turn-act =
    { $way ->
        [unclear] um 90° drehen
        [mirrored] spiegeln
       *[other] drehen
    }
camera-refused = Die Kamera wurde verweigert: Erlauben Sie sie in der Adressleiste, oder laden Sie ein Bild hoch
camera-missing = Auf diesem Gerät wurde keine Kamera gefunden: Laden Sie stattdessen ein Bild hoch
camera-busy = Ein anderes Programm benutzt die Kamera: Schließen Sie es, oder laden Sie ein Bild hoch
camera-insecure = Dieser Browser bietet hier keine Kamera: Dafür braucht es https oder localhost
camera-failed = Die Kamera ließ sich nicht starten: Laden Sie ein Bild hoch
picture-reading = Das Bild wird gelesen …
test-labelled = { $test } { $index }, mit dem Label { $name }
dimension-alike = { $title }; { $place } von { $count } Dimensionen dieses Namens
decoder-failed = Der Decoder konnte nicht geladen werden: Bewegen Sie den Regler noch einmal
