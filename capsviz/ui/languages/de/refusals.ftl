### Sätze, mit denen das Programm etwas ablehnt.

## Der Server

busy = Zu viele Anfragen warten auf Antwort: Versuchen Sie es gleich noch einmal
busy-working = Zu viele Anfragen werden gerade bearbeitet: Versuchen Sie es gleich noch einmal
no-replica = Keine der Repliken antwortet: Versuchen Sie es gleich noch einmal; bleibt es dabei, starten Sie die App und ihren Cluster neu
too-much-sent = Von Ihrer Adresse kommt zu viel: Versuchen Sie es gleich noch einmal
too-much-unread = Zu viel ist zu Ihrer Adresse unterwegs: Versuchen Sie es gleich noch einmal
sending-slow = Das Senden dauerte zu lange: Versuchen Sie es noch einmal
not-done = Der Server konnte das nicht ausführen: Versuchen Sie es noch einmal
not-read = Der Server konnte das nicht lesen: Versuchen Sie es noch einmal
body-large = Das ist größer als 1 MB: Senden Sie weniger
body-large-drawing = Das ist größer als { $size }: Senden Sie ein kleineres Bild, oder zeichnen Sie weniger
lists-many = Die Anfrage enthält zu viele Listen: Zeichnen Sie weniger
file-gone = Diese Datei gibt es nicht: Laden Sie die Seite neu
test-pictures-numbered = Die Testbilder haben die Nummern 0 bis { $last }
test-pictures-none = Diese Menge von Testbildern gibt es hier nicht
worksheet-undrawn = Dieses Arbeitsblatt lässt sich nicht zeichnen: { $reason }
worksheet-none = Für eine solche Lektion gibt es kein Arbeitsblatt
presets-none = Diese App wurde ohne Voreinstellungen gestartet: siehe capsviz app --help
presets-unshown = Die Voreinstellungen lassen sich nicht zeigen: { $reason }
not-allowed-name = Dieser Server ist unter dem Namen in der Adresse nicht bekannt: Öffnen Sie ihn unter seiner eigenen Adresse, oder starten Sie ihn mit --browser.serverAddress und diesem Namen

## Links und Zeichnungen

link-is-damaged = Der Link ist beschädigt, vielleicht abgeschnitten
link-of-other-version = Der Link stammt aus einer anderen Version von capsviz
link-too-long = Der Link ist länger als { $most } Zeichen
link-holds-nothing = Der Link enthält keine Beschreibung einer Ansicht
link-without-page = Der Link sagt nicht, für welche Seite er ist
link-of-other-page = Der Link ist für die Seite „{ $page }“
link-network-none = Hier gibt es kein Netz „{ $name }“
link-lesson-none = Eine solche Lektion gibt es nicht
link-lesson-steps = Die Lektion „{ $name }“ hat die Schritte 1 bis { $count }
view-large = Diese Ansicht ist zu groß für einen Link
code-web-only = Einen QR-Code gibt es nur für eine Webadresse
code-long = Dieser Link ist zu lang für einen QR-Code, den eine Kamera lesen kann: Kopieren Sie ihn stattdessen
drawing-none = Die Anfrage enthält keine Zeichnung
drawing-points = Diese Zeichnung hat mehr als { $most } Punkte: Zeichnen Sie weniger
drawing-strokes = Eine Zeichnung hat höchstens { $most } Striche
stroke-outside = Ein Strich liegt zu weit außerhalb der Zeichenfläche
parts-set-unread = Von Hand gesetzte Teile sind nicht lesbar: Erzeugen Sie den Link neu

## Netze

