title = Blickwinkel
purpose =
    <b>Drehen, verschieben oder strecken Sie { $thing ->
        [digit] eine Ziffer
        [shape] eine Form
        [garment] ein Kleidungsstück
        [solid] einen Körper
       *[class] ein Bild
    }.</b> Behält die Kapsel ihre <span data-say="measure">Länge</span>? Bis zu welchem Winkel?
reset = zurücksetzen
any-viewpoint = beliebiger Blickwinkel
    .title = eine zufällige Änderung im Bereich von affNIST: bis 20° Drehung, ein Fünftel der Größe und der Scherung und bis 4 Pixel in jede Richtung
copy-link = Link kopieren
view-link =
    .aria-label = Link zu dieser Ansicht
input-heading = Eingabe des Netzes
shown-help =
    .aria-label = Was ist hier zu sehen?
input-explained = Das veränderte Bild, wie beide Netze es bekommen: Ziehen Sie es an der Mitte oder am Griff unten links, drehen Sie es am oberen Griff, vergrößern Sie es am Griff unten rechts. Ein Körper im Raum dreht und kippt sich beim Ziehen. Daneben die Rekonstruktion des Siegers davon. In der Differenz ist Blau Tinte, die der Rekonstruktion fehlt, Rot Tinte, die sie hinzufügt.
picture-input =
    .aria-label = die Eingabe der Netze
handle =
    { $handle ->
        [rotation] drehen
        [scale] Größe
        [body] drehen und kippen
       *[move] verschieben
    }
picture-reconstruction =
    .aria-label = Rekonstruktion des Siegers
caption-reconstruction = Rekonstruktion von <span data-part="winner"></span>
picture-difference =
    .aria-label = Rekonstruktion minus Eingabe: Rot ist hinzugefügt, Blau fehlt
caption-difference = Differenz
sliders-heading = Blickwinkel
sliders-explained = Die Änderungen wirken auf das kleine Bild, das die Eingabe ist<span data-part="centred">, nachdem Ihre Zeichnung zentriert und skaliert wurde: Sonst würde das Zentrieren sie aufheben</span>. In dieser Reihenfolge: Dicke, Größe, Scherung, Drehung, Verschiebung. Eine Drehung über 0° geht im Uhrzeigersinn.
transforms =
    .aria-label = Veränderungen
predictions-heading = Vorhersagen
key-capsule = Kapsel, <span data-say="measure">Länge</span>
key-cnn = <i class="cv-v-key cv-v-key-cnn"></i>CNN, Wahrscheinlichkeit
lengths =
    .aria-label = Kapseln und Wahrscheinlichkeiten des CNN
curves-heading = durch den ganzen Bereich
curves-explained = Eine Art von Änderung läuft durch ihren Bereich, während die anderen bleiben. Oben, was sich nicht ändern sollte: die <span data-say="measure">Länge</span>. Unten, was sich ändern sollte: die { $dimensions } Zahlen der Pose, alle im selben Maßstab. Die grauen Striche sind ein geradliniges Gesetz, angepasst an andere Bilder dieser Klasse. Klicken oder ziehen Sie im oberen Bild, um dorthin zu gehen.
guess-begin = erst raten
curve-of = über
curve-capsule = Kapsel
guess =
    .aria-label = erst raten
guess-question = Bei welchem Winkel wird das Netz { $thing ->
        [digit] diese Ziffer
        [shape] diese Form
        [garment] dieses Kleidungsstück
        [solid] diesen Körper
       *[class] dieses Bild
    } nicht mehr erkennen?
guess-drag = Ziehen Sie die Linie:
guess-at =
    .aria-label = Winkel in Grad
curve-lengths =
    .aria-label = Kapselausgaben über der Veränderung
factors-heading = die wahren Faktoren
factors-help =
    .aria-label = Was ist das?
