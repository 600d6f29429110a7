### Meldungen, die mehrere Seiten teilen.


## Ein Netz und seine Klassen

classes-find = eine von { $count } Klassen suchen
classes-find-hint = die { $shown } größten; eine von { $count } suchen
channels =
    { $channels ->
        [2] Pixel haben zwei Kanäle, jeder von 0 bis 1: Der erste ist in Rot gezeigt, der zweite in Cyan, sodass gleiche Werte grau sind.
        [3] Pixel haben Rot, Grün und Blau, jedes von 0 bis 1.
       *[4] Pixel haben vier Kanäle, jeder von 0 bis 1: Die ersten drei sind gezeigt, als Rot, Grün und Blau.
    }
network-choose = { $name } wählen
network-choose-size = { $name } wählen ({ $size })
size-megabytes = { $size } MB
coupling-scale = Kopplungskoeffizient <span class="cv-sym" data-sym="c">c</span> an <b data-part="scale-capsule">0</b> <span class="cv-scale-bar" data-part="scale-bar"></span>

## Bilder für den Anfang

picture-begin = zeichnen oder hochladen
picture-none = Noch gibt es kein Bild: { $element }.
samples-none = Hier lassen sich keine Beispiele zeigen: Zeichnen Sie eines, laden Sie ein Bild hoch oder nehmen Sie eines auf.
sample-name = Beispiel: { $name }
sample-hand =
    { $digit }, { $hand ->
        [upright] aufrecht
        [slanted] schräg
        [round] rund
        [angular] eckig
        [continental] mit Querstrich
        [thin] dünn
        [thick] dick
        [small] klein
        [shaky] zittrig
       *[other] { $hand }
    }
sample-either = { $one } oder { $other }
sample-class = { $name } { $number }
test-picture =
    { $set ->
        [mnist] Testziffer aus
       *[other] Testbild aus
    } { $title }

## Regler

sliders =
    { $what ->
        [factor] Faktoren des Objekts
       *[dimension] Dimensionen der Kapsel
    }
sliders-reset = alle zurücksetzen
slider-number =
    { $what ->
        [factor] Faktor
       *[dimension] Dimension
    } { $number }
slider-named =
    { $what ->
        [factor] Faktor
       *[dimension] Dimension
    } { $number }, { $name }
slider-reset =
    { $what ->
        [factor] diesen Faktor
       *[dimension] diese Dimension
    } zurücksetzen (Doppelklick oder Rücktaste)
slider-reset-number =
    { $what ->
        [factor] Faktor
       *[dimension] Dimension
    } { $number } zurücksetzen
slider-value = { $value }, ursprünglich { $original }
dimension-name =
    { $key ->
        [x] x-Position
        [y] y-Position
        [area] Fläche
        [length] Länge
        [thickness] Dicke
        [slant] Schräge
        [width] Breite
        [height] Höhe
        [rotation] Drehung
        [hue] Farbton
        [contrast] Kontrast
        [colourfulness] Farbigkeit
        [red-to-green] Rot zu Grün
        [blue-to-yellow] Blau zu Gelb
        [brightness] Helligkeit
        [entangled] verschränkt
        [unknown] unbekannt
        [local-detail] lokales Detail
        [hardly-any-change] kaum Änderung
       *[other] { $name }
    }
dimension-loose = etwa { $name }
dimension-sure = { $name } ✓
dimension-place = { $name } { $place }/{ $count }
list-unit = { $before }, { $next }
list-numbers = { $before }; { $next }
list-sentences = { $before } { $next }
list-dots = { $before } · { $next }
sentence = { $text }.
named = { $name }: { $value }
labelled = { $label }: { $element }
with-value = { $name } ({ $value })
percent = { $value } %
interval = { $low } bis { $high }
dimension-confirmed = { $name }; echte Testbilder bestätigen es
measure-name =
    { $key ->
        [x] waagerechte Position
        [y] senkrechte Position
        [area] Fläche
        [length] Länge
        [thickness] Dicke
        [slant] Schräge
        [width] Breite
        [height] Höhe
        [rotation] Drehung
        [hue] Farbton
        [contrast] Kontrast
        [colourfulness] Farbigkeit
        [red-to-green] Rot zu Grün
        [blue-to-yellow] Blau zu Gelb
        [brightness] Helligkeit
        [turn] Drehung
        [shear] Scherung
       *[other] { $name }
    }