network-none = Hier gibt es kein Netz „{ $name }“: Laden Sie die Seite neu
network-none-such = Dieses Netz gibt es hier nicht: Laden Sie die Seite neu
network-none-compared = Hier gibt es kein Netz zum Vergleichen
network-none-trained = Es gibt kein trainiertes Netz: Holen Sie den Ordner checkpoints neu, oder trainieren Sie eines mit `capsviz train`
network-none-pairs = Hier gibt es kein Netz für zwei Ziffern: Trainieren Sie eines mit `capsviz train --task overlap`, oder holen Sie den Ordner checkpoints neu
network-none-parts = Hier gibt es kein Netz aus Teilen und Objekten: Trainieren Sie eines mit `capsviz train --network parts`, oder holen Sie den Ordner checkpoints neu
network-unlisted = Es gibt kein Netz „{ $name }“: Wählen Sie eines aus { $known }
checkpoint-none = Es gibt keine Datei „{ $name }“ mit Gewichten: Nennen Sie den Pfad einer .safetensors-Datei oder einen der Namen { $known }
weights-damaged = { $file } ist beschädigt, die Gewichte passen nicht zu ihrer Prüfsumme: Holen Sie die Datei neu
weights-infinite = { $file } enthält Gewichte, die keine endlichen Zahlen sind
header-damaged = Der Kopf von { $file } ist beschädigt: Holen Sie die Datei neu
header-damaged-why = Der Kopf von { $file } ist beschädigt: { $reason }
file-unreadable = { $file } lässt sich nicht lesen ({ $reason })
file-of-format = { $file } hat das Format { $version }; dieses Programm liest { $known }
configuration-names = { $file } passt nicht zur eigenen Konfiguration: Die Datei nennt { $named } von { $classes } Klassen
configuration-shape = { $file } passt nicht zur eigenen Konfiguration: { $part } hat die Form { $shape }, erwartet ist { $expected }
configuration-type = { $file } passt nicht zur eigenen Konfiguration: { $part } ist als { $type } gespeichert, erwartet ist { $expected }
objects-unnamed = { $file } benennt seine Objekte nicht: Trainieren Sie es zu Ende, oder holen Sie die Datei neu
samples-unfit = { $file } enthält Beispiele, die nicht dazu passen: Holen Sie die Datei neu
learnt-parts = { $file } hat Teile und Objekte ohne Labels gelernt und liest keine Klassen: Die Seite Teile zeigt es
plain-no-capsules = { $name } ist ein einfaches CNN: Es hat keine Kapseln, wählen Sie ein anderes Netz
routes-once = { $name } routet einmal: Es gibt keinen Baum zum Aufklappen
report-no-couplings = Das Netz „{ $name }“ hat keine Kopplungen für einen Bericht
decoder-large = Der Decoder dieses Netzes hat Gewichte über 65.504, mehr als die Kopie im Browser mit halber Genauigkeit fasst: Trainieren Sie es mit kleinerer Lernrate
checkpoints-unread = Der Ordner der Gewichte, { $folder }, lässt sich nicht lesen: { $reason }
pairs-all-read = Das Netz benennt bei allen { $count } Paaren beide Ziffern
affine-unrecorded = Die falsch gelesenen Ziffern jedes Netzes sind nicht verzeichnet: Führen Sie `capsviz evaluate --set affine --all --save checkpoints/affine.json` aus

## Sitzungen

