title = Thesen
purpose = <b>Thesen</b>: was von Kapseln erhofft wurde und was gemessen wurde.
guess-first = erst raten
sheet = Zusammenfassung auf einer Seite
legend = Balken: erster Vergleich in Prozentpunkten (Wurzelskala), mit 95-%-Intervall; rechts von 0 für die These. Marken: die anderen. Zeichen: dafür (✓), dagegen (✗), offen (○).
claim-list =
    .aria-label = Thesen
all-claims = alle Urteile
expect = Was erwarten Sie?
expect-choices =
    .aria-label = was Sie erwarten
try =
    .aria-label = Ihre Ziffer, und was mit ihr geschieht
your-digit = Ihre Ziffer
canvas =
    .aria-label = Zeichenfläche
    .aria-description = Pfeiltasten bewegen den Stift, mit der Umschalttaste in feineren Schritten. Die Leertaste senkt und hebt ihn. Escape hebt ihn. Strg+Z nimmt einen Strich zurück.
    .aria-roledescription = Zeichenfläche
undo = zurück
clear = leeren
another-picture = anderes Bild
samples =
    .aria-label = Beispiele
board =
    .aria-label = Ihre Ziffer, wie sie liegt
swap = tauschen
flip = umdrehen
whole = wie gezeichnet
predictions = Vorhersagen
fetch = laden und versuchen
predictions-table =
    .aria-label = Vorhersagen
fewer = Die App fragt alle ihre Netze.
more-heading = Was sonst gefunden wurde
confounders-heading = Andere Erklärungen
missing-heading = Hier nicht versucht
verdicts-heading = Wie die Urteile entstehen
verdicts-made = Ein Vergleich spricht für eine These, wo das ganze 95-%-Intervall seines Unterschieds über 0 liegt, gegen sie, wo es ganz darunter liegt, und ist dazwischen offen. Eine These gilt, wo alle für sie sprechen, gilt zum Teil, wo es einige tun, ist umgekehrt, wo alle gegen sie sprechen, und ist sonst nicht gefunden. Die Zahlen stammen von kleinen Bauformen, wo das dabeisteht.
ways =
    .aria-label = Wege von hier
papers-heading = Was seither geschah

## Die Liste und die offene These

verdict =
    { $verdict ->
        [holds] gilt
        [holds-in-part] gilt zum Teil
        [not-found] nicht gefunden
        [reversed] umgekehrt
       *[not-tried] nicht versucht
    }
guess = raten
column-claim = These: drücken, um sie zu prüfen
column-verdict = Urteil
column-difference = Unterschied (95-%-Intervall)
axis = Punkte, Wurzelskala
no-bar = nicht in Punkten
column-value = Wert (95-%-Intervall)
outcome =
    { $outcome ->
        [for] spricht dafür
        [against] spricht dagegen
       *[open] offen
    }:
guessed = { $guessed } von { $count } geraten
verdict-count =
    { $verdict ->
        [holds]
            { $count ->
                [one] { $count } gilt
               *[other] { $count } gelten
            }
        [holds-in-part]
            { $count ->
                [one] { $count } gilt zum Teil
               *[other] { $count } gelten zum Teil
            }
        [not-found] { $count } nicht gefunden
        [reversed] { $count } umgekehrt
       *[not-tried] { $count } nicht versucht
    }
claim-by = Aufgestellt von: { $by }.
claim-question = Für einen Kurs: { $question }
verdict-expected = Wie Sie erwartet haben: { $verdict }.
verdict-unexpected = Sie hatten „{ $guess }“ erwartet: { $verdict }.
verdict-measured = Wie hier gemessen: { $verdict }.
claim-lost = Eine These „{ $name }“ gibt es nicht: Wählen Sie eine aus der Liste.
paper = { $by }. { $says }
all-numbers = alle Zahlen
measure-of = { $of }.
measure-of-rows = { $title } ({ $head }: { $condition })
measure-unmeasured = hier nicht gemessen: wie es ginge
measure-command = Ausgegeben von:
in-percent = { $value } %
value-interval = { $value } ({ $low } bis { $high })
quantity = { $value } { $unit }

## Versuche

no-experiment = Hierzu gibt es keinen Versuch. { $why }
no-solids = Eine Zeichnung ist flach: Drehen Sie einen Körper auf der Seite Blickwinkel, über den Link unten.
no-few = Das braucht Training, keine Zeichnung: Netze, die mit wenigen Bildern trainiert wurden, sind nicht dabei.
no-starvation = Das braucht viele Bilder, keine Zeichnung: Eine Kapsel verhungert, wenn sie bei keinem aktiv ist.
no-recipe = Das braucht Training, keine Zeichnung: Netze nach anderen Rezepten sind nicht dabei.
no-reconstruction = Das braucht Training, keine Zeichnung: Netze, die ohne Decoder trainiert wurden, sind nicht dabei.
no-gradients = Ein Angriff braucht Gradienten, die Netze in einem Browser nicht berechnen: In der App können Sie ihn an einer eigenen Ziffer versuchen.
no-network = Das Netz für diesen Versuch fehlt hier.
fetch-first =
    { $count ->
        [one] Zuerst muss ein Netz geladen werden: { $size }.
       *[other] Zuerst müssen { $count } Netze geladen werden: { $size }.
    }
quarter =
    { $quarter ->
        [upper-left] linkes oberes Viertel
        [upper-right] rechtes oberes Viertel
        [lower-left] linkes unteres Viertel
       *[lower-right] rechtes unteres Viertel
    }, { $place ->
        [upper-left] oben links
        [upper-right] oben rechts
        [lower-left] unten links
       *[lower-right] unten rechts
    }
