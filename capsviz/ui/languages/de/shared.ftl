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

## Bilder für den Anfang

picture-begin = zeichnen oder hochladen
picture-none = Noch gibt es kein Bild: { $element }.
samples-none = Hier lassen sich keine Beispiele zeigen: Zeichnen Sie eines, laden Sie ein Bild hoch oder nehmen Sie eines auf.
sample-name = Beispiel: { $name }
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
        [hue] Farbton, von Rot über Grün und Blau
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
caption-choice = Titel und Legende
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
        [body] anderer Körper
       *[class] anderes Bild
    }
other-samples =
    .aria-label = Beispiele
other-test = Testziffer aus MNIST
other-load = laden
other-draw = selbst zeichnen