session-none = Es gibt keine Sitzung mit diesem Code: Sehen Sie noch einmal auf den Beamer
session-codes-wrong = Aus Ihrem Netzwerk kamen zu viele falsche Codes: Warten Sie eine Minute
session-full = Diese Sitzung ist voll: Sie hat { $most } Teilnehmende
sessions-many = Zu viele Sitzungen sind offen: Beenden Sie eine, oder versuchen Sie es später noch einmal
sessions-many-started = Hier wurden zu viele Sitzungen begonnen: Warten Sie eine Minute
session-key-none = Das ist kein Schlüssel einer Sitzung: Beginnen Sie eine neue
session-code-taken = Eine andere Sitzung hat diesen Code: Beginnen Sie eine neue
session-of-lecturer = Das ist die Ansicht der Lehrperson: Beginnen Sie zuerst eine Sitzung in diesem Browser
server-full = Dieser Server ist voll: Versuchen Sie es später noch einmal
joins-many = Aus Ihrem Netzwerk treten zu viele zugleich bei: Versuchen Sie es in einer Minute noch einmal
windows-many = Diese Sitzung ist in zu vielen Fenstern offen: Schließen Sie eines
tabs-many = Diese Sitzung ist in zu vielen Tabs offen: Schließen Sie einen
presenter-windows-many = Die Referentenansicht ist in zu vielen Fenstern offen: Schließen Sie eines
projector-away = Das Fenster des Beamers ist nicht in der Sitzung: Öffnen Sie es
said-nothing = Es kam nichts rechtzeitig an: Versuchen Sie es noch einmal
class-drawing-large = Diese Zeichnung ist zu groß für den Kurs: Zeichnen Sie mit weniger Strichen
class-pictures-not = Bilder werden dem Kurs nicht gezeigt: Zeichnen Sie mit dem Stift
class-drawing-gone = Diese Zeichnung gibt es nicht mehr
class-subject-long = Sagen Sie mit höchstens { $most } Zeichen, was gezeichnet werden soll
class-drawings-looked-at = Die Zeichnungen werden gerade betrachtet: Ihre ist dabei, wie sie war
class-board-full = Die Tafel ist voll: Sie hat { $most } Zeichnungen
class-question-long = Schreiben Sie eine Frage mit höchstens { $most } Zeichen
class-questions-wait = { $count } Ihrer Fragen warten schon: Lassen Sie der Lehrperson Zeit
class-figure-looked-at = Die Abbildung wird gerade betrachtet: Ihr Zustand ist darin, wie er war
class-figure-full = Die Abbildung ist voll: Sie zeigt { $most } Zustände
class-state-large = Dieser Zustand ist zu groß für den Kurs
class-figure-other = Das ist die Abbildung eines anderen Schritts
class-answers-number = Eine Frage braucht { $least } bis { $most } Antworten mit je höchstens { $length } Zeichen
class-answer-right = Die richtige Antwort muss eine der Antworten sein
class-answers-shown-ask = Die Antworten sind schon zu sehen: Stellen Sie eine andere Frage
class-voted-enough = Der Kurs hat oft genug abgestimmt: Decken Sie die Antwort auf
class-votes-over = Die Antworten sind schon zu sehen: Stimmen zählen nicht mehr
class-answer-none = Diese Antwort gibt es nicht
class-question-over = Diese Frage ist vorbei: Die Antwort kam zu spät
class-join-first = Beginnen Sie zuerst eine Sitzung, oder treten Sie einer bei
class-large = Das ist zu groß für einen Kurs: Zeichnen Sie weniger, oder senden Sie ein kleineres Bild
class-large-pages = Das ist zu groß für einen Kurs: Zeichnen Sie weniger oder auf weniger Seiten
class-counts-not = Das sind keine Zählungen einer Sitzung: Sie werden ausgelassen

## Trainings

train-watch-only = Auf diesem Server kann man Trainings ansehen, aber nicht beginnen: Wer ihn betreibt, öffnet die Adresse mit dem Token, das beim Start ausgegeben wurde, oder erlaubt es allen mit --allow-training
train-steered-elsewhere = { $name } wurde in einem anderen Browser begonnen: Nur dort lässt es sich steuern, zurückspulen, umbenennen und löschen
train-kept-elsewhere = { $name } wurde in einem anderen Browser aufgehoben: Es lässt sich nur dort entfernen
train-number = „{ $name }“ muss { $limit } sein
train-run-gone = Den Lauf „{ $name }“ gibt es nicht mehr
train-run-none = Hier gibt es keinen Lauf „{ $name }“
train-run-named = Es gibt schon einen Lauf „{ $name }“: Wählen Sie einen anderen Namen
train-network-named = Es gibt schon ein Netz „{ $name }“: Wählen Sie einen anderen Namen
train-network-kept = Diese Gewichte sind schon aufgehoben, als „{ $name }“: Trainieren Sie weiter, um andere aufzuheben
train-network-none = Hier wurde aus keinem Lauf ein Netz „{ $name }“ gemacht
train-nothing-written = Es wurde noch nichts geschrieben: Lassen Sie es erst bis zum Ende eines Durchgangs trainieren
train-of-command = capsviz train hebt auf, was { $name } lernt: Die Seite Teile öffnet es
train-disk-full = Die Läufe belegen { $taken } GB, mehr als { $most }: Löschen Sie zuerst einige
train-begun-by-command = { $name } wurde mit capsviz train begonnen: Derselbe Befehl mit --resume setzt es fort
train-no-state = { $name } hat bis Schritt { $step } keinen Zustand aufgehoben: Wählen Sie einen späteren Zeitpunkt
train-no-snapshot = { $name } hat keinen vollständigen Stand von Schritt { $step }
train-name-bad = Ein Lauf kann nicht „{ $name }“ heißen: Verwenden Sie bis zu 60 Buchstaben, Ziffern, Leerzeichen, Punkte, Bindestriche und Unterstriche
train-run-busy = Der Lauf „{ $name }“ wird schon trainiert
train-many-wait = { $count } Trainings warten schon: Beginnen Sie, wenn einige beendet sind
train-run-endless = Der Lauf „{ $name }“ endet nicht: Versuchen Sie es gleich noch einmal
train-pause-first = { $name } wird gerade trainiert: Halten Sie es zuerst an
train-unforkable = { $name } lernt Teile ohne Labels: Es lässt sich nicht abzweigen und folgt keinem Bild
train-other-version = Dieser Lauf stammt aus einer anderen Version von capsviz

