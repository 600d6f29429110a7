title = Teile
purpose = <b data-part="what">Zeichnen Sie eine Ziffer</b>: Sie wird in Teile zerlegt, die ohne ein einziges Label gelernt wurden.
canvas-heading = Sie zeichnen
canvas-help =
    .aria-label = Was bedeuten die Farben?
colours-explained = Jede Farbe ist ein <b>Teil</b>: eine allein aus Bildern gelernte Schablone, mit dem Ort, der Drehung und der Größe, die das Netz für sie findet. Das Netz läuft in diesem Browser. Mit der Tastatur: Setzen Sie den Fokus auf die Zeichenfläche, bewegen Sie den Stift mit den Pfeiltasten, senken und heben Sie ihn mit der Leertaste.
canvas =
    .aria-label = Zeichenfläche
    .aria-description = Pfeiltasten bewegen den Stift, mit der Umschalttaste in feineren Schritten. Die Leertaste senkt und hebt ihn. Escape hebt ihn. Strg+Z nimmt einen Strich zurück.
    .aria-roledescription = Zeichenfläche
begin = Zeichnen Sie hier eine Ziffer, oder nehmen Sie unten eine.
undo = zurück
clear = leeren
samples =
    .aria-label = Beispiele
stage-heading = aus Teilen gemacht
stage-help =
    .aria-label = Was kann ich hier tun?
stage-explained = Dasselbe Bild, nur von seinen Teilen gemalt. Wählen Sie ein Teil: Ziehen Sie seine Mitte, um es zu bewegen, den runden Griff, um es zu drehen und zu vergrößern, den eckigen, um es zu scheren. Die Objekte beurteilen sofort, was Sie gemacht haben. Gestrichelte Ellipsen zeigen, wo das gewählte Objekt seine Teile erwartet; bewegen Sie das Objekt, so folgen sie und alle Teile seiner Pose. Der Fehler ist die Summe der quadrierten Abweichungen der Teile von Ihrer Zeichnung.
stage-parts =
    .aria-label = Teile auf dem Bild
stage-picture =
    .aria-label = das von seinen Teilen gemalte Bild
lay = Drücken Sie auf ein Objekt: Es liegt hier, aus seinen Teilen. Oder legen Sie Teile aus dem Alphabet.
reset = Original
swap = Teile tauschen
object-move = Objekt bewegen
part-pose =
    .aria-label = Pose des gewählten Teils
alphabet-heading = das Alphabet
alphabet-help =
    .aria-label = Was ist das?
alphabet-explained = Alle Schablonen, und unter jeder ihre <b>Präsenz</b> im Bild, von 0 bis 1. Ein Buchstabe benennt ein Teil; die Zahl bei einem vorhandenen ist seine <b>Übereinstimmung</b> mit dem Objekt: Über 0 liegt es, wo das Objekt es erwartet, unter 0 anderswo (wie viel wahrscheinlicher seine Pose unter dem Objekt ist als eine beliebige, als natürlicher Logarithmus). Drücken Sie auf eine, um sie auf das Bild zu legen oder dort zu wählen, und auf die gewählte, um sie wegzunehmen; mit der Maus lässt sie sich an ihren Platz ziehen. So wird ein Bild aus Teilen gemalt.
alphabet =
    .aria-label = Teile
objects-heading = Objekte
objects-help =
    .aria-label = Was sind Objekte?
objects-explained = Ein <b>Objekt</b> ist eine Anordnung von Teilen, die ohne Labels gelernt wurde: Seine Pose, multipliziert mit festen Versätzen, sagt vorher, wo jedes Teil ist. Der Balken ist seine A-posteriori-Wahrscheinlichkeit: wie wahrscheinlich die Teile sind, wie sie liegen, aufgeteilt unter den Objekten und <b>keinem</b>, für das jede Pose gleich wahrscheinlich ist. Vertauschen Sie zwei Teile: Die Präsenzen passen noch, die Posen nicht, und keines gewinnt; ohne Posen ändert sich nichts. Namen kamen erst danach, von wenigen Bildern mit Label je Objekt. Solange nichts da ist, stehen die Buchstaben für die Teile eines Objekts; ein Druck darauf legt sie.
network =
    .aria-label = Netz
objects =
    .aria-label = Objekte
ignore-poses = Posen ignorieren
named-by = benannt durch <output data-part="labels"></output> je Objekt

## Das Netz

what-digit = Zeichnen Sie eine Ziffer
what-picture = Wählen Sie ein Bild, oder zeichnen Sie eines
network-title =
    { $name }: { $objects } Objekte{ $poses ->
        [0] {" "}ohne Posen
       *[1] { "" }
    }
labels =
    { $count ->
        [one] 1 Label
       *[other] { $count } Labels
    }
naming = So werden { $percent } % der Validierungsbilder richtig benannt.

## Teile und Objekte

error = Fehler { $error }
handle =
    { $handle ->
        [turn] drehen, Größe
        [shear] scheren
       *[move] verschieben
    }
part = Teil { $letter }
part-there = Teil { $letter }, Präsenz { $presence }
part-agrees = Teil { $letter }, Präsenz { $presence }, Übereinstimmung { $agreement }
agreement = Zahl: Übereinstimmung mit Objekt { $number }
object = Objekt { $number }: { $name }, { $share }
object-none = keines
verdict = { $name } (Objekt { $number }): { $percent } %
verdict-nothing = kein Teil ist da
verdict-none = keines der Objekte: { $percent } %