factor-name =
    { $factor ->
        [x] nach rechts
        [y] nach unten
        [rotation] Drehung, gegen den Uhrzeigersinn
        [size] Größe
        [azimuth] Azimut, gegen den Uhrzeigersinn
        [elevation] Höhe der Kamera
        [light] Licht, nach rechts
        [hue] Farbton
        [brightness] Helligkeit
       *[other]
            { $form ->
                [thickness] Dicke
                [aspect] Seitenverhältnis
               *[other] { $form }
            }
    }
factor-explained = { $label }, R² { $r2 }
factor-read = { $label }, die Pose sagt { $value }
factor-turn =
    { $factor ->
        [azimuth] Azimut
       *[elevation] Höhe
    } { $value }
play-start = Abspielen
play-pause = Pause

## Ein anderes Routing

what-if-title =
    { $name ->
        [dynamic] Dynamisch
        [em] EM, eine dichte Schicht
        [self_routing] Self-Routing
        [attention] Self-Attention
        [uniform] Gleichverteilt (kein Routing)
        [top_k] Top-k
        [leaky] Softmax mit Leck
        [inverted_attention] Inverted Dot-Product Attention
        [k_means] k-Means
        [soft_k_means] Weiches k-Means
        [query_key] Query-Key-Attention
        [damped] Gedämpft, stetig
        [authors] Dynamisch, wie im Code der Autoren
        [matrix] EM über Matrixkapseln
       *[other] { $title }
    }
what-if-plain = Was wäre, wenn: { $title }. Die Gewichte wurden mit dynamischem Routing gelernt, nicht hiermit.
what-if-set = Was wäre, wenn: { $title }, { $symbol } = { $number }. Die Gewichte wurden mit dynamischem Routing gelernt, nicht hiermit.
what-if-routing = Routing
what-if-steps = Schritte
what-if-steps-title = Schritte entlang der Gleichung
what-if-none = das eigene
what-if-end = zurück zum eigenen

## Abbildungen und wie man sie speichert

save-figure = { $title } speichern
save-figure-as = { $title } als { $kind } speichern
background = Hintergrund gespeicherter Bilder
background-name =
    { $background ->
        [light] hell
        [dark] dunkel
       *[none] keiner
    }
caption-choice = Titel und Bildunterschrift
caption-network = Netz { $network }
chart-this = diese Abbildung
chart-failed = Dieses Diagramm lässt sich nicht zeichnen: { $reason }. Seine Zahlen stehen in der CSV-Datei.
charts-away = Diagramme lassen sich gerade nicht laden
sections-again = noch einmal versuchen
sections-table = Tabelle

## Links und die Verbindung

link-copy = Link kopieren
link-copied = Link kopiert
link-damaged = Der Link ist beschädigt, vielleicht abgeschnitten
link-long = Der Link ist länger als { $most } Zeichen
link-version = Der Link stammt von einer anderen Version von capsviz
excerpt-unknown =
    Auf dieser Seite gibt es kein „{ $name }“ zum { $key ->
        [lock] Sperren
       *[show] Zeigen
    }: Wählen Sie aus { $few }.
excerpt-task-long = Die Aufgabe dieses Links hat mehr als { $most } Zeichen.
live-state =
    { $state ->
        [requests] keine Live-Verbindung: Ergebnisse kommen etwas langsamer
        [slow] der Server ist ausgelastet: Ergebnisse kommen spät
        [late] dieses Gerät rechnet noch: Ergebnisse kommen spät
        [coming] das Netz lädt noch: Ergebnisse kommen, sobald es da ist
       *[lost] Verbindung unterbrochen, Ihre Eingaben bleiben erhalten; Ergebnisse kommen, sobald sie wieder da ist
    }