## Bilddateien

picture-several = Auf diesem Bild sind mehrere Ziffern: Schneiden Sie es auf eine zu
picture-nothing = Auf diesem Bild ist nichts zu sehen: Wählen Sie eines mit einer Ziffer auf einfarbigem Papier
picture-narrow = Dieses Bild ist zu klein oder zu schmal: Wählen Sie eines mit mindestens { $least } Pixeln Breite und Höhe

## Messungen

decoder-none = Es hat keinen Decoder
measured-none = Es gibt keine Datei { $file }: Führen Sie `{ $command }` aus, um sie zu erzeugen
measured-results-none = Die Ergebnisse der Netze an der Testmenge fehlen: Führen Sie `{ $command }` aus
measured-pairs-none = Die Ergebnisse an den Testpaaren fehlen: Führen Sie `{ $command }` aus
measured-damaged-why = { $file } ist beschädigt ({ $reason }): Führen Sie `{ $command }` noch einmal aus
measured-damaged-again = { $file } ist beschädigt: Führen Sie `{ $command }` noch einmal aus
measured-damaged = { $file } ist beschädigt: Führen Sie `{ $command }` aus
measured-unread = { $file } lässt sich nicht lesen: Führen Sie `{ $command }` noch einmal aus
measured-format = { $file } ist keine Analyse im Format { $format }: Führen Sie `{ $command }` noch einmal aus
measured-other = { $file } gehört zu anderen Gewichten: Führen Sie `{ $command }` noch einmal aus

## Dateien, die keine Netze von capsviz sind

file-cut = { $file } ist keine vollständige safetensors-Datei, sie ist vielleicht abgeschnitten: Holen Sie sie neu
file-foreign = { $file } ist eine safetensors-Datei, aber nicht von capsviz geschrieben; für Gewichte eines eigenen Netzes nennen Sie dessen Klasse, wie in --model my_net.py:Net --weights FILE oder capsviz.load(FILE, like=Net()); beide lesen nur Tensoren
file-pickle = { $file } ist ein Pickle; Pickles können Code ausführen und werden nie geladen: Speichern Sie die Gewichte als safetensors; für Gewichte eines eigenen Netzes nennen Sie dessen Klasse, wie in --model my_net.py:Net --weights FILE oder capsviz.load(FILE, like=Net()); beide lesen nur Tensoren
file-of-library = { $file } stammt aus einer anderen Bibliothek: Schreiben Sie die Gewichte mit safetensors.torch.save_file unter den Namen eines torch-Netzes, und nennen Sie dieses Netz mit --model
file-number-type = { $file } speichert { $part } als { $type }, das wird nicht unterstützt: Wandeln Sie es in eines von { $known } um

## Fehler eines eigenen Netzes