doing-attack = ein Schritt FGSM
doing-reconstruction = Rekonstruktion ihrer Kapsel
doing-seen = wie das Netz sie sieht
doing-seen-by-all = wie die Netze sie sehen
doing-turn = drehen
doing-number = eine Zahl bewegen
doing-another = mit einer anderen Ziffer
doing-twice = zweimal, nebeneinander
doing-parts = wie ihre Teile sie malen
doing-quarters = Viertel ziehen
doing-strange = etwas zeichnen, das keine Ziffer ist
dial-strength = Stärke
dial-pgd-strength = PGD, Stärke
dial-turned = gedreht
dial-number = Zahl
dial-moved = bewegt
dial-apart = Pixel auseinander
dial-over = darüber
dial-traded = zwei Teile tauschen Plätze
head-network = Netz
head-says = sagt
head-inference = Inferenz mit
head-longest = längste
head-next = nächste
head-largest = größte
head-types = Eingangskapseln
head-coupling = Kopplung
head-usual = üblich
head-own = der Ziffer
head-error = Fehler
head-fits = passt
head-number = Zahl
head-range = von −90° bis 90°
head-moves = bewegt
head-line = Gerade
head-set = gesetzt
head-read = gelesen
head-digit = Ziffer
head-capsule = Kapsel
head-cnn = CNN
head-objects = Objekte
head-any = irgendeines
head-this = dieses
head-milliseconds = ms
head-times-cnn = × CNN
head-output = Ausgabe
head-rank = Rang
note-attack = Balken: die größte Ausgabe, Marke: die der Ziffer wie gezeichnet. Das Bild soll die Kapseln täuschen; das CNN bekommt eines, das es selbst täuschen soll.
note-reconstruction = Balken: quadratischer Fehler der Rekonstruktion der längsten Kapsel; Marke: die Grenze, über der wenige Ziffern der Trainingsmenge liegen. Kritzeln Sie: Bemerkt es das?
note-routing = Balken: die längste Kapsel, Marke: die nächste. In der ersten Iteration sind alle Kopplungen gleich; gleichverteilte Kopplungen: ein anderes Netz, damit trainiert und betrieben.
note-settling = Balken: die längste Kapsel, Marke: die nächste. Die Netze wurden mit { $iterations } Iterationen trainiert.
note-parse-tree = Kopplungen der Eingangskapseln an die vorhergesagte Ziffer nach drei Iterationen: Mittelwerte über die Orte eines Typs, für die { $count } Typen, die am meisten vom Üblichen dieser Ziffer abweichen. Balken: Ihre Ziffer; Marke: der Mittelwert über Validierungsziffern dieser Klasse.
note-turning = Kurve: eine Zahl der Pose der Ziffer, während sie sich dreht; gerade: die Gerade durch ihre Werte bis { $degrees }° nach jeder Seite. Bewegt: wie weit sie dort geht; Gerade: der Anteil davon, den die Gerade erklärt.
note-number = Das Bild ist aus diesen Zahlen decodiert. Marke: was das Netz dafür ausgibt, für dieselbe Kapsel.
note-pair = Balken: die Kapsel jeder Ziffer; ab { $length } gilt sie als da. Marke: das einfache CNN, dessen Ausgaben zusammen 1 ergeben.
note-parts = Balken: der Glaube an irgendein Objekt, Marke: mit den Teilen dort, wo sie gefunden wurden. Die zwei Teile, die am sichersten da sind, tauschen die Posen.
note-cost = Balken: die Zeit einer Antwort, die kürzeste von { $times }, hier und jetzt. In den Messungen unten wechseln sich die Netze ab, auf einem Thread.
note-quarters = Balken: die größte Ausgabe, Marke: wie gezeichnet. Rang: Anteil von 1.000 ganzen Ziffern, bei denen es weniger sicher war.
note-strange = Balken: die größte Ausgabe. Rang: Anteil von 1.000 Ziffern, bei denen es weniger sicher war; ein Netz, das Ihre Zeichnung ablehnt, setzt sie nahe 0 %.
row-attack =
    { $network ->
        [capsules] Kapseln
       *[cnn] einfaches CNN
    }, { $when ->
        [before] vorher
       *[after] nachher
    }
row-attacked = { $network }, angegriffen
row-fits =
    { $fits ->
        [yes] ja
       *[no] nein
    }
row-iterations =
    { $count ->
        [one] { $count } Iteration
       *[other] { $count } Iterationen
    }
row-type = { $network }, Typ { $type }
row-iterations-em =
    { $count ->
        [one] EM, { $count } Iteration
       *[other] EM, { $count } Iterationen
    }
row-uniform = gleichverteilte Kopplungen
row-poses =
    { $poses ->
        [kept] mit Posen
       *[ignored] Posen ignoriert
    }

## Die Zusammenfassung auf einer Seite

sheet-title = capsviz: Thesen über Kapselnetze
sheet-heading = Thesen über Kapselnetze, und was gemessen wurde
sheet-about = Ein Vergleich stützt eine These, wenn das ganze 95-%-Intervall eines gemessenen Unterschieds auf ihrer Seite liegt. Eine These gilt, wenn alle ihre Vergleiche sie stützen, und gilt zum Teil, wenn es einige tun; die zweite Spalte zählt sie und nennt den Unterschied des ersten. Die Seite Thesen und der Befehl „capsviz claims NAME“ nennen alle Zahlen mit ihren Intervallen. { $made }.
sheet-claim = These
sheet-measured = gemessen
sheet-result = Ergebnis
sheet-count = { $support } von { $count }

## Zeilen der Messungen

file-measure = Messung
file-condition = Bedingung
file-unit = Einheit