live-old = Älter als Ihre Einstellungen: Diese Ergebnisse holen noch auf.
server-away = Der Server ist nicht erreichbar: Versuchen Sie es noch einmal, wenn die Verbindung wieder da ist.
server-refused = Der Server hat das abgelehnt ({ $status }): Versuchen Sie es noch einmal.
app-needed = Dafür braucht es die App: In dieser Kopie einer Seite geht es nicht.
other-digit =
    { $thing ->
        [digit] andere Ziffer
        [shape] andere Form
        [garment] anderes Kleidungsstück
        [solid] anderer Körper
       *[class] anderes Bild
    }
other-samples =
    .aria-label = Beispiele
other-test = Testziffer aus MNIST
drawing-full = Die Zeichnung ist voll: Nehmen Sie etwas zurück, oder leeren Sie sie
other-load = laden
other-draw = selbst zeichnen

## Worum eine Seite gebeten wurde

link-unopened = Dieser Link ließ sich nicht öffnen: { $reason }.
link-elsewhere = Der Link ist für die Seite „{ $page }“
link-network = Ein Netz „{ $name }“ gibt es hier nicht
link-lesson = Eine solche Lektion gibt es nicht
link-run = Einen Lauf „{ $name }“ gibt es hier nicht
network-unknown = Ein Netz „{ $name }“ gibt es hier nicht: Wählen Sie eines von { $known }.
network-gone = Das Netz „{ $name }“ ist nicht mehr hier: Dies ist „{ $now }“.
kept-unusable =
    { $what ->
        [settings] Die Einstellungen, die dieser Tab behalten hatte, lassen
        [drawing] Die Zeichnung, die dieser Tab behalten hatte, lässt
       *[view] Die Ansicht, die dieser Tab behalten hatte, lässt
    } sich nicht verwenden: { $reason }.
network-mistake = { $name } macht einen Fehler: { $mistake }.
digits-alone =
    { $page ->
        [overlap] Die Seite Überlappung handelt
        [claims] Jede These, die hier von Hand geprüft wird, handelt
       *[learn] Die Lektionen und die Tour handeln
    } nur von Ziffern: Das gewählte Netz klassifiziert keine.
picker-label =
    { $label ->
        [pictures] Bilder
       *[network] Netz
    }
picker-group =
    { $key ->
        [two-digits] zwei Ziffern
        [no-capsules] keine Kapseln
        [routing-in-iterations] Routing in Iterationen
        [routing-in-one-pass] Routing in einem Durchgang
        [your-own] Ihre eigenen
        [data-sets] Datensätze
       *[other] { $title }
    }
class-name =
    { $key ->
        [t-shirt] T-Shirt
        [trousers] Hose
        [pullover] Pullover
        [dress] Kleid
        [coat] Mantel
        [sandal] Sandale
        [shirt] Hemd
        [sneaker] Turnschuh
        [bag] Tasche
        [ankle-boot] Stiefelette
        [airplane] Flugzeug
        [automobile] Auto
        [bird] Vogel
        [cat] Katze
        [deer] Hirsch
        [dog] Hund
        [frog] Frosch
        [horse] Pferd
        [ship] Schiff
        [truck] Lastwagen
        [triangle] Dreieck
        [square] Quadrat
        [ellipse] Ellipse
        [heart] Herz
        [arrow] Pfeil
        [cross] Kreuz
        [crescent] Mondsichel
        [cube] Würfel
        [cone] Kegel
        [cylinder] Zylinder
        [torus] Torus
        [stairs] Treppe
        [mug] Becher
       *[other] { $title }
    }
set-name =
    { $key ->
        [coloured-sprites] Farbige Sprites
        [solids] Körper
       *[other] { $title }
    }