own-in-place = primary verändert die Bilder, die es bekommt: Arbeiten Sie an einer Kopie, etwa mit (images - mean) / std statt images.sub_(mean).div_(std) oder inplace=True
own-one = Es liest drei Bilder auf einmal, aber nicht eines, [1, ...]: squeeze() ohne Achse entfernt auch die des Batches, nennen Sie also die Achse, wie in squeeze(-1)
own-type = Es hat Gewichte vom Typ { $type }, und Bilder sind torch.float32: Rufen Sie float() dafür auf
own-not-finite = Seine Gewichte { $name } enthalten NaN oder unendliche Zahlen: Das Training ist gescheitert, nehmen Sie Gewichte von vorher
own-each-dimension = steps ergibt { $name } mit einem Wert für jede der { $count } Dimensionen, { $shape }, also wird jede Dimension für sich geroutet: Summieren Sie die Übereinstimmung über die letzte Achse, (u_hat * v.unsqueeze(1)).sum(-1), oder ergeben Sie den Mittelwert darüber, um ein solches Netz zu sehen
own-normalised = { $name } klassifiziert { $plain } von { $count } Bildern richtig, und { $changed }, wenn ihre Pixel normalisiert sind: Geben Sie normalize = ({ $mean }, { $deviation }) an
own-normalised-perhaps = { $name } klassifiziert { $plain } von { $count } Bildern richtig: Falls es aus normalisierten gelernt hat, geben Sie deren Mittelwert und Standardabweichung an, etwa normalize = ({ $mean }, { $deviation })
own-stage = Stufe { $number }: { $reason }
own-couplings-axis = Die Kopplungen summieren sich über die Eingangskapseln zu 1: Beim Routing durch Übereinstimmung ist das die falsche Achse der Softmax, nehmen Sie sie über die Ausgangskapseln; wenn Attention über die Eingangskapseln gemeint ist, erklären Sie couplings_over = "inputs"
own-couplings-sum = Die Kopplungen einer Eingangskapsel müssen sich über die Ausgangskapseln zu 1 summieren, nicht zu { $sum }: Nehmen Sie die Softmax über die Ausgangskapseln; wo noch etwas anderes die Stimmen gewichtet, sagen Sie das durch weigh(u, c); für Gewichte, die sich nicht zu 1 summieren müssen, wie Gates, erklären Sie couplings_over = "none"
own-empty-input = Ein leeres Bild ergibt Eingangskapseln, die NaN sind: Setzen Sie in Squash eine kleine Zahl unter die Wurzel der Länge
own-empty-output = Ein leeres Bild ergibt Ausgangskapseln, die NaN sind: Setzen Sie in Squash eine kleine Zahl unter die Wurzel der Länge
own-logits-kept = Dieselben Bilder ergeben beim zweiten Mal andere Kapseln: Das Routing behält seine Logits von einem Aufruf zum nächsten, lassen Sie sie jedes Mal bei null beginnen (oder Dropout ist aktiv)
own-batch-input = Eingangskapseln hängen von den anderen Bildern des Batches ab: Ein Umformen mischt Bilder, oder eine Normalisierung lernt noch
own-batch-output = Ausgangskapseln hängen von den anderen Bildern des Batches ab: Die Logits werden darüber gemittelt, halten Sie sie für jedes Bild getrennt
own-no-sum = s ist nicht die Summe der mit ihren Kopplungen gewichteten Stimmen: Geben Sie s = (c.unsqueeze(-1) * u_hat).sum(1) und als c die Gewichte der Stimmen darin, oder geben Sie die Gewichte mit weigh(u, c) an, etwa c + prior
own-activations = Aktivierungen müssen in 0..1 liegen: Beenden Sie sie mit einer Sigmoidfunktion
own-squash-axis = Squash läuft über die falsche Achse: Die Norm geht über alle Klassen, nehmen Sie die letzte Achse, dim=-1
own-output-long = Ausgangskapseln sind bis zu { $length } lang: Ihre Länge sagt, wie sicher eine Klasse da ist; verkürzen Sie sie mit Squash auf unter 1, oder geben Sie Aktivierungen als fünften Tensor aus
own-steps-number = steps liefert { $count }-mal, wo { $asked } Iterationen verlangt sind: Durchlaufen Sie die Iterationen, nicht eine eigene Zahl
own-steps-nothing = Iterationen ändern nichts: b wird nie aktualisiert; addieren Sie die Übereinstimmung von Stimmen und Ausgangskapseln, oder sagen Sie iterations = 1
own-input-constant = Die Eingangskapseln sind bei verschiedenen Bildern gleich: Die Schichten davor sind gesättigt oder tot; trainieren Sie neu, mit kleineren Anfangsgewichten oder kleinerer Lernrate
own-input-places = Eine Eingangskapsel besteht aus mehreren Orten eines Kanals: Bringen Sie die Dimensionen einer Kapsel ans Ende (permute), bevor Sie umformen
own-input-by-place = Eingangskapseln werden Ort für Ort gezählt: Sagen Sie types_first = { $first }
own-input-by-type = Eingangskapseln werden Typ für Typ gezählt: Sagen Sie types_first = { $first }
own-decode-range = decode muss Pixel in 0..1 liefern: Beenden Sie es mit einer Sigmoidfunktion
own-decode-constant = decode liefert immer dasselbe Bild, gleich wie die Kapsel ist: Lassen Sie es die nicht maskierte verwenden
own-squash-zero =
    Squash teilt durch die Länge eines Nullvektors; dadurch werden { $what ->
        [capsules] Kapseln
       *[other] Gradienten und nach einigen Schritten alle Gewichte
    } NaN: Setzen Sie eine kleine Zahl unter die Wurzel, etwa torch.sqrt(square + 1e-8)
