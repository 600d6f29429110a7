### Meldungen des Berichts über eine Zeichnung, einer eigenen Datei.

input-heading = Eingabe des Netzes und Rekonstruktion
picture-input =
    .aria-label = die Eingabe
caption-input = Eingabe
picture-reconstruction =
    .aria-label = die Rekonstruktion
picture-difference =
    .aria-label = Rekonstruktion minus Eingabe: Rot ist hinzugefügt, Blau fehlt
caption-difference = Differenz, quadratischer Fehler <b data-part="error"></b>
dimensions-heading = Die <span data-part="dimensions"></span> Dimensionen
decoded-in-python = Was die Posen dieses Netzes decodiert, läuft nur in Python: Das Bild jeder Kapsel kam mit dieser Datei, und die Regler zeigen nur ihre Zahlen.
lengths-heading = Kapselausgaben
iteration-slider = Iteration
lengths-choose = Wählen Sie eine, um ihrer Kapsel zu folgen: ihrer Rekonstruktion, ihren Dimensionen und den Kopplungen darunter.
couplings-heading = Kopplungen
couplings-explained = Eine Kachel für jeden Typ von Eingangskapseln, ein Pixel für jeden Ort. Grün: mehr als ein gleicher Anteil, Violett: weniger.
network-heading = Das ganze Netz
network-explained = Vom Bild zu dem Bild, das es malt, Block für Block: von den Merkmalskarten die, die am stärksten antworten, von den Kapseln, was sie dem Sieger senden, von Stimmen und Routing Typen mal Klassen, vom Decoder seine verborgenen Einheiten.
apart-heading = Ohne Labels zerlegt
settings =
    Modell { $name }, { $iterations ->
        [1] ein Durchgang
       *[other] { $iterations } Iterationen
    }, { $drawn ->
        [centred] zentriert und skaliert wie MNIST
       *[other] wie gezeichnet
    }.
iteration-of = { $iteration } von { $iterations }
capsule-length =
    Kapsel { $name }, { $measure ->
        [length] Länge
       *[other] Aktivierung
    } { $value }
decoded-by = erinnert von Kapsel { $name }
couplings-share = Anteil jeder Eingangskapsel, der in Iteration { $iteration } an Kapsel { $name } geht.
apart-words = Das Netz „{ $network }“ hat ohne Labels gelernt. { $there } seiner { $parts } Teile sind in diesem Bild. Sein wahrscheinlichstes Objekt, Nummer { $object }, das wenige Labels danach { $name } nannten, hat eine A-posteriori-Wahrscheinlichkeit von { $posterior }; dass es keines davon ist, { $none }. Übereinstimmung über 0: Das Teil liegt, wo dieses Objekt es erwartet.
apart-all = alle Teile
apart-part = Teil { $letter }
apart-presence = Präsenz { $presence }
apart-agreement = Übereinstimmung { $agreement }
painted-by = { $name }, gemalt