network-name =
    { $key ->
        [dynamic] Dynamisches Routing
        [em-one-dense-layer] EM, eine dichte Schicht
        [self-routing] Self-Routing
        [self-attention] Self-Attention
        [uniform-no-routing-] Gleichverteilt (kein Routing)
        [matrix-capsules] Matrixkapseln
        [plain-cnn] Einfaches CNN
        [large-plain-cnn] Großes einfaches CNN
        [compact-capsnet] Kompaktes CapsNet
        [deep-capsules-two-layers] Tiefe Kapseln, zwei Schichten
        [deep-capsules-three-layers] Tiefe Kapseln, drei Schichten
        [deep-capsules-four-layers] Tiefe Kapseln, vier Schichten
        [coloured-sprites] Farbige Sprites
        [solids] Körper
        [compact-capsnet-fashion-mnist] Kompaktes CapsNet, Fashion-MNIST
        [compact-capsnet-sprites] Kompaktes CapsNet, Sprites
        [compact-capsnet-coloured-sprites] Kompaktes CapsNet, Farbige Sprites
        [compact-capsnet-solids] Kompaktes CapsNet, Körper
        [compact-capsnet-two-digits] Kompaktes CapsNet, zwei Ziffern
        [plain-cnn-fashion-mnist] Einfaches CNN, Fashion-MNIST
        [plain-cnn-sprites] Einfaches CNN, Sprites
        [plain-cnn-coloured-sprites] Einfaches CNN, Farbige Sprites
        [plain-cnn-solids] Einfaches CNN, Körper
        [plain-cnn-two-digits] Einfaches CNN, zwei Ziffern
        [efficient-capsnet-fashion-mnist] Efficient-CapsNet, Fashion-MNIST
        [efficient-capsnet-sprites] Efficient-CapsNet, Sprites
        [efficient-capsnet-coloured-sprites] Efficient-CapsNet, Farbige Sprites
        [efficient-capsnet-solids] Efficient-CapsNet, Körper
        [efficient-capsnet-two-digits] Efficient-CapsNet, zwei Ziffern
       *[other] { $title }
    }

## Eine veröffentlichte Website

site-chosen-again = { $title } ist wieder gewählt.
site-memory-choose = Dieses Gerät hat wenig Speicher: Wenn { $title } hier langsam ist oder versagt, wählen Sie { $other }.
site-memory-close = Dieses Gerät hat wenig Speicher: Wenn { $title } hier langsam ist oder versagt, schließen Sie andere Tabs.
site-coming = { $title } wird geladen.
site-coming-meanwhile = { $title } wird geladen; bis dahin antwortet { $other }.

## Netze, die ein Browser rechnet

network-unfit = Dieser Browser kann kein Netz rechnen: Dafür braucht es WebAssembly mit SIMD, wie es alle Browser seit 2023 haben.
network-large = Dieses Gerät hat zu wenig Speicher für dieses Netz: Wählen Sie ein kleineres und schließen Sie andere Tabs.
network-away = Dieser Browser hat das Netz nicht aufbewahrt, und die Website ist gerade nicht erreichbar.
network-damaged = Eine Datei, die hier gebraucht wird, fehlt oder ist beschädigt. Hilft erneutes Laden nicht, sagen Sie es denen, die die Seite veröffentlicht haben.
network-unread = Das Netz ließ sich hier nicht ausführen: { $reason }.

## Bilddateien

file-empty = Diese Datei ist leer: Wählen Sie eine PNG-, JPEG-, GIF-, WebP- oder BMP-Datei
file-large = Diese Datei hat { $has } MB: Wählen Sie eine mit höchstens { $most } MB
file-svg = SVG-Zeichnungen lassen sich hier nicht lesen: Wählen Sie eine PNG-, JPEG-, GIF-, WebP- oder BMP-Datei
file-film = HEIC- und Videodateien kann dieser Browser nicht lesen: Wählen Sie eine PNG-, JPEG-, GIF-, WebP- oder BMP-Datei
file-none = Diese Datei ist kein Bild, das dieser Browser lesen kann: Wählen Sie eine PNG-, JPEG-, GIF-, WebP- oder BMP-Datei
file-pixels = Dieses Bild hat { $width } × { $height } Pixel: Wählen Sie eines mit höchstens { $most } Megapixeln
file-damaged = Dieses Bild ist beschädigt oder abgeschnitten: Speichern Sie es noch einmal, oder wählen Sie ein anderes
file-nothing = In diesem Bild ist nichts zu sehen: Wählen Sie eines mit einer Ziffer auf einfarbigem Papier
file-narrow = Dieses Bild ist zu klein oder zu schmal: Wählen Sie eines, das mindestens 8 Pixel breit und hoch ist
file-several = In diesem Bild sind mehrere Ziffern: Schneiden Sie es auf eine davon zu
file-memory = Dieses Bild braucht zu viel Speicher: Wählen Sie ein kleineres
file-scripts = Die Skripte, die Bilder lesen, sind nicht angekommen: Laden Sie diese Seite noch einmal