own-squash-together = Squash der Eingangskapseln läuft über mehrere Kapseln zugleich, ihre Längen bedeuten also nichts: Nehmen Sie die Norm über die letzte Achse, die Zahlen einer Kapsel, dim=-1
own-unsquashed = Auf Eingangskapseln wird Squash nicht angewandt: Je heller ein Bild, desto länger werden sie, und Kopplungen folgen dem. Wenden Sie Squash in primary an, oder sagen Sie mit presence(u), wie sicher jede da ist
own-saturated = Alle { $count } Ausgangskapseln sind bei jedem Bild länger als { $length }, wie wenn W aus einer Standardnormalverteilung stammt: Beginnen Sie mit 0.05 * torch.randn(...), und trainieren Sie

## Einstellungen eines Trainings

train-loss-step = Der Verlust von Schritt { $step } oder sein Gradient ist nicht endlich: Beginnen Sie neu mit einer kleineren Lernrate (--peak-rate)
train-loss = Der Verlust von Schritt { $step } ist nicht endlich: Beginnen Sie neu mit einer kleineren Lernrate (--peak-rate)
train-loss-epoch = Der Verlust von Epoche { $epoch } ist nicht endlich: Beginnen Sie neu mit einer kleineren Lernrate (--peak-rate)
train-memory = Ein Netz mit { $parameters } Parametern braucht etwa { $memory } Speicher, um Bilder mit { $format } zu lernen, und { $free } sind frei: Wählen Sie eine kleinere Seitenlänge oder einen kleineren Batch, oder ein kleineres Netz wie compact
train-image-small = Ein Bild mit { $side } Pixeln Seitenlänge ist für das Netz zu klein: Wählen Sie eine größere Seitenlänge, oder ein anderes Netz wie compact
train-network-large = Das Netz ist zu groß: Eine seiner Schichten hat { $numbers } Zahlen für ein Bild, erlaubt sind { $most }
train-groups = { $types } Kapseltypen lassen sich nicht in { $groups } gleich große Gruppen teilen: Wählen Sie einen Teiler
train-setting = { $name } eines Trainings kann nicht { $value } sein, sondern: { $limit }
train-pictures-none = Hier gibt es keine Bilder namens „{ $name }“: Starten Sie die App mit --pictures und deren Ordner
limit-whole = eine ganze Zahl von { $low } bis { $high }
limit-range = eine Zahl von { $low } bis { $high }
limit-above = eine Zahl über { $low }, höchstens { $high },