factors-explained = Diese Bilder sind aus Formeln gezeichnet: Wo das Objekt liegt, wie es gedreht ist, wie groß es ist, und seine Dicke, sein Seitenverhältnis oder sein Licht sind genau bekannt. Bewegen Sie einen Faktor, so wird genau dieses Objekt gezeichnet und vom Netz klassifiziert. Bewegen Sie den Blickwinkel, so zeigen sie, was eine lineare Abbildung aus der Pose abliest: Sie wurde an 2.000 Bildern jeder Klasse angepasst, die kein Netz gesehen hatte. R² sagt, wie viel von einem Faktor eine solche Abbildung an Bildern findet, an die sie nicht angepasst wurde, von 0, nichts, bis 1, alles; ein Winkel ist bis auf die Symmetrie des Objekts bekannt. Wo eine Pose wenig von der Drehung enthält, malt der Decoder einen Fleck, der sich nicht dreht: Die Zahl hier tut es.
pose-fold = die Pose, und Ergebnisse über viele Messungen
pose-heading = die Pose von <b data-part="digit" data-answer></b>, Dimension für Dimension
curve-poses =
    .aria-label = die Pose, Dimension für Dimension, über der Veränderung
attack-heading = gezielt getäuscht
attack-section =
    .data-lack = Angriffe lassen sich in der App versuchen.
attack-explained = Jedes Pixel darf sich um höchstens ε ändern, wobei Tinte 1 ist, in der Richtung, die jedes Netz von { $thing ->
        [digit] dieser Ziffer
        [shape] dieser Form
        [garment] diesem Kleidungsstück
        [solid] diesem Körper
       *[class] diesem Bild
    } wegführt: FGSM macht einen Schritt entlang des Vorzeichens des Gradienten, PGD zehn kleinere. Jedes Netz wird durch seinen eigenen Gradienten angegriffen. In der Änderung ist Rot hinzugefügte, Blau weggenommene Tinte. Die Abweichung ist die Summe der quadrierten Differenzen zwischen dem Bild und der Rekonstruktion des Siegers.
attack-method = Angriff
attack-fgsm = FGSM, ein Schritt
attack-pgd = PGD, zehn Schritte
attack-strength = Stärke ε

## Arten der Änderung

kind-rotation = Drehung
kind-shift_x = Versatz nach rechts
kind-shift_y = Versatz nach unten
kind-scale = Größe
kind-shear = Scherung
kind-thickness = Strichdicke
kind-step = { $kind } Schritt für Schritt
kind-play = { $kind } abspielen
kind-reset = { $kind } zurücksetzen
measure =
    { $measure ->
        [length] Länge
       *[activation] Aktivierung
    }

## Was die Netze sagen

cnn-missing = Ein einfaches CNN für dieselben Bilder ist nicht auf diesem Rechner, deshalb sind nur die Kapseln gezeigt: capsviz train --network cnn trainiert eines, mit demselben --data-set.
cnn-empty = Das einfache CNN muss selbst bei einem leeren Bild etwas nennen.
cnn-says = Das einfache CNN sagt { $name } vorher, Wahrscheinlichkeit { $probability }.
says-nothing = Nichts zu lesen
says-none =
    Die Kapseln sehen { $thing ->
        [digit] keine Ziffer
        [shape] keine Form
        [garment] kein Kleidungsstück
        [solid] keinen Körper
       *[class] keine Klasse
    }{ $cnn ->
        [0] {""}
       *[1] , das CNN sagt { $other } vorher
    }
says-capsules = Die Kapseln sagen { $name } vorher
says-both = Beide sagen { $name } vorher
says-apart = Die Kapseln sagen { $name } vorher, das CNN { $other }
turned = Gedreht auf { $truth }.
turned-read = Gedreht auf { $truth }. Die Pose sagt { $read }.
digit-winner = der Sieger

## Kurven

share-nothing = nichts
share = { $percent } %
span = { $low } bis { $high }
curve-falls =
    Die { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } von { $name } fällt auf { $least } bei { $value }.