## Das Urteil über eine Zeichnung

answer-empty =
    { $thing ->
        [digit] keine Ziffer
        [shape] keine Form
        [garment] kein Kleidungsstück
        [solid] kein Körper
       *[class] keine Klasse
    }: Die Zeichenfläche ist leer.
answer-two =
    { $name } oder { $other }: { $measure ->
        [length] Längen
       *[other] Aktivierungen
    } { $longest } und { $next }, beides plausibel{ $count ->
        [0] { "" }
       *[other]
            { " " }(alle { $count ->
                [2] zwei
                [3] drei
                [4] vier
                [5] fünf
                [6] sechs
                [7] sieben
                [8] acht
                [9] neun
                [10] zehn
                [11] elf
               *[other] { $count }
            } teilen sich 1)
    }.
answer-none =
    { $thing ->
        [digit] keine Ziffer
        [shape] keine Form
        [garment] kein Kleidungsstück
        [solid] kein Körper
       *[class] keine Klasse
    }: { $measure ->
        [length] Jede Kapsel ist kurz, am längsten
       *[other] Keine Kapsel ist aktiv genug, am aktivsten
    } ist { $name } mit { $longest }.
answer-misfit =
    { $name }, { $measure ->
        [length] Länge
       *[other] Aktivierung
    } { $longest }, aber die Rekonstruktion passt nicht zur Eingabe: vielleicht gar { $thing ->
        [digit] keine Ziffer
       *[other] keine der Klassen
    }.
answer-clear =
    { $name }, { $measure ->
        [length] Länge
       *[other] Aktivierung
    } { $longest }; danach { $other }, { $measure ->
        [length] Länge
       *[other] Aktivierung
    } { $next }.
## Diagramme von Messergebnissen, und die Tabellen, als die sie gespeichert werden

number = { $value }
chart-zoom = zoomen
chart-pan = verschieben
chart-zoom-in = vergrößern
chart-zoom-out = verkleinern
chart-reset = Achsen zurücksetzen
file-series = Reihe
file-low = von
file-high = bis
file-name = Name
file-value = Wert
file-column = Spalte
file-row = Zeile
file-text = Text

## Blöcke eines Netzes

block-votes = Stimmen
block-routing = Routing
block-capsules = Kapseln
block-picture = Bild
block-painting = es malt
block-decoder = Decoder
block-residual = Residual { $number }
block-weights = { $count } Gewichte

## Wie ein Netz vom veröffentlichten abweicht