law-none = Für dieses Netz wurde kein Gesetz der Pose angepasst: capsviz viewpoint tut das.
law = Im Bereich { $span } erklärt ein geradliniges Gesetz, für alle Bilder von { $name } dasselbe, { $shared } davon, wie die Pose folgt ({ $kind }), an Testbildern, an die es nicht angepasst wurde; ein Gesetz, das von der Pose jedes Bildes abhängen darf, erklärt { $own }.
range-never = Unverändert wird es nicht als { $name } erkannt
range-whole = Im ganzen Bereich als { $name } erkannt
range = Als { $name } erkannt von { $from } bis { $to }
line-measure =
    { $measure ->
        [length] Länge
       *[activation] Aktivierung
    } von { $name }
line-it = es
line-other = größte andere
line-other-end = andere
line-cnn = CNN, Wahrscheinlichkeit von { $name }
line-cnn-short = CNN { $name }
line-cnn-end = CNN
line-guess = Ihre Vermutung

## Erst raten

guess-none = noch keine Vermutung
guess-draw = Kurve zeichnen
guess-without = ohne Vermutung zeichnen
guess-lost = Ihre Vermutung: { $guess }. Unverändert wird es nicht als { $name } erkannt.
guess-end = Ihre Vermutung: { $guess }. Nach dieser Seite wird es bis zum Ende erkannt.
guess-off = Ihre Vermutung: { $guess }. Erkannt wird es bis { $end }: { $off }° daneben.

## Angriffe

attack-capsules = Kapseln
attack-cnn = einfaches CNN
attack-before = vorher
attack-change = Änderung
attack-change-spoken = Änderung: Rot ist hinzugefügt, Blau weggenommen
attack-after = nachher
attack-decoded = Rekonstruktion
attack-no-cnn = Ein einfaches CNN für dieselben Bilder ist nicht auf diesem Rechner: capsviz train --network cnn trainiert eines, mit demselben --data-set.
attack-no-cnn-site = Ein einfaches CNN für dieselben Bilder ist nicht auf dieser Website.
attack-answer =
    { $name }, { $measure ->
        [length] Länge
        [probability] Wahrscheinlichkeit
       *[activation] Aktivierung
    } { $value }
attack-fooled = { $before } → { $after }: getäuscht.
attack-not-fooled = { $before } → { $after }: nicht getäuscht.
attack-not-read = { $before } → { $after }: schon vorher nicht als { $name } gelesen.
attack-recorded = Aufgezeichnet an dem Beispiel, mit dem diese Seite beginnt, unverändert, bei ε { $epsilon }. Ihr eigenes Bild wird nur in der App angegriffen: Das braucht Gradienten, die ein Browser nicht berechnet.
attack-no-decoder = Es hat keinen Decoder: Nichts würde verraten, dass es getäuscht wurde.
attack-no-decoder-fooled = Es hat keinen Decoder: Nichts verrät, dass es getäuscht wurde.
misfit =
    Abweichung { $before } → { $after }, Grenze { $limit }: { $fits ->
        [1] Die Rekonstruktion passt noch, nichts verrät die Änderung
       *[0] Die Rekonstruktion passt nicht, das verrät die Änderung
    }. { $alarms ->
        [unknown] Wie viele unveränderte Bilder sie ablehnt, wurde für diese Gewichte nicht gemessen.
       *[other] Dieselbe Grenze lehnt { $alarms } % der unveränderten Testbilder ab.
    } Urteil: { $verdict }
contested = Umstritten: { $claim }.
claim-for = Dafür
claim-against = Dagegen
try-equivariant = drehen
try-robust = beliebiger Blickwinkel
try-adversarial = mit PGD angreifen

## Dateien

file-lengths = die Längen
file-pose = die Pose
file-pictures = die Bilder
file-values = Länge, Wahrscheinlichkeit
file-dimensions = Wert jeder Dimension
file-length = Länge
file-cnn = Wahrscheinlichkeit des CNN
file-rotation = Drehung in Grad, im Uhrzeigersinn
file-length-of = Länge von { $name }
file-cnn-of = Wahrscheinlichkeit des CNN von { $name }
file-dimension = Dimension { $number }