network-published =
    { $build ->
        [capsnet]
            { $routing ->
                [dynamic] Wie von Sabour, Frosst und Hinton (2017) veröffentlicht: Schichten, Squash-Funktion, Routing, Margin-Verlust, Decoder. Nicht wie veröffentlicht: Gradienten nur durch die letzte Iteration und kein Bias je Ausgangskapsel, wo der Code der Autoren die ganze Schleife ableitet und einen hat, und das Training, das die Modellkarte beschreibt.
                [em] EM über einer dichten Schicht, nicht das Netz von Hinton, Sabour und Frosst (2018), das hier Matrixkapseln heißt. Wie von ihnen veröffentlicht: EM passt den Stimmen für jeden Ausgang eine Gauß-Verteilung an, und die Ausgänge haben eigene Aktivierungen. Nicht wie veröffentlicht: eine dichte Schicht mit Posen aus 16 Zahlen hinter den Faltungen ihres Artikels von 2017 statt vier Schichten mit 4 × 4-Matrizen und Addition der Koordinaten, Eingangsaktivierungen aus der gestauchten Pose, Margin-Verlust statt Spread-Loss, λ von 0,1 bis 0,3, Kosten nach dem Anteil jedes Ausgangs an der Aktivierung, eine Varianz von mindestens 0,0001 und ein Decoder.
                [self_routing] Wie von Hahn, Pyeon und Kim (2019) veröffentlicht: Die eigene Pose jeder Eingangskapsel entscheidet in einem Durchgang, wohin ihre Stimme geht, und die Ausgangsaktivierungen teilen sich 1. Nicht wie veröffentlicht: eine dichte Schicht hinter den Faltungen von Sabour, Frosst und Hinton statt eines Residualnetzes, Eingangsaktivierungen aus der gestauchten Pose, Margin-Verlust und ein Decoder.
                [attention] Wie von Mazzia, Salvetti und Chiaberge (2021) veröffentlicht: das Routing durch Self-Attention mit gelernter Vorgabe und die Squash-Funktion. Nicht wie veröffentlicht: 1.152 Eingangskapseln hinter den zwei Faltungen von Sabour, Frosst und Hinton statt 16 hinter vier kleinen; Efficient-CapsNet ist hier näher an ihrem Netz.
                [uniform] Kein veröffentlichtes Netz: das von Sabour, Frosst und Hinton (2017) ohne Routing. Jede Kopplung ist ein Zehntel, im Training und danach, als Kontrolle.
                [leaky] Dynamisches Routing mit dem Softmax mit Leck aus dem Code von Sabour, Frosst und Hinton (2017). Nicht wie veröffentlicht: kein Bias je Ausgangskapsel, und das Training.
                [inverted_attention] Wie von Tsai, Srivastava, Goh und Salakhutdinov (2020) veröffentlicht: das Routing durch Inverted Dot-Product Attention, mehrere Durchgänge, Layer-Norm. Nicht wie veröffentlicht: eine geroutete Schicht hinter den Faltungen von Sabour, Frosst und Hinton, weder Faktor noch Bias in der Layer-Norm und die Länge der gestauchten Summe statt eines linearen Klassifikators.
                [authors] Wie von Sabour, Frosst und Hinton (2017) veröffentlicht und wie in ihrem Code: Schichten, Squash-Funktion, Routing mit einem Bias je Ausgangskapsel, Gradienten durch alle Iterationen, Margin-Verlust, Decoder. Nicht wie veröffentlicht: das Training, das die Modellkarte beschreibt.
               *[other] { $published }
            }
        [compact] Wie von Sabour, Frosst und Hinton (2017) veröffentlicht: Primärkapseln, Stimmen, Routing, Margin-Verlust. Nicht wie veröffentlicht: zehn kleine Faltungen statt zwei großer, ein Viertel der Typen von Primärkapseln, Gradienten nur durch die letzte Iteration und kein Bias je Ausgangskapsel, wo der Code der Autoren die ganze Schleife ableitet und einen hat, und das Training, das die Modellkarte beschreibt.
        [compact_pairs] Wie von Sabour, Frosst und Hinton (2017) veröffentlicht: Primärkapseln, Stimmen, Routing, Margin-Verlust und, wo es zwei Ziffern liest, Paare auf 36 × 36 Pixeln. Nicht wie veröffentlicht: zehn kleine Faltungen statt zwei großer, ein Viertel der Typen von Primärkapseln, Gradienten nur durch die letzte Iteration und kein Bias je Ausgangskapsel, wo der Code der Autoren die ganze Schleife ableitet und einen hat, und weit weniger Paare im Training.
        [matrix] Wie von Hinton, Sabour und Frosst (2018) veröffentlicht: vier Schichten von Kapseln mit 4 × 4-Matrizen in den kleineren der von ihnen genannten Größen, Stimmen für die Ausgangskapseln, in deren Feldern eine Eingangskapsel liegt, EM in jeder Schicht, Addition der Koordinaten, Spread-Loss. Nicht wie veröffentlicht: Das Logit jeder Aktivierung sind die Kosten nach Batch-Normalisierung statt λ (β_a − Kosten), das gesättigt sein kann, wo alle Kosten einen großen Teil gemeinsam haben; zwei Iterationen, wo sie meist drei haben; Normalisierung vor der ersten ReLU; eine Varianz von mindestens 0,1, wo ihr Code 0,0005 hat; Matrizen, die nahe der Einheitsmatrix beginnen; Koordinaten im Abstand von einem Drittel, wo benachbarte Felder 0,14 des Bildes auseinanderliegen; das Training, das die Modellkarte beschreibt; und ein Decoder der Pose der Klasse, aus dem auch Posen lernen. Keine Kapsel sieht die letzten drei Zeilen und Spalten von Pixeln.
        [deep_2] Kein veröffentlichtes Netz: Unter den Klassen von Sabour, Frosst und Hinton (2017) stehen Schichten von Faltungskapseln mit Vektoren und Feldern von 3 × 3 Orten. Wie von LaLonde und Bagci (2018) veröffentlicht: dynamisches Routing in jedem Feld, an jedem Ort dieselben Matrizen, die Kopplungen einer Eingangskapsel auf die Typen eines Feldes verteilt. Wie bei Hinton, Sabour und Frosst (2018): Jeder Ort eines Feldes stimmt für sich. Nicht wie veröffentlicht: kein Bias je Ausgangskapsel, in jeder Schicht Gradienten nur durch die letzte Iteration, eine Faltung mit Normalisierung unter PrimaryCaps, Matrizen, die so groß beginnen, dass die Summen so lang sind wie die Kapseln darunter, und das Training.
        [deep_3] Kein veröffentlichtes Netz: Unter den Klassen von Sabour, Frosst und Hinton (2017) stehen Schichten von Faltungskapseln mit Vektoren und Feldern von 3 × 3 Orten. Wie von LaLonde und Bagci (2018) veröffentlicht: dynamisches Routing in jedem Feld, an jedem Ort dieselben Matrizen, die Kopplungen einer Eingangskapsel auf die Typen eines Feldes verteilt. Wie bei Hinton, Sabour und Frosst (2018): Jeder Ort eines Feldes stimmt für sich. Nicht wie veröffentlicht: kein Bias je Ausgangskapsel, in jeder Schicht Gradienten nur durch die letzte Iteration, eine Faltung mit Normalisierung unter PrimaryCaps, Matrizen, die so groß beginnen, dass die Summen so lang sind wie die Kapseln darunter, und das Training.
        [deep_4] Kein veröffentlichtes Netz: Unter den Klassen von Sabour, Frosst und Hinton (2017) stehen Schichten von Faltungskapseln mit Vektoren und Feldern von 3 × 3 Orten. Wie von LaLonde und Bagci (2018) veröffentlicht: dynamisches Routing in jedem Feld, an jedem Ort dieselben Matrizen, die Kopplungen einer Eingangskapsel auf die Typen eines Feldes verteilt. Wie bei Hinton, Sabour und Frosst (2018): Jeder Ort eines Feldes stimmt für sich. Nicht wie veröffentlicht: kein Bias je Ausgangskapsel, in jeder Schicht Gradienten nur durch die letzte Iteration, eine Faltung mit Normalisierung unter PrimaryCaps, Matrizen, die so groß beginnen, dass die Summen so lang sind wie die Kapseln darunter, und das Training.
        [own] Das eigene Netz eines Benutzers, auf der Kommandozeile genannt. Nur sein Besitzer weiß, wie es von einer Veröffentlichung abweicht.
        [efficient]
            { $routing ->
                [attention]
                    { $classes ->
                        [10] Wie von Mazzia, Salvetti und Chiaberge (2021) veröffentlicht: vier Faltungen, 16 Primärkapseln, Routing durch Self-Attention, Squash-Funktion, 161.824 Parameter ohne den Decoder. Nicht wie veröffentlicht: Die Normalisierung kommt vor der ReLU statt danach, und das Training, das die Modellkarte beschreibt.
                       *[other] Wie von Mazzia, Salvetti und Chiaberge (2021) veröffentlicht: vier Faltungen, 16 Primärkapseln, Routing durch Self-Attention, Squash-Funktion. Nicht wie veröffentlicht: Die Normalisierung kommt vor der ReLU statt danach, und das Training, das die Modellkarte beschreibt.
                    }
               *[other] Wie von Mazzia, Salvetti und Chiaberge (2021) veröffentlicht: vier Faltungen, 16 Primärkapseln, Squash-Funktion. Nicht wie veröffentlicht: ein anderes Routing statt Self-Attention, die Normalisierung vor der ReLU statt danach, und das Training, das die Modellkarte beschreibt.
            }
       *[other] { $published }
    }
